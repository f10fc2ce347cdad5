// Details of the events that are no HTTP: a question, a dispatch in its four stages, a result, an end. Draws only.
import type { ComponentChildren } from "preact";
import type { Answer, Dispatch, Log, Question, Stopped, ToolResult } from "../generated/events.ts";
import { Traceback } from "./chat.tsx";
import { duration, outcomeWords } from "./sentences.ts";
import { Code, PutRight, Tag } from "./small.tsx";

export function QuestionView({ event }: { readonly event: Question }) {
  return <p class="prose-text">{event.text}</p>;
}

export function AnswerView({ event }: { readonly event: Answer }) {
  return (
    <>
      <dl class="facts">
        <dt>Model</dt>
        <dd>{event.model === "" ? "none: the program answered by itself" : event.model}</dd>
      </dl>
      <p class="prose-text">{event.text}</p>
    </>
  );
}

interface DispatchProps {
  readonly event: Dispatch;
  /** What it led to; null while it has not been called, or is running. */
  readonly result: ToolResult | null;
  readonly held: boolean;
  readonly edited: boolean;
}

/** Looked up → raw text → validated values → called. What has not happened yet says so. */
export function DispatchView({ event, result, held, edited }: DispatchProps) {
  const { call, lookup } = event;
  const ready = lookup.outcome === "ready";
  const found = ready || lookup.error !== "unknown_tool";
  return (
    <ol class="stages">
      <Stage name="Looked up" state={found ? "done" : "bad"} says={found ? "found" : "no such tool"}>
        <code>{ready ? `${call.name} → ${lookup.target}` : call.name}</code>
      </Stage>
      <Stage name="Raw text" state="done" says={rawWords(call.cut_off, edited)}>
        <pre class="code">{call.arguments === "" ? "(empty)" : call.arguments}</pre>
      </Stage>
      {edited ? (
        <Stage name="Validated values" state="pending" says="your arguments are checked when the run goes on" />
      ) : ready ? (
        <Stage name="Validated values" state="done" says="what the tool is called with">
          <Code text={lookup.values} />
          <PutRight notes={lookup.notes} />
        </Stage>
      ) : (
        <Stage name="Validated values" state={found ? "bad" : "pending"} says={found ? "not accepted" : "not reached"}>
          <pre class="code">{lookup.message}</pre>
        </Stage>
      )}
      <CalledStage name={call.name} callable={ready || edited} result={result} held={held} />
    </ol>
  );
}

function rawWords(cutOff: boolean, edited: boolean): string {
  if (edited) return "edited by you";
  return cutOff ? "cut off: the reply ended here" : "as the model wrote it";
}

interface CalledProps {
  readonly name: string;
  readonly callable: boolean;
  readonly result: ToolResult | null;
  readonly held: boolean;
}

function CalledStage({ name, callable, result, held }: CalledProps) {
  if (!callable) return <Stage name="Called" state="pending" says="never: there is nothing to call" />;
  if (result !== null) {
    const state = result.outcome === "ok" ? "done" : "bad";
    return <Stage name="Called" state={state} says={`${outcomeWords(result.outcome)}, ${duration(result.duration_ms)}`} />;
  }
  return <Stage name="Called" state="pending" says={held ? `not yet: ${name} has not run` : "no result yet"} />;
}

interface StageProps {
  readonly name: string;
  readonly state: "done" | "pending" | "bad";
  readonly says: string;
  readonly children?: ComponentChildren;
}

function Stage({ name, state, says, children }: StageProps) {
  return (
    <li class="stage" data-stage={state}>
      <h4>
        {name} <span class="says">{says}</span>
      </h4>
      {children}
    </li>
  );
}

export function ResultView({ event }: { readonly event: ToolResult }) {
  const good = event.outcome === "ok";
  return (
    <>
      <dl class="facts">
        <dt>Outcome</dt>
        <dd>{good ? "ok" : <Tag tone="bad">{outcomeWords(event.outcome)}</Tag>}</dd>
        <dt>Duration</dt>
        <dd>{duration(event.duration_ms)}</dd>
        <dt>Answers</dt>
        <dd>
          <code>{event.call_id}</code>, a note for <code>{event.name}</code>
        </dd>
      </dl>
      <h4>What the model will read</h4>
      <Code text={event.content} />
    </>
  );
}

const REASONS: Readonly<Record<Stopped["reason"], string>> = {
  reader: "you stopped it",
  connection: "the connection",
  program: "your program",
  "round-cap": "too many rounds",
  "empty-answer": "an answer with nothing in it",
  repeats: "the same call again and again",
  "unknown-tools": "tools that do not exist",
  crashed: "a fault of this page",
};

export function StoppedView({ event, files }: { readonly event: Stopped; readonly files: readonly string[] }) {
  return (
    <>
      <dl class="facts">
        <dt>Why</dt>
        <dd>{REASONS[event.reason]}</dd>
      </dl>
      <p class="prose-text">{event.message}</p>
      {event.detail !== "" && <Traceback text={event.detail} files={files} />}
    </>
  );
}

export function LogView({ event }: { readonly event: Log }) {
  return (
    <>
      <dl class="facts">
        <dt>From</dt>
        <dd>{event.source}</dd>
        {event.duration_ms > 0 && (
          <>
            <dt>Took</dt>
            <dd>{duration(event.duration_ms)}</dd>
          </>
        )}
      </dl>
      <pre class="code">{event.text}</pre>
    </>
  );
}
