// What the tests of the figures stand on: the golden traces as the page has them, and events made for one question.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Event, LlmRequest, LlmResponse, Log, ToolCall, Usage } from "../../web/generated/events.ts";
import { readEvent } from "../../web/state/events.ts";
import type { TraceItem } from "../../web/state/trace.ts";

export function golden(name: string): TraceItem[] {
  const lines = readFileSync(join(process.cwd(), "tests", "traces", `${name}.jsonl`), "utf8").trimEnd().split("\n");
  return lines.map((line, index) => {
    const event = readEvent(line);
    assert.ok(event, `${name}:${index + 1}`);
    return { seq: index + 1, run: 1, at: index, event, before: null };
  });
}

/** Events as a trace, each at its own time in milliseconds. */
export function traceOf(...events: readonly (readonly [number, Event])[]): TraceItem[] {
  return events.map(([at, event], index) => ({ seq: index + 1, run: 1, at, event, before: null }));
}

export function asked(text: string): Event {
  return { kind: "question", text };
}

export function request(round: number, body: object | string, notes: readonly string[] = []): LlmRequest {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { kind: "llm-request", round, model: "m", url: "https://api.example.com/v1/chat/completions", headers: [], body: text, findings: [], notes };
}

export function call(name: string, args: object | string, id = "c1"): ToolCall {
  return { id, name, arguments: typeof args === "string" ? args : JSON.stringify(args), cut_off: false, extra: "" };
}

interface Replied {
  readonly round?: number;
  readonly text?: string;
  readonly calls?: readonly ToolCall[];
  readonly usage?: Usage | null;
  /** First byte and last byte, in milliseconds. */
  readonly ms?: readonly [number, number];
}

export function replied({ round = 1, text = "", calls = [], usage = null, ms = [1, 2] }: Replied): LlmResponse {
  const message = { text, calls, extra: "", source: "" };
  const result = { outcome: "reply", message, finish_reason: "stop", usage, notes: [], reasoning: "" } as const;
  return { kind: "llm-response", round, status: 200, headers: [], body: "", first_byte_ms: ms[0], duration_ms: ms[1], result };
}

export function dispatched(made: ToolCall, values = made.arguments, target = made.name): Event {
  return { kind: "dispatch", call: made, lookup: { outcome: "ready", target, values, notes: [] } };
}

export function gave(made: ToolCall, content: object | string, ms = 1): Event {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return { kind: "tool-result", call_id: made.id, name: made.name, outcome: "ok", content: text, duration_ms: ms };
}

export function told(source: Log["source"], text: string, ms = 0): Event {
  return { kind: "log", source, text, duration_ms: ms };
}

export function answered(text: string): Event {
  return { kind: "answer", text, model: "m" };
}
