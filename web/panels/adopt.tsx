// Draws the page over the skeleton that index.html paints, and keeps what was typed into it. Refuses to know what runs.
import { render } from "preact";
import type { App } from "../state/app.ts";
import { Shell } from "./shell.tsx";

const BOX = "#question";

/** Replaces the skeleton inside `root`; the text, the focus and the cursor of the question box stay as they were. */
export function drawOver(root: HTMLElement, app: App): void {
  const early = root.querySelector<HTMLTextAreaElement>(BOX);
  const typed = early?.value ?? "";
  const focused = early !== null && document.activeElement === early;
  const [start, end] = [early?.selectionStart ?? 0, early?.selectionEnd ?? 0];
  if (typed !== "") app.question.value = typed;
  root.replaceChildren();
  render(<Shell app={app} />, root);
  const box = root.querySelector<HTMLTextAreaElement>(BOX);
  if (!focused || box === null) return;
  box.focus();
  box.setSelectionRange(start, end);
}
