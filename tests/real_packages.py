"""Run the built command on real packages and hold the result against what is known of them.

`python -m tests.real_packages FOLDER`, where FOLDER holds one package a folder. Every package must build without a
traceback; the packages named in `KNOWN` must show the figures that were counted in their text by hand. Prints a table.
"""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

PARSER_ERRORS = frozenset({
    "unclosed-tag", "mismatched-closing-tag", "closing-tag-without-opening", "attribute-without-quotes", "limit",
    "duplicate-attribute", "malformed-tag", "unclosed-code-fence", "unclosed-comment", "reference-syntax", "not-utf-8",
})  # fmt: skip


@dataclass(frozen=True)
class Known:
    """Facts of one package: live references by prefix, and how often each code appears where that is known."""

    references: dict[str, int]
    codes: dict[str, int] = field(default_factory=dict)


KNOWN = {
    "promptx-head": Known({"@!": 119, "@": 8}, {"cycle": 1}),
    "promptx-early-20250530": Known({"@!": 90, "@": 30}, {"cycle": 0}),
    "kokomida__tianting-lite": Known({"@!": 157}, {"malformed-tag": 1, "cycle": 0}),
    "mudssky__powershellScripts": Known({"@!": 17}, {"cycle": 0}),
    "entropy-cloud__nop-entropy": Known({}, {"cycle": 0}),
}


def dpmlc(*arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of one run."""
    done = subprocess.run([sys.executable, "-m", "dpmlc", *arguments], capture_output=True, text=True, check=False)
    if "Traceback" in done.stderr or done.returncode not in (0, 1):
        raise SystemExit(f"dpmlc {' '.join(arguments)} ended with {done.returncode}:\n{done.stderr}")
    return done.returncode, done.stdout, done.stderr


@dataclass(frozen=True)
class Seen:
    """What one package showed."""

    totals: dict[str, int]
    codes: Counter[tuple[str, str]]
    sizes: dict[str, int]
    complaints: list[str]


def look(package: Path, out: Path) -> Seen:
    """Build and check one package, and hold the result against `KNOWN`."""
    dpmlc("build", str(package), "--keep-going", "--no-site", "-o", str(out))
    _, printed, _ = dpmlc("check", str(package), "--format", "json")
    checked = json.loads(printed)
    codes = Counter((each["severity"], each["code"]) for each in checked["diagnostics"])
    record = json.loads((out / "build.json").read_text("utf-8"))
    sizes = {each["id"]: each["bytes"] for each in record["bundles"]}
    complaints = [*left_over(out, record), *against(package.name, codes, live(package))]
    return Seen(checked["totals"], codes, sizes, complaints)


def left_over(out: Path, record: dict) -> list[str]:
    """Complete bundles in which a hot reference or one to an id still stands."""
    found = []
    for each in record["bundles"]:
        prompt = out / "bundles" / each["id"] / "prompt.md"
        _, printed, _ = dpmlc("inspect", str(prompt), "--format", "json")
        hot = [ref["text"] for ref in json.loads(printed)["references"] if ref["chain"][0][0] == "@!"]
        tools = [text for text in hot if text.startswith("@!tool://")]
        if each["complete"] and len(hot) > len(tools):
            found.append(f"{each['id']}: {len(hot)} hot references are left: {hot[:3]}")
    return found


def live(package: Path) -> Counter[str]:
    """Live references in prose by their prefix, over all documents of the package."""
    from dpmlc.compiler import check_package
    from dpmlc.edge.package import open_package

    opened = open_package(package)
    checked = check_package(opened.files, opened.settings, opened.builtin)
    references = [bound.reference for bounds in checked.bounds.values() for bound in bounds]
    return Counter(str(each.levels[0].loading) for each in references if each.form == "prose")


def against(name: str, codes: Counter[tuple[str, str]], counted: Counter[str]) -> list[str]:
    """Where a package differs from what is known of it."""
    known = KNOWN.get(name)
    if known is None:
        return []
    found = (
        [] if dict(counted) == known.references else [f"live references {dict(counted)}, known {known.references}"]
    )
    parser = {code: count for (_, code), count in codes.items() if code in PARSER_ERRORS}
    wanted = {code: count for code, count in known.codes.items() if code in PARSER_ERRORS and count}
    if parser != wanted:
        found.append(f"parser errors {parser}, known {wanted}")
    seen = Counter(code for (_, code), count in codes.items() for _ in range(count))
    return found + [
        f"`{code}` {seen[code]} times, known {count}" for code, count in known.codes.items() if seen[code] != count
    ]


def main(folder: Path) -> int:
    failed = 0
    with tempfile.TemporaryDirectory() as place:
        for package in sorted(each for each in folder.iterdir() if each.is_dir()):
            seen = look(package, Path(place) / package.name)
            sizes = sorted(seen.sizes.values())
            print(f"{package.name}: {seen.totals}, {len(sizes)} bundles of {sizes[:1]} to {sizes[-1:]} bytes")
            print(
                "   ",
                ", ".join(f"{code} {count} ({severity})" for (severity, code), count in sorted(seen.codes.items())),
            )
            for complaint in seen.complaints:
                print("    WRONG:", complaint)
            failed += bool(seen.complaints)
    print(f"{failed} packages differ from what is known of them")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
