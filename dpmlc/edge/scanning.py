"""How the engine's scans are spread over processes; the result is the same for any number of them."""

import multiprocessing
from collections.abc import Iterable, Sequence
from functools import partial

from dpmlc.compiler import ScanAll, scan_all
from dpmlc.scan.document import Scan
from dpmlc.scan.scan import scan
from dpmlc.text.limits import Limits
from dpmlc.text.source import Source

_WORTH_IT = 500
_CHUNK = 64


def scanner(jobs: int) -> ScanAll:
    """Scans in `jobs` processes; few documents are scanned here, starting a process takes longer."""
    return scan_all if jobs == 1 else partial(_scan_in, jobs)


def _scan_in(jobs: int, sources: Sequence[Source], claimed: frozenset[str], limits: Limits) -> Iterable[Scan]:
    if len(sources) < _WORTH_IT:
        return scan_all(sources, claimed, limits)
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else "spawn")
    with context.Pool(jobs) as pool:
        return pool.map(partial(scan, claimed=claimed, limits=limits), sources, _CHUNK)
