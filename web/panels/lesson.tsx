// The Read panel: the lesson's prose, whose links lead to events of the trace. Refuses to know Markdown.
import { useEffect, useRef } from "preact/hooks";
import type { App } from "../state/app.ts";
import { goTo } from "./desk.ts";

export function ReadPanel({ app }: { readonly app: App }) {
  const host = useRef<HTMLDivElement>(null);
  const { text } = app.lesson.value;

  useEffect(() => {
    let gone = false;
    void import("./prose.ts").then(({ renderProse }) => {
      if (!gone) host.current?.replaceChildren(renderProse(text));
    });
    return () => {
      gone = true;
    };
  }, [text]);

  return (
    <div
      class="prose"
      tabIndex={0}
      role="region"
      aria-label="Lesson text"
      ref={host}
      onClick={(event) => {
        const link = event.target instanceof Element ? event.target.closest("a[href^='event:']") : null;
        if (link === null) return;
        event.preventDefault();
        goToLast(app, link.getAttribute("href")?.slice("event:".length) ?? "");
      }}
    />
  );
}

/** Moves the cursor to the last event of a kind, and shows it; says so when there is none yet. */
function goToLast(app: App, kind: string): void {
  const index = app.items.value.findLastIndex((item) => item.event.kind === kind);
  if (index === -1) {
    app.notice.value = `There is no ${kind} in the trace yet: press Step and look again.`;
    return;
  }
  goTo(app, index + 1);
}
