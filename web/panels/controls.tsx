// The question and the buttons that drive a run. Knows which button makes sense when; refuses to know how a run works.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { App, HtmlState } from "../state/app.ts";
import { ConversationsButton } from "./conversations.tsx";

/** In which states the other buttons do something. One that does nothing stays focusable, so no focus is lost. */
const WORKS: Readonly<Record<"continue" | "pause" | "stop", readonly HtmlState[]>> = {
  continue: ["held"],
  pause: ["running"],
  stop: ["running", "held"],
};

export function Controls({ app }: { readonly app: App }) {
  const state = app.state.value;
  return (
    <form
      class="controls"
      aria-label="Controls"
      onSubmit={(event) => {
        event.preventDefault();
        app.run();
      }}
    >
      <QuestionBox app={app} />
      <Suggestions app={app} />
      <div class="buttons">
        <Action name="Run" on act={() => app.run()} primary={state !== "held"} />
        <Action name="Step" on act={() => app.step()} primary={state === "held"} />
        <Action name="Continue" on={WORKS.continue.includes(state)} act={() => app.continueRun()} />
        <Action name="Pause" on={WORKS.pause.includes(state)} act={() => app.pause()} />
        <Action name="Stop" on={WORKS.stop.includes(state)} act={() => app.stop()} />
      </div>
      <Status app={app} />
    </form>
  );
}

interface ActionProps {
  readonly name: string;
  readonly on: boolean;
  readonly act: () => void;
  readonly primary?: boolean;
}

function Action({ name, on, act, primary = false }: ActionProps) {
  return (
    <button
      type="button"
      class={primary ? "button primary" : "button"}
      aria-disabled={!on}
      onClick={() => {
        if (on) act();
      }}
    >
      {name}
    </button>
  );
}

function Suggestions({ app }: { readonly app: App }) {
  return (
    <div class="suggestions" role="group" aria-label="Suggestions">
      {app.lesson.value.suggestions.map((text) => (
        <button type="button" class="chip" key={text} onClick={() => (app.question.value = text)}>
          {text}
        </button>
      ))}
    </div>
  );
}

function QuestionBox({ app }: { readonly app: App }) {
  const box = useRef<HTMLTextAreaElement>(null);
  const text = app.question.value;

  // Grows with the text; the style sheet caps it.
  useLayoutEffect(() => {
    if (box.current === null) return;
    box.current.style.height = "auto";
    box.current.style.height = `${box.current.scrollHeight + 2}px`;
  }, [text]);

  return (
    <textarea
      ref={box}
      id="question"
      class="question"
      aria-label="Question"
      rows={1}
      placeholder="Ask something"
      autocomplete="off"
      value={text}
      onInput={({ currentTarget }) => (app.question.value = currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
        event.preventDefault();
        // An empty box asks nothing, so Enter in it must not set a held run going.
        if (text.trim() !== "") event.currentTarget.form?.requestSubmit();
      }}
    />
  );
}

const STATE_WORDS: Readonly<Record<HtmlState, string>> = {
  booting: "Starting",
  ready: "Ready",
  running: "Running",
  held: "Held",
  stopped: "Stopped",
  failed: "Python could not start",
};

/** One line: how it stands, what the page has to say, and how many calls are used. */
function Status({ app }: { readonly app: App }) {
  const { used, cap } = app.calls.value;
  const notice = app.notice.value;
  const state = app.state.value;
  return (
    <div class="status-line">
      <p class="status" role="status">
        <span class="state" data-is={state}>
          {STATE_WORDS[state]}
        </span>
        {notice !== "" && <span class="notice">{notice}</span>}
      </p>
      <p class="calls">
        <span class="narrow-only">{app.connection.value.practice ? "Practice model (no key) · " : `${app.connection.value.model} · `}</span>
        {used} of {cap} calls
        <span class="narrow-only">
          <ConversationsButton as="link" />
        </span>
      </p>
    </div>
  );
}
