// How the program looks: a theme and a highlight style made of the page's own CSS variables. Knows no text.
import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags as t } from "@lezer/highlight";

// Custom properties reach into a shadow root, so one set of colours serves the page and the editor, light and dark.
export const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "transparent", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px", overscrollBehavior: "contain" },
  ".cm-content": { padding: "8px 0 24px", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 16px 0 8px" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--ink-faint)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "32px", padding: "0 4px 0 8px", fontVariantNumeric: "tabular-nums" },
  ".cm-activeLine": { backgroundColor: "var(--line-here)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selection)",
  },
  ".cm-content ::selection": { backgroundColor: "var(--selection)" },
  "&.cm-focused .cm-matchingBracket, .cm-matchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--accent)",
  },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", outline: "1px solid var(--bad)" },
  ".cm-spotlight": { backgroundColor: "var(--accent-wash)", boxShadow: "inset 2px 0 var(--accent)" },
  ".cm-gutter-lint": { width: "14px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "3px 0 0 2px" },
  ".cm-lint-marker": { width: "12px", height: "12px" },
  ".cm-lint-marker-error": { content: "none" },
  ".cm-lint-marker-error::before": {
    content: '"!"',
    display: "block",
    width: "12px",
    height: "12px",
    font: "600 10px/12px var(--sans)",
    textAlign: "center",
    color: "var(--paper)",
    backgroundColor: "var(--bad)",
    borderRadius: "50%",
  },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad)", textUnderlineOffset: "3px" },
  ".cm-tooltip": {
    color: "var(--ink)",
    backgroundColor: "var(--sheet)",
    border: "1px solid var(--line-strong)",
    borderRadius: "6px",
    boxShadow: "var(--shadow)",
    overflow: "hidden",
  },
  ".cm-diagnostic": { font: "13px/20px var(--sans)", padding: "6px 12px", borderLeft: "none", whiteSpace: "pre-wrap" },
});

export const highlight = HighlightStyle.define([
  { tag: [t.keyword, t.controlKeyword, t.operatorKeyword, t.definitionKeyword, t.moduleKeyword], color: "var(--code-keyword)", fontWeight: "500" },
  { tag: [t.string, t.special(t.string)], color: "var(--code-string)" },
  { tag: [t.number, t.bool, t.null], color: "var(--code-number)" },
  { tag: [t.lineComment, t.blockComment], color: "var(--ink-soft)", fontStyle: "italic" },
  { tag: [t.function(t.definition(t.variableName)), t.definition(t.className)], fontWeight: "500" },
  { tag: t.invalid, color: "var(--bad)" },
]);
