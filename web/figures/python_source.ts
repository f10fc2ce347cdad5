// Finds, in a program's source text, the lines that declare a tool's arguments: the fields of a class, the parameters of
// a function or a lambda. Reads by brackets and indentation; refuses to know Python any better than that.

/** One declared argument: `text` is its declaration as written, on one line. */
export interface Declared {
  readonly name: string;
  readonly text: string;
}

/** Where the declarations were found. */
export interface Declaration {
  readonly kind: "class" | "function";
  readonly file: string;
  readonly name: string;
  readonly fields: readonly Declared[];
}

type Files = Readonly<Record<string, string>>;

/** The declaration behind a tool, by how its callable is shown: `solve(SolveArgs)`, `add(a, b)`, `add`. */
export function declarationOf(files: Files, tool: string, target: string): Declaration | null {
  const named = /^[^(]*\(\s*(\w+)\s*\)$/.exec(target)?.[1];
  return (named === undefined ? null : classOf(files, named)) ?? functionOf(files, tool) ?? lambdaOf(files, tool);
}

function classOf(files: Files, name: string): Declaration | null {
  for (const [file, source] of Object.entries(files)) {
    const fields = fieldsOf(source, name);
    if (fields !== null) return { kind: "class", file, name, fields };
  }
  return null;
}

/** The annotated fields of a class; null when there is no such class. */
export function fieldsOf(source: string, name: string): readonly Declared[] | null {
  const head = new RegExp(`^([ \\t]*)class[ \\t]+${escaped(name)}\\b[^\\n]*\\n`, "m").exec(source);
  if (head === null) return null;
  const outer = head[1]!.length;
  let inner = -1;
  const fields: Declared[] = [];
  for (const line of logicalLines(source.slice(head.index + head[0].length))) {
    if (line.indent <= outer) break;
    if (inner === -1) inner = line.indent;
    const field = line.indent === inner ? /^(\w+)\s*:/.exec(line.text) : null;
    if (field !== null && !/^(class|def|try|else|finally|with)$/.test(field[1]!)) fields.push({ name: field[1]!, text: line.text });
  }
  return fields;
}

function functionOf(files: Files, name: string): Declaration | null {
  const head = new RegExp(`^[ \\t]*(?:async[ \\t]+)?def[ \\t]+${escaped(name)}[ \\t]*\\(`, "m");
  return parametersAfter(files, name, head, ")");
}

/** `"add": lambda a, b: …`, as in a dict of tools. */
function lambdaOf(files: Files, name: string): Declaration | null {
  return parametersAfter(files, name, new RegExp(`["']${escaped(name)}["']\\s*:\\s*lambda\\b`), ":");
}

function parametersAfter(files: Files, name: string, head: RegExp, close: string): Declaration | null {
  for (const [file, source] of Object.entries(files)) {
    const match = head.exec(source);
    if (match === null) continue;
    const fields = parameters(source.slice(match.index + match[0].length), close);
    if (fields !== null) return { kind: "function", file, name, fields };
  }
  return null;
}

/** What stands between here and `close`, split at its commas; null when it never closes. */
function parameters(text: string, close: string): readonly Declared[] | null {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const token of tokensOf(text)) {
    if (depth === 0 && token.text === close) {
      const declared = [...parts, part].map((each) => each.replace(/\s+/g, " ").trim());
      return declared.filter((each) => /^\w/.test(each)).map((each) => ({ name: /^\w+/.exec(each)![0], text: each }));
    }
    if (token.kind === "comment") continue;
    depth += depthOf(token.text);
    if (depth === 0 && token.text === ",") {
      parts.push(part);
      part = "";
    } else part += token.text;
  }
  return null;
}

interface Line {
  readonly indent: number;
  readonly text: string;
}

/** Lines as Python counts them: what stands in brackets is one line, white space drawn together, comments left out. */
function* logicalLines(source: string): Generator<Line> {
  let depth = 0;
  let text = "";
  let indent: number | null = null;
  for (const token of tokensOf(source)) {
    if (token.text === "\n" && depth === 0) {
      if (text.trim() !== "") yield { indent: indent ?? 0, text: tidy(text) };
      text = "";
      indent = null;
      continue;
    }
    if (token.kind === "comment") continue;
    indent ??= token.kind === "space" ? token.text.length : 0;
    depth = Math.max(0, depth + depthOf(token.text));
    text += token.kind === "space" || token.text === "\n" ? " " : token.text;
  }
  if (text.trim() !== "") yield { indent: indent ?? 0, text: tidy(text) };
}

/** Without what joining lines leaves behind: space just inside brackets, a comma before the closing one. */
function tidy(text: string): string {
  const tokens = [...tokensOf(text.trim())];
  const kept = tokens.filter(({ kind, text: token }, index) => {
    const [before, after] = [tokens[index - 1]?.text ?? "", tokens[index + 1]];
    if (kind === "space") return depthOf(before) !== 1 && depthOf(after?.text ?? "") !== -1;
    return !(token === "," && after?.kind === "space" && depthOf(tokens[index + 2]?.text ?? "") === -1);
  });
  return kept.map(({ kind, text: token }) => (kind === "space" ? " " : token)).join("");
}

interface Token {
  readonly kind: "string" | "comment" | "space" | "mark";
  readonly text: string;
}

// A string keeps its brackets, commas and number signs to itself; an unclosed one goes to the end of its line.
const TOKEN =
  /(?<string>"""(?:\\[\s\S]|[\s\S])*?"""|'''(?:\\[\s\S]|[\s\S])*?'''|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?)|(?<comment>#[^\n]*)|(?<space>[ \t\r]+)|(?<mark>\w+|[\s\S])/gy;

function* tokensOf(source: string): Generator<Token> {
  for (const match of source.matchAll(TOKEN)) {
    const { string, comment, space } = match.groups!;
    const kind = string !== undefined ? "string" : comment !== undefined ? "comment" : space !== undefined ? "space" : "mark";
    yield { kind, text: match[0] };
  }
}

function depthOf(token: string): number {
  if (token === "(" || token === "[" || token === "{") return 1;
  return token === ")" || token === "]" || token === "}" ? -1 : 0;
}

function escaped(name: string): string {
  return name.replace(/[^\w]/g, "\\$&");
}
