// Shows everything about the event at the cursor, in plain form or as the exact text, and lets a held one be changed.
import { useState } from "preact/hooks";
import type { Event } from "../generated/events.ts";
import type { App } from "../state/app.ts";
import type { TraceItem } from "../state/trace.ts";
import { DispatchView, LogView, QuestionView, AnswerView, ResultView, StoppedView } from "./detail_small.tsx";
import { RequestView, ResponseView } from "./detail_http.tsx";
import { Edit, editOf } from "./edit.tsx";
import { KindIcon } from "./icons.tsx";
import { Exact, Tag } from "./small.tsx";
import { wordsOf } from "./sentences.ts";

export function Details({ app }: { readonly app: App }) {
  const item = app.view.value.current;
  return (
    <section id="details" class="details" aria-label="Details" tabIndex={-1}>
      {item === null ? (
        <p class="empty">Pick a step of the trace to see what was sent, what came back and the exact text.</p>
      ) : (
        // A new key for a new step: what was open or half edited belongs to the step it was about.
        <Item key={item.seq} app={app} item={item} />
      )}
    </section>
  );
}

function Item({ app, item }: { readonly app: App; readonly item: TraceItem }) {
  const [raw, setRaw] = useState(false);
  const [editing, setEditing] = useState(false);
  const { event, before, seq } = item;
  const words = wordsOf(event);
  const exact = exactOf(event);
  const held = app.held.value?.seq === seq;
  return (
    <>
      <header class="details-head">
        <h3>
          <span class="seq">{seq}</span>
          <KindIcon kind={event.kind} />
          {event.kind}
        </h3>
        {before !== null && <Tag tone="new">edited</Tag>}
        <div class="panel-tools">
          {held && editOf(event) !== null && !editing && (
            <button type="button" class="button small" onClick={() => setEditing(true)}>
              Edit
            </button>
          )}
          {exact !== null && (
            <div class="switch" role="group" aria-label="Form">
              <button type="button" aria-pressed={!raw} onClick={() => setRaw(false)}>
                Plain
              </button>
              <button type="button" aria-pressed={raw} onClick={() => setRaw(true)}>
                Raw
              </button>
            </div>
          )}
        </div>
      </header>
      <p class="words">
        {words.done} {held || event.kind === "llm-response" ? <span class="not-yet">{words.notYet}</span> : null}
      </p>
      {editing && held && (
        <Edit
          event={event}
          apply={(changed) => {
            app.replaceHeld(changed);
            setEditing(false);
          }}
          leave={() => setEditing(false)}
        />
      )}
      {before !== null && <Before before={before} />}
      {raw && exact !== null ? <Exact text={exact} label="Exact text" /> : <Plain app={app} item={item} held={held} />}
    </>
  );
}

/** What was there before the reader changed it. */
function Before({ before }: { readonly before: Event }) {
  const text = editOf(before)?.text ?? "";
  return (
    <details class="fold">
      <summary>Before your edit</summary>
      <Exact text={text} label="Before your edit" />
    </details>
  );
}

/** The exact text behind an event, where it has one. */
function exactOf(event: Event): string | null {
  switch (event.kind) {
    case "llm-request":
    case "llm-response":
      return event.body;
    case "dispatch":
      return event.call.arguments;
    case "tool-result":
      return event.content;
    case "question":
    case "answer":
    case "stopped":
    case "log":
      return null;
  }
}

function Plain({ app, item, held }: { readonly app: App; readonly item: TraceItem; readonly held: boolean }) {
  const { event } = item;
  switch (event.kind) {
    case "question":
      return <QuestionView event={event} />;
    case "llm-request":
      return <RequestView event={event} earlier={bodyBefore(app.items.value, item)} />;
    case "llm-response":
      return <ResponseView event={event} />;
    case "dispatch":
      return <DispatchView event={event} result={resultOf(app.items.value, item)} held={held} edited={item.before !== null} />;
    case "tool-result":
      return <ResultView event={event} />;
    case "answer":
      return <AnswerView event={event} />;
    case "stopped":
      return <StoppedView event={event} files={Object.keys(app.files.value)} />;
    case "log":
      return <LogView event={event} />;
  }
}

/** The result that a dispatch led to; null while there is none. */
function resultOf(items: readonly TraceItem[], { seq, event }: TraceItem) {
  if (event.kind !== "dispatch") return null;
  const found = items.find((other) => other.seq > seq && other.event.kind === "tool-result" && other.event.call_id === event.call.id);
  return found?.event.kind === "tool-result" ? found.event : null;
}

/** The body of the request before this item; null when there is none. */
function bodyBefore(items: readonly TraceItem[], { seq }: TraceItem): string | null {
  const earlier = items.findLast((other) => other.seq < seq && other.event.kind === "llm-request");
  return earlier?.event.kind === "llm-request" ? earlier.event.body : null;
}
