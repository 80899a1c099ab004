"""Ids of a page: free, in order, and found without counting from one each time."""

from dpmlc.pages.markdown.slugs import Ids, free


def test_a_free_id_is_the_next_one() -> None:
    taken: set[str] = set()
    for _ in range(20):
        taken.add(free("步骤", taken))
    assert taken == {"步骤", *(f"步骤-{number}" for number in range(1, 20))}


def test_an_id_that_is_taken_out_of_order_is_never_given() -> None:
    taken = {"a", "a-1", "a-3", "a-4"}
    for _ in range(20):
        found = free("a", taken)
        assert found not in taken
        taken.add(found)


def test_looking_for_an_id_costs_little_where_many_are_taken() -> None:
    class Counted(set[str]):
        asked = 0

        def __contains__(self, name: object) -> bool:
            self.asked += 1
            return super().__contains__(name)

    taken = Counted({"a", *(f"a-{number}" for number in range(1, 100_001))})
    assert free("a", taken) == "a-100001"
    assert taken.asked < 50


def test_ids_of_a_text_are_none_of_its_page() -> None:
    ids = Ids(frozenset({"a", "a-1"}))
    assert [ids.unique("a"), ids.claim("a-1"), ids.claim("b"), ids.claim("b")] == ["a-2", False, True, False]
    ids.release("b")
    assert ids.claim("b")
    assert list(ids.given) == ["a-2", "b"]
