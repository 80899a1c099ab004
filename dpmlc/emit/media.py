"""File names -> media types, from a table of our own: the system's differs from machine to machine."""

_BY_EXTENSION = {
    "avif": "image/avif", "bash": "application/x-sh", "bmp": "image/bmp", "c": "text/x-c", "cpp": "text/x-c++",
    "cjs": "text/javascript", "css": "text/css", "csv": "text/csv", "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "dpml": "text/markdown",
    "epub": "application/epub+zip", "flac": "audio/flac", "gif": "image/gif", "go": "text/x-go",
    "gz": "application/gzip", "h": "text/x-c", "htm": "text/html", "html": "text/html", "ico": "image/x-icon",
    "ini": "text/plain", "ipynb": "application/x-ipynb+json", "java": "text/x-java", "jpeg": "image/jpeg",
    "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json", "json5": "application/json5",
    "jsonl": "application/jsonl", "jsx": "text/jsx", "log": "text/plain", "markdown": "text/markdown",
    "md": "text/markdown", "mjs": "text/javascript", "mp3": "audio/mpeg", "mp4": "video/mp4",
    "ndjson": "application/x-ndjson", "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odt": "application/vnd.oasis.opendocument.text", "ogg": "audio/ogg", "parquet": "application/vnd.apache.parquet",
    "pdf": "application/pdf", "php": "text/x-php", "pml": "text/markdown", "png": "image/png",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation", "py": "text/x-python",
    "rb": "text/x-ruby", "rs": "text/x-rust", "rst": "text/x-rst", "rtf": "application/rtf", "sh": "application/x-sh",
    "sql": "application/sql", "sqlite": "application/vnd.sqlite3", "srt": "application/x-subrip",
    "svg": "image/svg+xml", "tar": "application/x-tar", "tex": "application/x-tex", "toml": "application/toml",
    "ts": "text/x-typescript", "tsv": "text/tab-separated-values", "tsx": "text/tsx", "ttf": "font/ttf",
    "txt": "text/plain", "vtt": "text/vtt", "wasm": "application/wasm", "wav": "audio/wav", "webm": "video/webm",
    "webp": "image/webp", "woff2": "font/woff2", "xhtml": "application/xhtml+xml",
    "xls": "application/vnd.ms-excel", "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip",
    "zst": "application/zstd",
}  # fmt: skip


def media_type(path: str) -> str | None:
    """The media type that the extension of `path` tells (compared without case), or None."""
    _, dot, extension = path.rpartition("/")[2].rpartition(".")
    return _BY_EXTENSION.get(extension.lower()) if dot else None
