// Reads one event from Python's text, as a stranger's words: the reader's program can post in Python's name, and what
// the panels draw must have the shape they count on. Knows each event's fields; refuses to know what they mean.

import type { AssistantMessage, Event, Failure, Finding, Ready, Refused, Reply, ToolCall, Usage } from "../generated/events.ts";

type Check = (value: unknown) => boolean;
/** A check for each field, so that the compiler misses one when an event gains a field. */
type Fields<T> = { readonly [Name in keyof T]-?: Check };

const text: Check = (value) => typeof value === "string";
const number: Check = (value) => typeof value === "number";
const flag: Check = (value) => typeof value === "boolean";
const oneOf = (...words: readonly string[]): Check => (value) => typeof value === "string" && words.includes(value);
const orNull = (check: Check): Check => (value) => value === null || check(value);
const listOf = (check: Check): Check => (value) => Array.isArray(value) && value.every(check);

function record<T>(fields: Fields<T>): Check {
  const checks = Object.entries<Check>(fields);
  return (value) => typeof value === "object" && value !== null && checks.every(([name, check]) => check((value as Record<string, unknown>)[name]));
}

/** One of those whose own `outcome` it names. */
const anyOf = (...checks: readonly Check[]): Check => (value) => checks.some((check) => check(value));

const headers = listOf((value) => Array.isArray(value) && value.length === 2 && value.every(text));
const call = record<ToolCall>({ id: text, name: text, arguments: text, cut_off: flag, extra: text });
const refusals = ["unknown_tool", "unparsable_arguments", "invalid_arguments"] as const;
const outcomes = ["ok", ...refusals, "raised", "not_json", "timeout", "interrupted"] as const;

// The names of rules and servers are only shown: any will do.
const finding = record<Finding>({
  rule: text, severity: oneOf("error", "warning"), index: orNull(number), where: text, problem: text, repair: text, strict_error: text, server: text,
});

const reply = record<Reply>({
  outcome: oneOf("reply"),
  message: record<AssistantMessage>({ text, calls: listOf(call), extra: text, source: text }),
  finish_reason: orNull(text),
  usage: orNull(record<Usage>({ input_tokens: number, output_tokens: number })),
  notes: listOf(text),
  reasoning: text,
});
// The keys of a record, so that the compiler misses a cause that is not named.
const causes = Object.keys({
  "no-tools": 0, context: 0, quota: 0, region: 0, model: 0, cors: 0, key: 0, rate: 0, forbidden: 0, path: 0, timeout: 0,
  "too-large": 0, redirect: 0, "bad-request": 0, server: 0, page: 0, empty: 0, "not-an-answer": 0, "other-format": 0,
  broken: 0, dropped: 0, filtered: 0, unreachable: 0, refused: 0, cap: 0, aborted: 0, unknown: 0,
} satisfies Record<Failure["cause"], 0>);
const failure = record<Failure>({
  outcome: oneOf("failure"), what: text, advice: text, server_words: text, cause: oneOf(...causes),
});
const ready = record<Ready>({ outcome: oneOf("ready"), target: text, values: text, notes: listOf(text) });
const refused = record<Refused>({ outcome: oneOf("refused"), error: oneOf(...refusals), message: text });

type Bare<Kind> = Omit<Extract<Event, { readonly kind: Kind }>, "kind">;

const EVENTS: { readonly [Kind in Event["kind"]]: Check } = {
  question: record<Bare<"question">>({ text }),
  "llm-request": record<Bare<"llm-request">>({
    round: number, model: text, url: text, headers, body: text, findings: listOf(finding), notes: listOf(text),
  }),
  "llm-response": record<Bare<"llm-response">>({
    round: number,
    status: number,
    headers,
    body: text,
    first_byte_ms: number,
    duration_ms: number,
    result: anyOf(reply, failure),
  }),
  dispatch: record<Bare<"dispatch">>({ call, lookup: anyOf(ready, refused) }),
  "tool-result": record<Bare<"tool-result">>({
    call_id: text,
    name: text,
    outcome: oneOf(...outcomes),
    content: text,
    duration_ms: number,
  }),
  answer: record<Bare<"answer">>({ text, model: text }),
  // Their words are only shown: any will do.
  stopped: record<Bare<"stopped">>({ reason: text, message: text, detail: text }),
  log: record<Bare<"log">>({ source: text, text, duration_ms: number }),
};

/** The event; null when the text is none. */
export function readEvent(json: string): Event | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  const kind = (value as { kind?: unknown } | null)?.kind;
  if (typeof kind !== "string" || !Object.hasOwn(EVENTS, kind)) return null;
  return EVENTS[kind as Event["kind"]](value) ? (value as Event) : null;
}
