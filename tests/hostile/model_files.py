# SPDX-License-Identifier: Apache-2.0
"""Files of other libraries' models that are small and made to take too much.

    python3 tests/hostile/model_files.py FOLDER     writes all of them, to try things out by hand
"""

import json
import pathlib
import random
import sys

MODELS = pathlib.Path(__file__).resolve().parent.parent / "score" / "models"


def pmml(body, fields=None):
    fields = fields or '<DataField name="x" optype="continuous" dataType="double"/>'
    return ('<?xml version="1.0"?>\n<PMML xmlns="http://www.dmg.org/PMML-4_4" version="4.4"><Header/>\n'
            f'<DataDictionary>{fields}<DataField name="y" optype="continuous" dataType="double"/></DataDictionary>\n'
            f'{body}</PMML>\n')


def tree(node):
    return pmml('<TreeModel functionName="regression"><MiningSchema><MiningField name="x"/>'
                f'<MiningField name="y" usageType="target"/></MiningSchema>{node}</TreeModel>')


def simple(i=0, operator="lessThan"):
    return f'<SimplePredicate field="x" operator="{operator}" value="{i}"/>'


def compound(parts, how="and"):
    return f'<CompoundPredicate booleanOperator="{how}">{parts}</CompoundPredicate>'


def leaves(predicate):
    return f'<Node><True/><Node score="1">{predicate}</Node><Node score="2"><True/></Node></Node>'


def nested(depth, how):
    """Each predicate holds the one below it, and a test."""
    text = simple()
    for i in range(depth):
        text = compound(text + simple(i), how[i % len(how)])
    return text


def doubled(depth, how):
    """Each predicate holds the one below it twice."""
    text = simple()
    for i in range(depth):
        text = compound(text + text, how)
    return text


def deep_tree(depth):
    text = '<Node score="0"><True/></Node>'
    for i in range(depth):
        text = f'<Node score="{i}">{simple(i)}{text}</Node>'
    return tree(f'<Node><True/>{text}</Node>')


def xgboost(change):
    model = json.loads((MODELS / "xgboost_binary.json").read_text(encoding="utf-8"))
    change(model["learner"]["gradient_booster"]["model"]["trees"][0], model)
    return json.dumps(model)


def set_in_tree(**members):
    def change(tree, _):
        for name, value in members.items():
            tree[name] = value
    return change


def chain_of_nodes(length):
    """A tree that is a list: every second node is a leaf."""
    def change(tree, _):
        nodes = 2 * length + 1
        tree["left_children"] = [i + 1 if i % 2 == 0 and i + 2 < nodes else -1 for i in range(nodes)]
        tree["right_children"] = [i + 2 if i % 2 == 0 and i + 2 < nodes else -1 for i in range(nodes)]
        tree["parents"] = [2147483647] + [max(0, i - 1 - (i + 1) % 2) for i in range(1, nodes)]
        tree["split_indices"] = [0] * nodes
        tree["split_conditions"] = [float(i) for i in range(nodes)]
        for name in ("default_left", "split_type"):
            tree[name] = [0] * nodes
        for name in ("base_weights", "loss_changes", "sum_hessian"):
            tree[name] = [0.5] * nodes
        for name in ("categories", "categories_nodes", "categories_segments", "categories_sizes"):
            tree[name] = []
        tree["tree_param"]["num_nodes"] = str(nodes)
    return change


def score(nodes, **more):
    """A score.json of one tree: every node tests x, and the last two are leaves."""
    tree = {"test": [1] * (nodes - 2) + [0, 0], "column": [0] * nodes, "value": list(range(nodes)),
            "yes": [i + 1 for i in range(nodes)], "no": [i + 2 for i in range(nodes)]}
    tree["yes"][-2:] = tree["no"][-2:] = [0, 0]
    tree.update(more)
    return json.dumps({"format": "cogs-score", "version": 1, "columns": [{"name": "x"}], "sum": "float64",
                       "outputs": [{"base": 0}], "trees": [tree]})


def card(bins):
    return "variable,bin,points\n" + "".join(f'age,"[{i}, {i + 1})",{i}\n' for i in range(bins))


FILES = {
    "wide_and.pmml": lambda: tree(leaves(compound("".join(simple(i) for i in range(100000))))),
    "wide_or.pmml": lambda: tree(leaves(compound("".join(simple(i) for i in range(100000)), "or"))),
    "wide_xor.pmml": lambda: tree(leaves(compound("".join(simple(i) for i in range(100000)), "xor"))),
    "wide_surrogate.pmml": lambda: tree(leaves(compound("".join(simple(i) for i in range(100000)), "surrogate"))),
    "nested_and_or.pmml": lambda: tree(leaves(nested(60, ["and", "or"]))),
    "nested_xor.pmml": lambda: tree(leaves(nested(60, ["xor"]))),
    "nested_surrogate.pmml": lambda: tree(leaves(nested(60, ["surrogate", "or"]))),
    "doubled_and.pmml": lambda: tree(leaves(doubled(12, "and"))),
    "doubled_xor.pmml": lambda: tree(leaves(doubled(12, "xor"))),
    "nested_deep.pmml": lambda: tree(leaves(nested(50000, ["and", "or"]))),
    "deep_tree.pmml": lambda: deep_tree(20000),
    "deep_elements.pmml": lambda: "<PMML>" + "<a>" * 500000 + "</a>" * 500000 + "</PMML>",
    "many_nodes.pmml": lambda: tree("<Node><True/>" + "".join(
        f'<Node score="{i}">{simple(i)}</Node>' for i in range(30000)) + "</Node>"),
    "entities.pmml": lambda: '<?xml version="1.0"?><!DOCTYPE z [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {b} "{("&" + a + ";") * 10}">' for a, b in zip("abcdefgh", "bcdefghi")) + ']><PMML>&i;</PMML>',
    "many_values.pmml": lambda: pmml("", "".join(f'<DataField name="f{i}" optype="categorical" dataType="string">'
                                                 '<Value value="a"/><Value value="a"/></DataField>' for i in range(20000))),
    "derived_loop.pmml": lambda: pmml('<TransformationDictionary>' + "".join(
        f'<DerivedField name="d{i}" optype="continuous" dataType="double"><FieldRef field="d{(i + 1) % 1000}"/></DerivedField>'
        for i in range(1000)) + '</TransformationDictionary><TreeModel functionName="regression"><MiningSchema>'
        '<MiningField name="x"/></MiningSchema>' + leaves(simple().replace('"x"', '"d0"')) + '</TreeModel>'),
    "huge_array.pmml": lambda: tree(leaves('<SimpleSetPredicate field="x" booleanOperator="isIn"><Array n="999999999999" '
                                           'type="real">' + "1 " * 300000 + '</Array></SimpleSetPredicate>')),
    "deep.json": lambda: '{"learner":' * 100000 + "1" + "}" * 100000,
    "deep_lists.json": lambda: '{"learner":{"gradient_booster":' + "[" * 300000 + "]" * 300000 + "}}",
    "cycle.json": lambda: xgboost(lambda tree, _: tree.__setitem__("left_children", [0] * len(tree["left_children"]))),
    "far_child.json": lambda: xgboost(lambda tree, _: tree["left_children"].__setitem__(0, 2 ** 62)),
    "chain.json": lambda: xgboost(chain_of_nodes(50000)),
    "many_classes.json": lambda: xgboost(lambda _, m: m["learner"]["learner_model_param"].__setitem__("num_class", "999999999")),
    "many_features.json": lambda: xgboost(lambda _, m: m["learner"]["learner_model_param"].__setitem__("num_feature", "999999999")),
    "many_trees.json": lambda: xgboost(lambda _, m: m["learner"]["gradient_booster"]["model"]["gbtree_model_param"]
                                       .__setitem__("num_trees", "999999999999")),
    "long_numbers.json": lambda: xgboost(set_in_tree(split_conditions=[10 ** 4000] * 15)),
    "large_offsets.json": lambda: xgboost(lambda _, m: m["learner"]["gradient_booster"]["model"]["cats"]["enc"][5]
                                          .__setitem__("offsets", [0, 2 ** 40, -5, 3, 2 ** 63])),
    "large_category.json": lambda: xgboost(set_in_tree(categories=[2 ** 31 - 1])),
    "shared_nodes.json": lambda: score(60),
    "backward.json": lambda: score(4, yes=[0, 0, 0, 0]),
    "unicode_escapes.json": lambda: '{"learner":{"feature_names":["' + "\\ud800" * 200000 + '"]}}',
    "long_line.lightgbm": lambda: "tree\nversion=v4\nfeature_names=" + "a " * 1000000 + "\n",
    "many_leaves.lightgbm": lambda: (MODELS / "lightgbm_binary.txt").read_text().replace("num_leaves=6", "num_leaves=2000000000"),
    "many_cats.lightgbm": lambda: (MODELS / "lightgbm_binary.txt").read_text().replace("num_cat=0", "num_cat=2000000000"),
    "loop.lightgbm": lambda: (MODELS / "lightgbm_binary.txt").read_text().replace("left_child=3 2 -2 -1 -4", "left_child=0 0 0 0 0"),
    "nan.lightgbm": lambda: (MODELS / "lightgbm_binary.txt").read_text().replace("threshold=45.5", "threshold=nan"),
    "wide_info.lightgbm": lambda: (MODELS / "lightgbm_binary.txt").read_text().replace("-1:0:2:1:3", ":".join(map(str, range(1000000)))),
    "many_bins.csv": lambda: card(100000),
    "overlapping_bins.csv": lambda: "variable,bin,points\n" + 'age,"[0, 1000000)",1\n' * 50000,
    "set_bins.csv": lambda: "variable,bin,points\n" + "".join(
        'job,"' + "%,%".join(f"v{i}_{k}" for k in range(5)) + f'",{i}\n' for i in range(3000)),
    "deep.ubj": lambda: b"{" + b"i\x07learner{" * 100000,
    "long.ubj": lambda: b"{i\x07learner[$d#L\x7f\xff\xff\xff\xff\xff\xff\xff",
    "typed.ubj": lambda: b"{i\x07learner[$Z#L\x00\x00\x00\x7f\xff\xff\xff\xff]}",
}


def scrambled(name, count, seed=6):
    """The same file with a few bytes changed, cut out or doubled."""
    whole = (MODELS / name).read_bytes()
    draw = random.Random(seed)
    for _ in range(count):
        text = bytearray(whole)
        for _ in range(draw.randrange(1, 5)):
            at = draw.randrange(len(text))
            what = draw.randrange(4)
            if what == 0:
                text[at] = draw.randrange(256)
            elif what == 1:
                del text[at:at + draw.choice([1, 2, 10, 500])]
            elif what == 2:
                text[at:at] = text[at:at + draw.choice([1, 3, 100])]
            else:
                text[at:at + 1] = draw.choice([b"-", b"9999999999", b"1e400", b"[", b"}", b"null", b"\x00"])
            if not text:
                break
        yield bytes(text)


def write_all(folder):
    for name, make in FILES.items():
        content = make()
        path = pathlib.Path(folder) / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    write_all(target)
