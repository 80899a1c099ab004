"""The manual of the whole product: the fault modules of all rooms, found when a page is asked for."""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from types import ModuleType

import dpmlc
from dpmlc.report.manual import Page, manual


def whole_manual() -> Mapping[str, Page]:
    """Every code with its page."""
    return manual(_fault_modules())


def _fault_modules() -> Iterator[ModuleType]:
    for room in sorted(each.name for each in pkgutil.iter_modules(dpmlc.__path__) if each.ispkg):
        package = importlib.import_module(f"dpmlc.{room}")
        for each in sorted(pkgutil.iter_modules(package.__path__), key=lambda found: found.name):
            if each.name == "faults" or each.name.startswith("faults_"):
                yield importlib.import_module(f"dpmlc.{room}.{each.name}")
