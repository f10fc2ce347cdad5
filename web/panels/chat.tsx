// Draws the conversation as it stands at the cursor, and where a live run is held. Refuses to fold events or to run.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { App } from "../state/app.ts";
import type { ChatEntry } from "../state/trace.ts";
import { showLine } from "./desk.ts";
import { Icon } from "./icons.tsx";
import { callText, heldAt, outcomeWords, wordsOf } from "./sentences.ts";
import { Code, Tag } from "./small.tsx";
import { Thumbs } from "./thumbs.tsx";
import { pieces } from "./tracebacks.ts";

export function Chat({ app }: { readonly app: App }) {
  const log = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const { chat } = app.view.value;
  const travelling = app.cursor.value < app.items.value.length;
  const streaming = travelling ? "" : app.streaming.value;
  const held = travelling ? null : app.held.value;
  const waits = app.wait.value !== null;

  // Follows the end only for a reader who is there.
  useLayoutEffect(() => {
    const element = log.current;
    if (element !== null && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [chat, streaming, held, waits]);

  return (
    <div
      class="chat"
      role="log"
      aria-label="Conversation"
      tabIndex={0}
      ref={log}
      onScroll={({ currentTarget: at }) => (atEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < 32)}
    >
      {chat.length === 0 && streaming === "" && <Empty app={app} />}
      {chat.map((entry, index) => (
        <Entry key={`${entry.seq}-${index}`} entry={entry} app={app} />
      ))}
      {streaming !== "" && <Streaming text={streaming} practice={app.connection.value.practice} />}
      {held !== null && <Held app={app} />}
      {!travelling && <Waiting app={app} />}
      {travelling && <Travelling app={app} />}
    </div>
  );
}

function Empty({ app }: { readonly app: App }) {
  const booting = app.state.value === "booting";
  return (
    <p class="empty">
      {booting ? "Python is starting. You can already type: what you ask runs as soon as it is ready." : "Ask something below, or pick a suggestion. Step stops at every point where you can look and change."}
    </p>
  );
}

function Entry({ entry, app }: { readonly entry: ChatEntry; readonly app: App }) {
  switch (entry.kind) {
    case "question":
      return (
        <article class="entry you" data-entry="question">
          <p class="who">you{entry.pending && <Tag>runs when Python is ready</Tag>}</p>
          <p class="said">{entry.text}</p>
        </article>
      );
    case "remark":
      return <Said kind="remark" who="model" practice={entry.practice} text={entry.text} />;
    case "answer":
      return (
        <Said kind="answer" who="answer" practice={entry.practice} text={entry.text}>
          <Thumbs seq={entry.seq} conversation={app.conversation} />
        </Said>
      );
    case "note":
      return (
        <article class="entry note" data-entry="note" data-progress={entry.progress}>
          <p class="who">
            note{entry.practice && <Practice />}
            <Progress progress={entry.progress} />
          </p>
          <p class="slip">
            <code>{callText(entry.name, entry.arguments)}</code>
          </p>
        </article>
      );
    case "result":
      return <Result entry={entry} />;
    case "stopped":
      return <Stop entry={entry} app={app} />;
  }
}

function Practice() {
  return <Tag>practice model</Tag>;
}

function Progress({ progress }: { readonly progress: "asked" | "dispatched" | "answered" }) {
  const words = { asked: "not looked up yet", dispatched: "looked up", answered: "answered" } as const;
  return <span class="progress">{words[progress]}</span>;
}

interface SaidProps {
  readonly kind: "remark" | "answer";
  readonly who: string;
  readonly practice: boolean;
  readonly text: string;
  readonly children?: ComponentChildren;
}

function Said({ kind, who, practice, text, children }: SaidProps) {
  return (
    <article class={`entry ${kind}`} data-entry={kind}>
      <p class="who">
        {who}
        {practice && <Practice />}
        {children}
      </p>
      <p class="said">{text}</p>
    </article>
  );
}

function Streaming({ text, practice }: { readonly text: string; readonly practice: boolean }) {
  return (
    <article class="entry answer streaming" data-entry="streaming" aria-busy="true">
      <p class="who">
        arriving
        {practice && <Practice />}
      </p>
      <p class="said">{text}</p>
    </article>
  );
}

function Result({ entry }: { readonly entry: Extract<ChatEntry, { kind: "result" }> }) {
  const good = entry.outcome === "ok";
  return (
    <article class={good ? "entry result" : "entry result bad"} data-entry="result">
      <p class="who">
        result<span class="progress">{entry.name}</span>
        {!good && <Tag tone="bad">{outcomeWords(entry.outcome)}</Tag>}
        {entry.edited && <Tag>edited</Tag>}
      </p>
      <div class="slip">
        <Code text={entry.content} />
      </div>
    </article>
  );
}

function Stop({ entry, app }: { readonly entry: Extract<ChatEntry, { kind: "stopped" }>; readonly app: App }) {
  return (
    <article class={entry.reason === "reader" ? "entry stop" : "entry stop bad"} data-entry="stopped">
      <p class="who">{entry.reason === "reader" ? "stopped by you" : "stopped"}</p>
      <p class="said">{entry.message}</p>
      {entry.detail !== "" && <Traceback text={entry.detail} files={Object.keys(app.files.value)} />}
    </article>
  );
}

/** A traceback whose lines of the reader's program lead to the editor. */
export function Traceback({ text, files }: { readonly text: string; readonly files: readonly string[] }) {
  return (
    <pre class="traceback" tabIndex={0}>
      {pieces(text, files).map((piece) =>
        piece.kind === "text" ? (
          piece.text
        ) : (
          <a
            href="#program"
            onClick={(event) => {
              event.preventDefault();
              showLine(piece.file, piece.line);
            }}
          >
            {piece.text}
          </a>
        ),
      )}
    </pre>
  );
}

/** A live run stands here: what has not happened yet. */
function Held({ app }: { readonly app: App }) {
  const event = app.held.value?.event;
  const where = event === undefined ? null : heldAt(event);
  if (event === undefined || where === null) return null;
  return (
    <aside class="held" aria-label="Held">
      <Icon name="pause" />
      <p>
        <strong>{where}: </strong>
        {wordsOf(event).notYet}
      </p>
    </aside>
  );
}

/** A request failed for now, and is sent again in a while. */
function Waiting({ app }: { readonly app: App }) {
  const wait = app.wait.value;
  if (wait === null) return null;
  return (
    <aside class="held waiting" aria-label="Waiting">
      <Icon name="pause" />
      <p>
        {wait.reason} in <span role="timer">{wait.seconds} s</span>.
      </p>
      <span class="waiting-buttons">
        <button type="button" class="button small" onClick={() => app.endWait(true)}>
          Send now
        </button>
        <button type="button" class="button small" onClick={() => app.endWait(false)}>
          Cancel
        </button>
      </span>
    </aside>
  );
}

function Travelling({ app }: { readonly app: App }) {
  const total = app.items.value.length;
  return (
    <aside class="travelling" aria-label="Looking back">
      <p>
        Looking back: this is how it stood at step {app.cursor.value} of {total}. Nothing runs again.
      </p>
      <button type="button" class="button small" onClick={() => (app.cursor.value = total)}>
        Back to now
      </button>
    </aside>
  );
}
