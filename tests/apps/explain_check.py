"""Whether the matrices of a written model give the efforts of `gough idm`, and whether its page and its article are well formed.

explain_check.py MODEL EFFORTS: reads MODEL.json, MODEL.html, MODEL.tex and what `gough idm --formulation all --json` printed.
"""

import html.parser
import json
import re
import sys

TOLERANCE = 1e-12  # of the largest term: some ten thousand roundings


def rows(matrix):
    return [row if isinstance(row, list) else [row] for row in matrix["value"]]


def product(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def transposed(a):
    return [list(column) for column in zip(*a)]


def column(values):
    return [[x] for x in values]


def bodies(part):
    for leg in part.get("legs", {}).values():
        yield from leg.get("bodies", {}).values()
    yield from part.get("nacelle", {}).values()


def terms(letter, part, tau):
    """Terms whose sum is zero."""
    at = lambda key: rows(part[key])
    minus = lambda a: [[-x for x in row] for row in a]
    if letter == "E":
        return [product(at("A"), tau), at("b")]
    if letter == "V":
        out = [minus(product(transposed(rows(b["J"])), product(rows(b["Omega"]), rows(b["p"])))) for b in bodies(part) if "J" in b]
        return out + [product(transposed(at("Jinv")), tau), minus(product(at("W_joints"), at("p_joints"))), minus(at("w"))]
    if letter == "P":
        return [product(transposed(at("Jinv")), tau), minus(product(at("M_rob"), at("dVr"))), minus(at("c_rob"))]
    return [product(at("Lambda"), tau), at("tau_W"), minus(product(at("M"), at("du"))), minus(product(at("N"), at("u")))]


class Page(html.parser.HTMLParser):
    """Elements that are closed in the order in which they were opened, and no address elsewhere."""

    def __init__(self):
        super().__init__()
        self.open, self.wrong = [], []

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.wrong += [f"{tag} {name}={value}" for name, value in attributes if name in ("src", "href") and not value.startswith("#")]

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")


def check_article(text):
    wrong = []
    opened = []
    for what, name in re.findall(r"\\(begin|end)\{(\w+)\}", text):
        if what == "begin":
            opened.append(name)
        elif not opened or opened.pop() != name:
            wrong.append(f"\\end{{{name}}}")
    depth = 0
    for sign in re.findall(r"\\.|[{}]", text):
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            wrong.append("}")
            break
    return wrong + (["braces"] if depth else []) + [f"\\begin{{{name}}}" for name in opened]


def main(model, efforts):
    with open(model + ".json") as file:
        written = json.load(file)["formulations"]
    with open(efforts) as file:
        expected = json.load(file)["efforts"]
    wrong = []
    for letter, part in written.items():
        if "refused" in part:
            wrong += [f"{letter} is refused, yet idm has it"] if letter in expected else []
            continue
        tau = expected.pop(letter)
        found = part["efforts"]["value"]
        largest = max(abs(x) for x in tau)
        error = max(abs(x - y) for x, y in zip(tau, found)) / largest
        if not error < TOLERANCE:
            wrong.append(f"{letter}: efforts differ by {error:.2e} of the largest")
        parts = terms(letter, part, column(tau))
        size = max(abs(x[0]) for term in parts for x in term)
        rest = max(abs(sum(term[r][0] for term in parts)) for r in range(len(parts[0]))) / size
        if not rest < TOLERANCE:
            wrong.append(f"{letter}: the equation leaves {rest:.2e}")
    wrong += [f"{letter} is missing" for letter in expected]
    page = Page()
    with open(model + ".html") as file:
        page.feed(file.read())
    wrong += [f"{model}.html: {what}" for what in page.wrong + page.open]
    with open(model + ".tex") as file:
        wrong += [f"{model}.tex: {what}" for what in check_article(file.read())]
    for what in wrong:
        print(what)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
