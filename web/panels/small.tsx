// Small pieces that several panels share: a tag, code that keeps its digits. Knows no application state.
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { layOut, readJson } from "./json_text.ts";

export function Tag({ children, tone = "plain" }: { readonly children: ComponentChildren; readonly tone?: "plain" | "bad" | "new" }) {
  return <span class={`tag ${tone}`}>{children}</span>;
}

// Colouring costs an element per token; a very long text is still laid out, in one piece.
const LONGEST_COLOURED = 40_000;
const SHORT = 200;

/** JSON laid out and lightly coloured, every digit kept; any other text as it is. */
export function Code({ text, width = 56 }: { readonly text: string; readonly width?: number }) {
  const pieces = useMemo(() => {
    const node = readJson(text);
    return node === null ? null : layOut(text, node, width);
  }, [text, width]);
  // What may scroll must be reachable by keyboard.
  const tabIndex = text.length > SHORT ? 0 : undefined;
  if (pieces === null) return <pre class="code" tabIndex={tabIndex}>{text}</pre>;
  if (text.length > LONGEST_COLOURED) return <pre class="code" tabIndex={tabIndex}>{pieces.map((piece) => piece.text).join("")}</pre>;
  return (
    <pre class="code" tabIndex={tabIndex}>
      {pieces.map((piece) => (piece.kind === "plain" ? piece.text : <span class={`j-${piece.kind}`}>{piece.text}</span>))}
    </pre>
  );
}

const MOST_SHOWN = 800;

/** Prose text; a very long one is shown in part until the reader wants all of it. */
export function LongText({ text }: { readonly text: string }) {
  const [all, setAll] = useState(false);
  if (all || text.length <= MOST_SHOWN) return <p class="prose-text">{text}</p>;
  return (
    <p class="prose-text">
      {text.slice(0, MOST_SHOWN / 2)}…{" "}
      <button type="button" class="link" onClick={() => setAll(true)}>
        All {text.length.toLocaleString("en")} characters
      </button>
    </p>
  );
}

/** What had to be read generously, or written otherwise, in words. */
export function PutRight({ notes, title = "Put right on reading" }: { readonly notes: readonly string[]; readonly title?: string }) {
  if (notes.length === 0) return null;
  return (
    <div class="put-right">
      <h4>{title}</h4>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  );
}

/** Exact text, no character changed. */
export function Exact({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <pre class="code exact" tabIndex={0} role="group" aria-label={label}>
      {text === "" ? "(empty)" : text}
    </pre>
  );
}
