// Small pieces that several panels share: a tag, code that keeps its digits. Knows no application state.
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { layOut, readJson } from "./json_text.ts";

export function Tag({ children, tone = "plain" }: { readonly children: ComponentChildren; readonly tone?: "plain" | "bad" | "new" }) {
  return <span class={`tag ${tone}`}>{children}</span>;
}

// Colouring costs an element per token; a very long text is still laid out, in one piece.
const LONGEST_COLOURED = 40_000;

/** JSON laid out and lightly coloured, every digit kept; any other text as it is. */
export function Code({ text, width = 56 }: { readonly text: string; readonly width?: number }) {
  const pieces = useMemo(() => {
    const node = readJson(text);
    return node === null ? null : layOut(text, node, width);
  }, [text, width]);
  if (pieces === null) return <pre class="code">{text}</pre>;
  if (text.length > LONGEST_COLOURED) return <pre class="code">{pieces.map((piece) => piece.text).join("")}</pre>;
  return (
    <pre class="code">
      {pieces.map((piece) => (piece.kind === "plain" ? piece.text : <span class={`j-${piece.kind}`}>{piece.text}</span>))}
    </pre>
  );
}

/** What had to be read generously, in words. */
export function PutRight({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <div class="put-right">
      <h4>Put right on reading</h4>
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
