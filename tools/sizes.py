#!/usr/bin/env python3
"""Source files over 400 lines and C++ or Python functions over 60: one line for each, and exit code 1 if there is any.

    sizes.py ROOT

Strings and comments are blanked first. A C++ function is a brace behind a parameter list outside every other function, with its head and
its constructor's initializers; a lambda counts as part of the function in which it stands, and by itself where it stands in none."""

import ast
import os
import re
import sys

LONGEST_FILE, LONGEST_FUNCTION = 400, 60
FOLDERS = ["gough", "apps", "python", "tests", "benchmarks", "examples", "tools"]
SOURCES = (".cpp", ".hpp", ".py", ".ts", ".mjs", ".sh", ".cmake", ".css")
SKIPPED = {"node_modules", "dist", "__pycache__"}

BLANKED = re.compile(r"""R"(?P<mark>[^\s()\\]*)\(.*?\)(?P=mark)"     # raw strings
    | "(?:\\.|[^"\\\n])*" | (?<![0-9a-zA-Z_])'(?:\\.|[^'\\\n])+'     # strings and characters; 1'000 is a number
    | //[^\n]* | /\*.*?\*/                                           # comments
    | ^[ \t]*\#(?:\\\n|[^\n])*                                       # directives""", re.X | re.S | re.M)
SCOPE = re.compile(r"(?:template\s*<.*>\s*)?(?:inline\s+)?(?:namespace|class|struct|union|enum|extern)\b", re.S)
# Behind the parameters: specifiers, a result type, a constructor's initializers.
FUNCTION = re.compile(r"\)\s*(?:const|noexcept|override|final|mutable|&|\s)*(?:->[^=;]*|:[^:].*)?$", re.S)
ACCESS = re.compile(r"\s*(?:public|private|protected)\s*:(?!:)")
LAMBDA = re.compile(r"\[[^\[\]]*\]\s*(?:mutable\s*)?$")
INITIALIZER = re.compile(r"\)\s*(?:noexcept\s*)?:[^:].*[,:]\s*[\w:<>]+$|\)\s*(?:noexcept\s*)?:\s*[\w:<>]+$", re.S)


def blanked(text):
    return BLANKED.sub(lambda found: re.sub(r"[^\n]", " ", found.group(0)), text)


def cpp_functions(text):
    """First line, last line and head of every function, lines counted from 1."""
    text = blanked(text)
    open_braces = []  # kind of each: scope, function, other; its head and where that starts
    start, depth = 0, 0  # of the current statement; of parentheses in it
    for at, sign in enumerate(text):
        if sign in "()":
            depth += 1 if sign == "(" else -1
        elif sign == ";" and depth == 0:
            start = at + 1
        elif sign == "{":
            while access := ACCESS.match(text, start, at):
                start = access.end()
            head = text[start:at].strip()
            inside = any(kind == "function" for kind, *_ in open_braces)
            if inside or INITIALIZER.search(head):
                kind = "other"
            elif SCOPE.match(head) and depth == 0:
                kind = "scope"
            else:
                kind = "function" if FUNCTION.search(head) or LAMBDA.search(head) else "other"
            first = start + len(text[start:at]) - len(text[start:at].lstrip())
            open_braces.append((kind, head, first, start, depth))
            start, depth = at + 1, 0
        elif sign == "}" and open_braces:
            kind, head, first, before, depth = open_braces.pop()
            if kind == "function":
                yield text.count("\n", 0, first) + 1, text.count("\n", 0, at) + 1, " ".join(head.split())
            start = before if kind == "other" else at + 1  # an initializer goes on with the head before it


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.end_lineno, f"def {node.name}"


def sources(root):
    for folder in FOLDERS:
        for path, folders, names in os.walk(os.path.join(root, folder)):
            folders[:] = sorted(set(folders) - SKIPPED)
            yield from (os.path.join(path, name) for name in sorted(names) if name.endswith(SOURCES) or name == "CMakeLists.txt")


def main():
    root = sys.argv[1]
    over = files = functions = 0
    for path in sources(root):
        name = os.path.relpath(path, root)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        files += 1
        lines = len(text.splitlines())
        if lines > LONGEST_FILE:
            print(f"{name}: {lines} lines; at most {LONGEST_FILE}")
            over += 1
        found = cpp_functions(text) if name.endswith((".cpp", ".hpp")) else python_functions(text) if name.endswith(".py") else ()
        for first, last, head in found:
            functions += 1
            if last - first >= LONGEST_FUNCTION:
                print(f"{name}:{first}: {last - first + 1} lines; at most {LONGEST_FUNCTION}: {head[:90]}")
                over += 1
    print(f"{files} files, {functions} functions, {over} over")
    return 1 if over or not functions else 0


if __name__ == "__main__":
    sys.exit(main())
