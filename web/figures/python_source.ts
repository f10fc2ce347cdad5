// Finds, in a program's source text, the lines that declare a tool's arguments: the fields of a class, the parameters of
// a function or a lambda. Reads by brackets and indentation; refuses to know Python any better than that.

/** One declared argument: `text` is its declaration as written, on one line. */
export interface Declared {
  readonly name: string;
  readonly text: string;
  /** The class or function it stands in: a class may have it from another one. */
  readonly from: string;
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
  const found = headOf(files, name);
  return found === null ? null : { kind: "class", file: found.file, name, fields: [...inherited(files, name, []).values()] };
}

interface Head {
  readonly file: string;
  readonly indent: number;
  readonly bases: readonly string[];
  /** What follows the line with the class's name. */
  readonly rest: string;
}

function headOf(files: Files, name: string): Head | null {
  const head = new RegExp(`^([ \\t]*)class[ \\t]+${escaped(name)}\\b(?:\\(([^)]*)\\))?[^\\n]*\\n`, "m");
  for (const [file, source] of Object.entries(files)) {
    const match = head.exec(source);
    if (match === null) continue;
    const bases = (match[2] ?? "").split(",").flatMap((base) => /^\s*(?:\w+\.)?(\w+)\s*$/.exec(base)?.[1] ?? []);
    return { file, indent: match[1]!.length, bases, rest: source.slice(match.index + match[0].length) };
  }
  return null;
}

/** Fields by name, in the order in which Pydantic has them: those of the classes it builds on come first. */
function inherited(files: Files, name: string, below: readonly string[]): Map<string, Declared> {
  const fields = new Map<string, Declared>();
  const head = below.includes(name) ? null : headOf(files, name);
  for (const base of head?.bases ?? []) inherited(files, base, [...below, name]).forEach((field, key) => fields.set(key, field));
  for (const field of head === null ? [] : fieldsIn(head)) fields.set(field.name, { ...field, from: name });
  return fields;
}

function fieldsIn({ rest, indent }: Head): readonly Omit<Declared, "from">[] {
  let inner = -1;
  const fields: Omit<Declared, "from">[] = [];
  for (const line of logicalLines(rest)) {
    if (line.indent <= indent) break;
    if (inner === -1) inner = line.indent;
    const field = line.indent === inner ? /^(\w+)\s*:/.exec(line.text)?.[1] : undefined;
    if (field !== undefined && !/^(try|else|finally)$/.test(field)) fields.push({ name: field, text: line.text });
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
    if (fields !== null) return { kind: "function", file, name, fields: fields.map((field) => ({ ...field, from: name })) };
  }
  return null;
}

/** What stands between here and `close`, split at its commas; null when it never closes. */
function parameters(text: string, close: string): readonly Omit<Declared, "from">[] | null {
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
  /(?<string>"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?)|(?<comment>#[^\n]*)|(?<space>[ \t\r]+)|(?<mark>\w+|[\s\S])/gy;

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

const LONG = 40;
const KEPT = 18;

/** `text` with its long strings cut, so that its shape is seen. Strings that stand side by side are one, as in Python. */
export function shape(text: string): string {
  const run = /(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')(?:\s+(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'))*/g;
  return text.replace(run, (strings) => (strings.length <= LONG ? strings : `${beginning(strings)}…${strings[0]!}`));
}

/** A few whole words, where it has words. */
function beginning(strings: string): string {
  const cut = strings.slice(0, KEPT);
  const words = strings[KEPT] === " " ? cut : cut.replace(/(?<=\S)\s+\S*$/, "");
  return words.replace(/[,;:.]$/, "");
}
