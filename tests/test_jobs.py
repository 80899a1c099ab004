"""The law of `--jobs`: the bundles, the site and what is said of a package are the same for any number of processes."""

import os

import pytest

from dpmlc.compiler import Build, build_package
from dpmlc.edge.builtin import builtin_documents
from dpmlc.edge.spreading import spread_over
from dpmlc.edge.themes import shipped_theme
from dpmlc.settings import Settings
from dpmlc.text.files import MemoryFiles
from dpmlc.text.spread import Spread, here

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be copied here"),
]

NUMBER = 40
ROLE = """# 角色 {0}

<role id="师-{0}">
<personality>
@!thought://{0} 和 @!thought://{1} 그리고 @?file://data/{0}.csv
</personality>
<principle>
@!thought://nobody-{2} see [next](../thought/{1}.thought.md#{1}) and [gone](gone-{2}.md)
</principle>
</role>
"""
THOUGHT = """<thought>

## 想法 {0}

물을 끓인다. `x = {0}` {1}

```python
def brew(cups={0}):
    return cups
```

</thought>
"""


def package() -> MemoryFiles:
    """Roles that are bundles, what they load, and faults that each stage finds."""
    files = {"README.md": "# 茶\n\n[师](role/0.role.md) [없음](gone.md)\n", "broken.md": "<thought>\n<unclosed>\n"}
    for each in range(NUMBER):
        following = (each + 7) % NUMBER
        files[f"role/{each}.role.md"] = ROLE.format(each, following, each % 3)
        files[f"thought/{each}.thought.md"] = THOUGHT.format(each, f"@thought://{following}" if each % 2 else "")
        files[f"data/{each}.csv"] = f"cup,{each}\n"
    return MemoryFiles(files)


def built(spread: Spread) -> Build:
    documents, theme = builtin_documents(), shipped_theme("default")
    return build_package(package(), Settings(package="tea"), documents, None, spread, theme)


def test_bundles_site_and_diagnostics_are_the_same_for_any_number_of_jobs() -> None:
    alone = built(here)
    codes = {each.code for each in alone.diagnostics}
    assert codes >= {"unclosed-tag", "not-found", "broken-link", "broken-anchor"}
    paths = [each.path for each in alone.artifacts]
    bundles = [each for each in paths if each.startswith("bundles/") and each.endswith("/prompt.md")]
    assert len(bundles) == NUMBER
    for jobs in (2, 3):
        together = built(spread_over(jobs, 0.0))
        assert together.artifacts == alone.artifacts
        assert together.diagnostics == alone.diagnostics
        assert together.totals == alone.totals
