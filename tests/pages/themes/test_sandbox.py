"""The short ways of the sandbox lead where Jinja2's own lead."""

import pytest
from jinja2.exceptions import SecurityError, UndefinedError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from dpmlc.pages.themes.names import Absent
from dpmlc.pages.themes.sandbox import Sandbox
from dpmlc.pages.views import Chip, Item, Link

VIEW = {
    "page": Item("차 & <물>", "a.html", children=(Item("B", "b.html", current=True),)),
    "link": Link("x"),
    "chip": Chip("이름", '"값"'),
    "html": Markup("<b>茶</b>"),
    "words": {"menu": "메뉴 <", "items": "목록", "label": "라벨", "copy": "복사"},
    "number": 7,
    "long": "<" * 300,
}


def rendered(kind: type[ImmutableSandboxedEnvironment], template: str) -> str:
    environment = kind(autoescape=True, undefined=Absent)
    try:
        return environment.from_string(template).render(VIEW)
    except (SecurityError, UndefinedError, TypeError) as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize(
    "template",
    [
        "{{ page.label }}{{ page['label'] }}{{ page.href }}",
        "{% for each in page.children %}{{ each.label }}{{ each.current }}{{ loop.index }}{% endfor %}",
        "{{ words.menu }}{{ words.label }}{{ words['menu'] }}{{ words.absent }}",
        "{{ words.items }}",
        "{{ words.copy }}",
        "{{ html }}{{ long }}{{ number }}{{ number + 1 }}{{ none }}",
        "{{ link.href }}|{{ link.absent }}",
        "{{ chip.value }}{{ chip.__class__ }}",
        "{{ page.children[0].label.upper() }}{{ (page.children | first).href }}",
        "{% macro m(label, more='<') %}{{ label }}{{ more }}{% endmacro %}{{ m('<') }}{{ m(html, more=1) }}",
        "{% macro m(a) %}<i>{{ a.label }}</i>{% endmacro %}{{ m(page) }}{{ m(words) }}{{ m(a=link) }}",
        "{% macro m() %}{{ caller('&') }}{% endmacro %}{% call(x) m() %}[{{ x }}]{% endcall %}",
        "{% macro m(a) %}{{ a }}{% endmacro %}{{ m() }}",
        "{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, 2) }}",
        "{% macro m(a) %}{{ a }}{% endmacro %}{{ m.__call__(1) }}",
        "{% set x = page.label %}{{ x }}{% set y %}{{ page.label }}{% endset %}{{ y }}{{ y | length }}",
        "{% filter upper %}{{ page.label }}{% endfilter %}{{ page.label | e }}{{ page.label | safe }}",
        "{{ page.label ~ html }}{{ [page.label, words.menu] }}{{ {'a': words.menu} }}",
        "{{ page.absent is defined }}{{ page.label is defined }}{{ words.nothing is defined }}",
        "{% autoescape false %}{{ page.label }}{% endautoescape %}{{ page.label }}",
        "{% autoescape number %}{{ page.label }}{% endautoescape %}",
    ],
)
def test_what_a_template_says(template: str) -> None:
    assert rendered(Sandbox, template) == rendered(ImmutableSandboxedEnvironment, template)


@pytest.mark.parametrize(
    "template",
    [
        "{{ page.label.__class__ }}",
        "{{ page.__init__.__globals__ }}",
        "{{ words.__class__ }}",
        "{{ words.pop('menu') }}",
        "{{ environment.having }}",
        "{{ dpml.label }}",
        "{% macro m() %}{% endmacro %}{{ m._func }}",
        "{% macro m() %}{% endmacro %}{{ m._environment }}",
        "{{ '{0.__class__}'.format(page) }}",
    ],
)
def test_what_a_template_cannot_reach(template: str) -> None:
    assert rendered(Sandbox, template).startswith(("SecurityError: ", "UndefinedError: "))
