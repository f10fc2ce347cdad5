// Reads JSON text into a tree that keeps every character, and lays it out again. Refuses to make a number of a number:
// digits are text here, since a JavaScript number would lose some of them.

interface Span {
  /** Offsets into the source text: `text.slice(start, end)` is the value as it was written. */
  readonly start: number;
  readonly end: number;
}
export type JsonNode =
  | (Span & { readonly type: "object"; readonly entries: readonly JsonEntry[] })
  | (Span & { readonly type: "array"; readonly items: readonly JsonNode[] })
  | (Span & { readonly type: "string"; readonly value: string })
  | (Span & { readonly type: "number" | "word" });

export interface JsonEntry {
  readonly key: string;
  /** Where the key, quotes included, stands in the source text. */
  readonly keySpan: Span;
  readonly value: JsonNode;
}

/** A piece of laid-out text. Joined, the pieces are the text; `kind` says how to colour one. */
export interface Piece {
  readonly kind: "key" | "string" | "number" | "word" | "plain";
  readonly text: string;
}

const TOKEN = /[ \t\r\n]*(?:([{}[\],:])|("[^"\\\u0000-\u001f]*(?:\\.[^"\\\u0000-\u001f]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null))/y;
const DEEPEST = 200;

class NotJson extends Error {}

/** The tree of a JSON text; null when it is not JSON, or nested deeper than anyone reads. */
export function readJson(text: string): JsonNode | null {
  try {
    return new Reader(text).whole();
  } catch (error) {
    if (error instanceof NotJson) return null;
    throw error;
  }
}

class Reader {
  private at = 0;
  private token = "";
  private start = 0;
  private type: "mark" | "string" | "number" | "word" | "end" = "end";

  constructor(private readonly text: string) {
    this.advance();
  }

  whole(): JsonNode {
    const node = this.value(0);
    if (this.type !== "end") throw new NotJson();
    return node;
  }

  private advance(): void {
    TOKEN.lastIndex = this.at;
    const match = TOKEN.exec(this.text);
    if (match === null) {
      if (this.text.slice(this.at).trim() !== "") throw new NotJson();
      this.type = "end";
      this.token = "";
      return;
    }
    this.token = match[1] ?? match[2] ?? match[3] ?? match[4] ?? "";
    this.type = match[1] ? "mark" : match[2] ? "string" : match[3] ? "number" : "word";
    this.at = TOKEN.lastIndex;
    this.start = this.at - this.token.length;
  }

  private value(depth: number): JsonNode {
    if (depth > DEEPEST) throw new NotJson();
    const span = { start: this.start, end: this.at };
    switch (this.type) {
      case "string": {
        const value = unquote(this.token);
        this.advance();
        return { type: "string", value, ...span };
      }
      case "number":
      case "word": {
        const type = this.type;
        this.advance();
        return { type, ...span };
      }
      case "mark":
        if (this.token === "{") return this.object(depth);
        if (this.token === "[") return this.array(depth);
        throw new NotJson();
      case "end":
        throw new NotJson();
    }
  }

  private object(depth: number): JsonNode {
    const start = this.start;
    const entries: JsonEntry[] = [];
    const end = this.list("}", () => {
      if (this.type !== "string") throw new NotJson();
      const key = unquote(this.token);
      const keySpan = { start: this.start, end: this.at };
      this.advance();
      if (this.token !== ":") throw new NotJson();
      this.advance();
      entries.push({ key, keySpan, value: this.value(depth + 1) });
    });
    return { type: "object", entries, start, end };
  }

  private array(depth: number): JsonNode {
    const start = this.start;
    const items: JsonNode[] = [];
    const end = this.list("]", () => items.push(this.value(depth + 1)));
    return { type: "array", items, start, end };
  }

  /** Reads what stands between two brackets, commas included, and returns the offset after the closing one. */
  private list(close: "}" | "]", item: () => void): number {
    this.advance();
    if (!this.isMark(close)) {
      item();
      while (this.isMark(",")) {
        this.advance();
        item();
      }
    }
    if (!this.isMark(close)) throw new NotJson();
    const end = this.at;
    this.advance();
    return end;
  }

  private isMark(mark: string): boolean {
    return this.type === "mark" && this.token === mark;
  }
}

function unquote(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    // Only a bad escape such as \x gets here.
    throw new NotJson();
  }
}

/** The value under `key`; the last one when a key comes twice, as in Python. */
export function member(node: JsonNode | null | undefined, key: string): JsonNode | null {
  if (node?.type !== "object") return null;
  return node.entries.findLast((entry) => entry.key === key)?.value ?? null;
}

/** The items of an array; none for anything else. */
export function items(node: JsonNode | null): readonly JsonNode[] {
  return node?.type === "array" ? node.items : [];
}

/** The value of a string; null for anything else. */
export function stringOf(node: JsonNode | null): string | null {
  return node?.type === "string" ? node.value : null;
}

/** The same JSON on one line, one space after each comma and colon. */
export function oneLine(text: string, node: JsonNode): string {
  switch (node.type) {
    case "object": {
      const inner = node.entries.map((e) => `${text.slice(e.keySpan.start, e.keySpan.end)}: ${oneLine(text, e.value)}`);
      return `{${inner.join(", ")}}`;
    }
    case "array":
      return `[${node.items.map((item) => oneLine(text, item)).join(", ")}]`;
    case "string":
    case "number":
    case "word":
      return text.slice(node.start, node.end);
  }
}

/** `node` laid out for reading: a value that fits into `width` columns stays on one line, others are opened up. */
export function layOut(text: string, node: JsonNode, width = 60): Piece[] {
  const pieces: Piece[] = [];
  const plain = (value: string) => pieces.push({ kind: "plain", text: value });

  const put = (value: JsonNode, indent: number, taken: number): void => {
    if (value.type !== "object" && value.type !== "array") {
      pieces.push({ kind: value.type, text: text.slice(value.start, value.end) });
      return;
    }
    const [open, close] = value.type === "object" ? ["{", "}"] : ["[", "]"];
    const parts: readonly (JsonNode | JsonEntry)[] = value.type === "object" ? value.entries : value.items;
    // The length in the source bounds the length on one line from below closely enough to skip the large ones.
    const flat = parts.length === 0 || (fits(value, width) && indent + taken + oneLine(text, value).length <= width);
    const inner = indent + 2;
    plain(open);
    parts.forEach((part, index) => {
      if (index > 0) plain(flat ? ", " : ",");
      if (!flat) plain(`\n${" ".repeat(inner)}`);
      if ("key" in part) {
        const key = text.slice(part.keySpan.start, part.keySpan.end);
        pieces.push({ kind: "key", text: key });
        plain(": ");
        put(part.value, inner, key.length + 2);
      } else {
        put(part, inner, 0);
      }
    });
    if (!flat) plain(`\n${" ".repeat(indent)}`);
    plain(close);
  };

  put(node, 0, 0);
  return pieces;
}

function fits(node: JsonNode, width: number): boolean {
  return node.end - node.start <= width * 4;
}

/** Re-indented JSON; the text itself when it is not JSON. */
export function reindent(text: string, width = 60): string {
  const node = readJson(text);
  return node === null ? text : layOut(text, node, width).map((piece) => piece.text).join("");
}
