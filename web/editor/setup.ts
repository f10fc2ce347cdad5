// Sets up CodeMirror for a program of several files. Knows text, lines and marks; refuses to know Python's meaning, the
// page's state and who checks the program. Loaded on demand: the page paints the source as plain text before this is here.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics, type Diagnostic as Mark } from "@codemirror/lint";
import { EditorState, StateEffect, StateField, type Extension, type Text } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, type DecorationSet } from "@codemirror/view";
import type { Diagnostic } from "../protocol.ts";
import { highlight, look } from "./theme.ts";

export interface Editor {
  /** Shows a file. Each keeps its own cursor and history; a text that differs from the shown one is an undoable change. */
  show(file: string, text: string): void;
  /** Marks the places of the shown file. */
  mark(places: readonly Diagnostic[]): void;
  /** Brings a line to the reader's eye and puts the cursor there. Lines count from 1. */
  reveal(line: number): void;
  destroy(): void;
}

/**
 * An editor inside `root`. Under `style-src 'self'` CodeMirror has no styles in the document, and has them in a shadow
 * root, where it adopts style sheets. `changed` is called for what the reader changes, not for what `show` does.
 */
export function createEditor(root: ShadowRoot, changed: (file: string, text: string) => void): Editor {
  const states = new Map<string, EditorState>();
  let file = "";
  let showing = false;
  const view = new EditorView({
    root,
    parent: root,
    dispatchTransactions(transactions, target) {
      target.update(transactions);
      if (!showing && transactions.some((transaction) => transaction.docChanged)) changed(file, target.state.doc.toString());
    },
  });
  const quietly = (action: () => void) => {
    showing = true;
    action();
    showing = false;
  };

  return {
    show(wanted, text) {
      if (wanted !== file) {
        if (file !== "") states.set(file, view.state);
        file = wanted;
        view.setState(states.get(file) ?? EditorState.create({ doc: text, extensions: extensions(file) }));
        drawWhole(view);
      }
      const { doc } = view.state;
      if (doc.toString() === text) return;
      quietly(() => view.dispatch({ changes: { from: 0, to: doc.length, insert: text } }));
    },
    mark(places) {
      const { doc } = view.state;
      view.dispatch(setDiagnostics(view.state, places.filter((place) => place.file === file).map((place) => markOf(doc, place))));
    },
    reveal(line) {
      const { doc } = view.state;
      const { from } = doc.line(Math.min(doc.lines, Math.max(1, line)));
      view.dispatch({ selection: { anchor: from }, effects: [spotlit.of(from), EditorView.scrollIntoView(from, { y: "center" })] });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

const MOST_LINES_DRAWN = 1500;

/**
 * Draws all lines and not only those in sight, so that a screen reader, the browser's own search and whoever reads the
 * page find the whole program. CodeMirror 6 does this for printing only and has no option for it; without its inner
 * flag (6.43 has it) the editor just draws what is in sight.
 */
function drawWhole(view: EditorView): void {
  const inner = (view as unknown as { readonly viewState?: { printing?: boolean } }).viewState;
  if (typeof inner?.printing !== "boolean") return;
  inner.printing = view.state.doc.lines <= MOST_LINES_DRAWN;
  view.requestMeasure();
}

function extensions(file: string): Extension {
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    indentUnit.of("    "),
    EditorState.tabSize.of(4),
    bracketMatching(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    python(),
    syntaxHighlighting(highlight),
    spotlight,
    look,
    // Tab indents; Escape and then Tab leaves the editor, so a keyboard is never trapped in it.
    keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ "aria-label": `Program ${file}`, tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
  ];
}

/** Where a diagnostic stands in the text: from its column to the end of the line, at least one character if there is one. */
function markOf(doc: Text, place: Diagnostic): Mark {
  const line = doc.line(Math.min(doc.lines, Math.max(1, place.line)));
  const from = Math.min(line.to, line.from + Math.max(0, place.column - 1));
  return { from: from === line.to ? Math.max(line.from, from - 1) : from, to: line.to, severity: "error", message: place.message };
}

/** The line that something outside pointed at; gone at the next change of the text. */
const spotlit = StateEffect.define<number>();
const spotlight = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(spotlit)) return Decoration.set([Decoration.line({ class: "cm-spotlight" }).range(effect.value)]);
    }
    return transaction.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});
