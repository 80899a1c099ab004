"""What enters: nodes, edges, and the words around them."""

from dpmlc.text.frozen import frozen


@frozen
class Node:
    """One page of the graph. `id` is its own, `url` where it leads ("" : nowhere), `kind` a class for its look.

    `group` is what stands together, usually a folder; "" for none. `called` is the kind in the language of the page.
    """

    id: str
    label: str
    kind: str
    url: str
    group: str = ""
    called: str = ""


@frozen
class Edge:
    """`source` loads `target`, both ids. `kind` is how: `hot`, `default`, `lazy`, or a word of the caller's.

    `count` is how many edges it stands for.
    """

    source: str
    target: str
    kind: str
    count: int = 1


@frozen
class Wording:
    """English unless told otherwise. `{0}` and `{1}` are filled in; each text holds those it has in English."""

    title: str = "Who loads whom"
    described: str = "{0} nodes, {1} edges; the same as a list stands below."
    hidden: str = " {0} edges are not drawn."
    around: str = "What {0} loads and who loads it"
    loads: str = "loads"
    loaded_by: str = "loaded by"
    more: str = "… {0} more"
    alone: str = "without edges"
    others: str = "others ({0})"
    cluster: str = "{0} ({1})"


ENGLISH = Wording()

CHINESE = Wording(
    title="加载关系",
    described="{0} 个节点，{1} 条边；下方有同样内容的列表。",
    hidden="其中 {0} 条未画出。",
    around="{0} 加载了什么，被谁加载",
    loads="加载",
    loaded_by="被加载",
    more="… 另有 {0} 项",
    alone="没有边",
    others="其他（{0}）",
    cluster="{0}（{1}）",
)

KOREAN = Wording(
    title="불러오기 관계",
    described="노드 {0}개, 간선 {1}개; 같은 내용의 목록이 아래에 있습니다.",
    hidden=" 간선 {0}개는 그리지 않았습니다.",
    around="{0}이(가) 불러오는 것과 이를 불러오는 것",
    loads="불러옴",
    loaded_by="불러오는 곳",
    more="… {0}개 더",
    alone="간선 없음",
    others="기타 ({0})",
    cluster="{0} ({1})",
)
