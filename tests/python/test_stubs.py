"""The type stubs name what the module has, no more and no less, and all of it is documented."""

import ast
import inspect
import os
import re

import gough

STUB = os.path.join(os.path.dirname(gough.__file__), "__init__.pyi")


def stub():
    with open(STUB, encoding="utf-8") as file:
        return ast.parse(file.read())


def members(node):
    return {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}


def arguments(function):
    """Of a stub; those behind `*` go by keyword only."""
    keywords = [a.arg for a in function.args.kwonlyargs]
    return [a.arg for a in function.args.args if a.arg != "self"] + (["*"] + keywords if keywords else [])


def actual_arguments(function):
    """Of a bound function, from the signature in its docstring; of a Python one, by inspection."""
    if inspect.isfunction(function):
        return list(inspect.signature(function).parameters)
    inside = re.match(r"\w+\((.*)\) -> ", function.__doc__.split("\n")[0]).group(1)
    depth, parts = 0, [""]
    for character in inside:
        depth += character in "[({"
        depth -= character in "])}"
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    names = [part.split(":")[0].strip() for part in parts if part.strip()]
    return [name for name in names if name != "self"]


def test_functions_and_classes_are_those_of_the_module():
    tree = stub()
    named = {item.name for item in tree.body if isinstance(item, (ast.FunctionDef, ast.ClassDef))}
    assert named == set(gough.__all__)
    assert named == {name for name in vars(gough) if not name.startswith("_")}


def test_arguments_are_those_of_the_module():
    for name, node in members(stub()).items():
        assert arguments(node) == actual_arguments(getattr(gough, name)), name


def test_members_of_classes_are_those_of_the_module():
    for node in stub().body:
        if not isinstance(node, ast.ClassDef) or node.name.endswith("Error"):
            continue
        kind = getattr(gough, node.name)
        actual = {name for name in vars(kind) if not name.startswith("_") or name == "__call__"}
        assert actual == set(members(node)) - {"__init__"}, node.name
        for name, function in members(node).items():
            if isinstance(vars(kind).get(name), property):
                assert any(isinstance(d, ast.Name) and d.id == "property" for d in function.decorator_list), name
            else:
                assert arguments(function) == actual_arguments(getattr(kind, name)), (node.name, name)


def test_everything_is_documented():
    for name in gough.__all__:
        thing = getattr(gough, name)
        assert thing.__doc__ and "." in thing.__doc__.split("->")[-1], name
        if inspect.isclass(thing) and not name.endswith("Error"):
            for member in vars(thing):
                if not member.startswith("_"):
                    assert getattr(thing, member).__doc__, (name, member)


def test_package_says_that_it_is_typed():
    assert os.path.exists(os.path.join(os.path.dirname(gough.__file__), "py.typed"))
