// Says in plain words what an event is, what has happened and what has not happened yet. Pure text in, text out:
// refuses to know the DOM, the clock and where the words will stand.
import type { Dispatch, Event, LlmRequest, LlmResponse, ToolCall, ToolResult } from "../generated/events.ts";
import { oneLine, readJson } from "./json_text.ts";
import { readRequest } from "./requests.ts";

/** `text` cut to `most` characters, on one line. */
export function brief(text: string, most = 120): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}

/** 1 → "1 message", 2 → "2 messages". */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

/** A note as a call: `add(a=10, b=5)`. */
export function callText(name: string, args: string): string {
  return `${name}(${pairs(args)})`;
}

/** A JSON object as `a=10, b=5`; anything else as it was written. */
function pairs(text: string): string {
  const node = readJson(text);
  if (node?.type !== "object") return brief(text, 80);
  return node.entries.map((entry) => `${entry.key}=${oneLine(text, entry.value)}`).join(", ");
}

/** Several notes on one line. */
function callsText(calls: readonly ToolCall[]): string {
  return calls.map((call) => callText(call.name, call.arguments)).join(", ");
}

/** JSON on one line, for a summary; other text as it is. */
function flat(text: string): string {
  const node = readJson(text);
  return node === null ? text : oneLine(text, node);
}

/** The line of the trace: what happened, short enough for one line. `edited`: the reader changed it while it was held. */
export function summaryOf(event: Event, edited = false): string {
  switch (event.kind) {
    case "question":
      return brief(event.text);
    case "llm-request":
      return requestSummary(event);
    case "llm-response":
      return responseSummary(event);
    case "dispatch":
      return dispatchSummary(event, edited);
    case "tool-result":
      return brief(event.outcome === "ok" ? `${event.name} gave ${flat(event.content)}` : `${outcomeWords(event.outcome)}: ${flat(event.content)}`);
    case "answer":
      return brief(event.text);
    case "stopped":
      return brief(event.message);
    case "log":
      return brief(`${event.source}: ${event.text}`);
  }
}

function requestSummary(event: LlmRequest): string {
  const request = readRequest(event.body);
  if (request === null) return `A body that is not JSON, for ${event.model}`;
  const tools = request.tools.length === 0 ? "no tools" : count(request.tools.length, "tool");
  return `${count(request.messages.length, "message")}, ${tools}`;
}

/** What the linter says of a request, or that it was changed on its way, in two or three words; null when neither. */
export function badgeOf(event: Event): { readonly text: string; readonly bad: boolean } | null {
  if (event.kind !== "llm-request") return null;
  if (event.findings.length === 0) return event.notes.length === 0 ? null : { text: "adapted", bad: false };
  const broken = event.findings.filter(({ severity }) => severity === "error").length;
  if (broken > 0) return { text: `${count(broken, "rule")} broken`, bad: true };
  return { text: count(event.findings.length, "warning"), bad: false };
}

function responseSummary(event: LlmResponse): string {
  const { result } = event;
  if (result.outcome === "failure") return brief(event.status === 0 ? result.what : `${event.status}: ${result.what}`);
  const { calls, text } = result.message;
  if (calls.length > 0) return brief(`${calls.length === 1 ? "note" : `${calls.length} notes`}: ${callsText(calls)}`);
  return text === "" ? "empty reply" : brief(`text: ${text}`);
}

function dispatchSummary(event: Dispatch, edited: boolean): string {
  const { call, lookup } = event;
  // What was validated are the arguments from before the edit.
  if (edited) return brief(`${call.name} → your arguments → ${pairs(call.arguments)}`);
  if (lookup.outcome === "ready") return brief(`${call.name} → callable → ${pairs(lookup.values)}`);
  return brief(`${call.name} → ${refusalWords[lookup.error]}`);
}

const refusalWords = {
  unknown_tool: "no such tool",
  unparsable_arguments: "the arguments are not JSON",
  invalid_arguments: "the arguments do not fit the schema",
} as const;

const outcomes = {
  ok: "ran",
  ...refusalWords,
  raised: "the tool raised an error",
  not_json: "the result can't be written as JSON",
  timeout: "the tool took too long",
  interrupted: "the tool was interrupted",
} as const;

/** How a tool call ended, in words. */
export function outcomeWords(outcome: ToolResult["outcome"]): string {
  return outcomes[outcome];
}

/** What has happened at an event, and what has not happened yet (empty where nothing is left to happen). */
export interface Words {
  readonly done: string;
  readonly notYet: string;
}

const ANSWERED_ALONE = "The program answered without asking a model, and the turn is over.";

export function wordsOf(event: Event): Words {
  switch (event.kind) {
    case "question":
      return { done: "You asked, and a turn began.", notYet: "The model has not seen the question yet." };
    case "llm-request":
      return {
        done: `Request ${event.round} is written: ${requestSummary(event)}, for ${event.model}.`,
        notYet: "Nothing has been sent yet: no model has seen this.",
      };
    case "llm-response":
      return responseWords(event);
    case "dispatch":
      return dispatchWords(event);
    case "tool-result":
      return resultWords(event);
    case "answer":
      return { done: event.model === "" ? ANSWERED_ALONE : "The model answered in words, and the turn is over.", notYet: "" };
    case "stopped":
      return { done: "The turn ended without an answer.", notYet: "" };
    case "log":
      return { done: "Something was written down beside the conversation.", notYet: "" };
  }
}

function responseWords(event: LlmResponse): Words {
  const { result } = event;
  if (result.outcome === "failure") return { done: "There is no usable answer.", notYet: "" };
  const calls = result.message.calls;
  if (calls.length === 0) return { done: "The model answered in words and asked for no tool.", notYet: "" };
  const names = [...new Set(calls.map((call) => call.name))].join(" and ");
  return {
    done: `The model wrote ${calls.length === 1 ? "a note" : `${calls.length} notes`} asking for ${names}.`,
    notYet: "A note is only text: no tool has run yet.",
  };
}

function dispatchWords(event: Dispatch): Words {
  const { call, lookup } = event;
  if (lookup.outcome === "ready") {
    return {
      done: `${call.name} was found and its arguments are ready.`,
      notYet: `Nothing has run yet: ${call.name} is looked up, not called.`,
    };
  }
  return {
    done: `${call.name} can't be run: ${refusalWords[lookup.error]}.`,
    notYet: "No tool will run, and the model has not been told yet.",
  };
}

function resultWords(event: ToolResult): Words {
  const done = {
    ok: `${event.name} ran and gave a result.`,
    unknown_tool: `No tool is called ${event.name}, so nothing ran.`,
    unparsable_arguments: `The arguments for ${event.name} are not JSON, so nothing ran.`,
    invalid_arguments: `The arguments for ${event.name} do not fit its schema, so nothing ran.`,
    raised: `${event.name} ran and raised an error.`,
    not_json: `${event.name} ran, but its result can't be written as JSON.`,
    timeout: `${event.name} took too long and was given up.`,
    interrupted: `${event.name} was interrupted.`,
  }[event.outcome];
  return { done, notYet: "The model has not seen this yet." };
}

/** Where a live run is held; the sentence beside it is `notYet`. Null for what is no stop point. */
export function heldAt(event: Event): string | null {
  switch (event.kind) {
    case "llm-request":
      return "held before the request";
    case "dispatch":
      return "held before dispatch";
    case "tool-result":
      return "held before the result goes back";
    case "question":
    case "llm-response":
    case "answer":
    case "stopped":
    case "log":
      return null;
  }
}

/** Milliseconds as a reader wants them: "<1 ms", "812 ms", "1.24 s". */
export function duration(ms: number): string {
  if (ms < 1) return "<1 ms";
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}

/** The two right-hand columns of a line of the trace; empty where there is nothing to measure. */
export interface Meter {
  /** Tokens: the server's own count, or about a quarter of the characters, marked ≈. */
  readonly tokens: string;
  readonly time: string;
}

export function meterOf(event: Event): Meter {
  switch (event.kind) {
    case "llm-request":
      return { tokens: `≈${Math.max(1, Math.round(event.body.length / 4)).toLocaleString("en")} tok`, time: "" };
    case "llm-response": {
      const usage = event.result.outcome === "reply" ? event.result.usage : null;
      const tokens = usage === null ? "" : `${usage.output_tokens.toLocaleString("en")} tok`;
      return { tokens, time: event.status === 0 ? "" : duration(event.duration_ms) };
    }
    case "tool-result":
      return { tokens: "", time: duration(event.duration_ms) };
    case "log":
      return { tokens: "", time: event.duration_ms > 0 ? duration(event.duration_ms) : "" };
    case "question":
    case "dispatch":
    case "answer":
    case "stopped":
      return { tokens: "", time: "" };
  }
}
