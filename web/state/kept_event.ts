// Reads an event that was kept or imported, more strictly than one that comes from a run: Python is to read it again,
// with the conversation it stands in, and takes nothing but its own words. Refuses to know what an event means.

import type { Event, Finding, Log, Stopped } from "../generated/events.ts";
import { readEvent } from "./events.ts";

// As the keys of a record, so that the compiler misses a word that is not here.
const REASONS = {
  reader: 0, connection: 0, program: 0, "round-cap": 0, "empty-answer": 0, repeats: 0, "unknown-tools": 0, crashed: 0,
} satisfies Record<Stopped["reason"], 0>;
const SOURCES = { stdout: 0, stderr: 0, http: 0, retry: 0, program: 0, cache: 0 } satisfies Record<Log["source"], 0>;
const SERVERS = {
  OpenAI: 0, Anthropic: 0, Mistral: 0, Groq: 0, Alibaba: 0, Gemini: 0, LiteLLM: 0, "llama.cpp": 0, Ollama: 0,
} satisfies Record<Finding["server"], 0>;
const RULES = {
  "no-model": 0, "no-messages": 0, "not-a-number": 0, "lone-surrogate": 0, "no-user": 0, "last-is-assistant": 0,
  "not-a-message": 0, "no-role": 0, "unknown-role": 0, "developer-role": 0, "system-late": 0, "system-twice": 0,
  "two-users": 0, "user-after-result": 0, "null-content": 0, "content-type": 0, "empty-text": 0, "empty-assistant": 0,
  "result-content": 0, "result-parts": 0, "null-field": 0, "response-field": 0, "old-function-call": 0,
  "extra-field": 0, "message-name": 0, "empty-tool-calls": 0, "malformed-call": 0, "not-a-function": 0,
  "call-without-id": 0, "duplicate-call-id": 0, "long-call-id": 0, "mistral-call-id": 0, "call-name": 0,
  "arguments-type": 0, "arguments-json": 0, "unanswered-call": 0, "late-result": 0, "orphan-result": 0,
  "duplicate-result": 0, "result-order": 0, "result-without-id": 0, "empty-menu": 0, "no-menu": 0,
  "malformed-tool": 0, "tool-name": 0, "duplicate-tool": 0, "tool-schema": 0, "no-parameters": 0, "tool-choice": 0,
} satisfies Record<Finding["rule"], 0>;

/** An event's own fields are five deep; what a stranger adds may not be much deeper. */
const DEEPEST = 20;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The event; null when it is none, or one that Python would not read. */
export function readKeptEvent(text: string): Event | null {
  const event = readEvent(text);
  return event !== null && isSound(event, 0) && isPythons(event) ? event : null;
}

/** No number beyond every double, no half of a character, no depth that breaks a reader. */
function isSound(value: unknown, depth: number): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "string") return !LONE_SURROGATE.test(value);
  if (typeof value !== "object" || value === null) return true;
  return depth < DEEPEST && Object.values(value).every((part) => isSound(part, depth + 1));
}

function isPythons(event: Event): boolean {
  switch (event.kind) {
    case "llm-request":
      return Number.isSafeInteger(event.round) && event.findings.every(isFinding);
    case "llm-response": {
      const usage = event.result.outcome === "reply" ? event.result.usage : null;
      const counts = [event.round, event.status, ...(usage === null ? [] : [usage.input_tokens, usage.output_tokens])];
      return counts.every(Number.isSafeInteger);
    }
    case "stopped":
      return Object.hasOwn(REASONS, event.reason);
    case "log":
      return Object.hasOwn(SOURCES, event.source);
    case "question":
    case "dispatch":
    case "tool-result":
    case "answer":
      return true;
  }
}

function isFinding({ rule, server, index }: Finding): boolean {
  return Object.hasOwn(RULES, rule) && Object.hasOwn(SERVERS, server) && (index === null || Number.isSafeInteger(index));
}
