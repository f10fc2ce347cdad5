# What we use of Pyodide's Python side, for type checks outside Pyodide. Never imported by a running program.
