// What a trial came to, from its events. Pure; refuses to know how it was run and what to tell the reader about it.

import type { Event, Failure, LlmResponse } from "../generated/events.ts";

/** What stopped a request, as far as the doctor tells causes apart. */
export type Cause = "path" | "key" | "credit" | "model" | "tools" | "unreachable" | "other";

export type Trial =
  /** A note came, its result went back, and an answer followed. */
  | { readonly is: "proved"; readonly answer: string }
  /** `round` counts from 1. `status` is 0 when no answer came at all. */
  | {
      readonly is: "failed";
      readonly cause: Cause;
      readonly status: number;
      readonly round: number;
      readonly what: string;
      readonly advice: string;
      readonly words: string;
    }
  /** The model answered in words, without the tool. */
  | { readonly is: "no-note"; readonly text: string }
  /** It asked for a tool in a way that can't be carried out. */
  | { readonly is: "bad-note"; readonly sentence: string }
  /** It ended in some other way. */
  | { readonly is: "stopped"; readonly sentence: string }
  | { readonly is: "silent" }
  /** There is no Python to run it. */
  | { readonly is: "unavailable"; readonly sentence: string };

export function readTrial(events: readonly Event[]): Trial {
  const failed = events.findLast((event) => event.kind === "llm-response");
  if (failed?.kind === "llm-response" && failed.result.outcome === "failure") return failure(failed, failed.result);
  const answer = events.find((event) => event.kind === "answer");
  const ran = events.some((event) => event.kind === "tool-result" && event.outcome === "ok");
  if (ran && answer?.kind === "answer") return { is: "proved", answer: answer.text };
  const note = events.find((event) => event.kind === "dispatch" && event.lookup.outcome === "refused");
  if (!ran && note?.kind === "dispatch" && note.lookup.outcome === "refused") return { is: "bad-note", sentence: note.lookup.message };
  if (answer?.kind === "answer") return { is: "no-note", text: answer.text };
  const stopped = events.find((event) => event.kind === "stopped");
  return { is: "stopped", sentence: stopped?.kind === "stopped" ? stopped.message : "The test ended without saying how." };
}

function failure({ status, round }: LlmResponse, found: Failure): Trial {
  const { what, advice, server_words: words } = found;
  return { is: "failed", cause: causeOf(found, status), status, round, what, advice, words };
}

/** By Python's own word for it where there is one; else by status and by the sentence that it says. */
export function causeOf(found: Failure, status: number): Cause {
  const named = CAUSES[(found as { readonly cause?: string }).cause ?? ""];
  if (named !== undefined) return named;
  if (status === 0) return "unreachable";
  const known = SAID.find(([words]) => words.test(found.what));
  if (known !== undefined) return known[1];
  return status === 404 || status === 405 || (status >= 300 && status < 400) ? "path" : "other";
}

const CAUSES: Readonly<Record<string, Cause>> = {};

const SAID: readonly (readonly [RegExp, Cause])[] = [
  [/can't use tools/, "tools"],
  [/no credit/, "credit"],
  [/does not have this model/, "model"],
  [/did not accept the API key|may not be used for this/, "key"],
  [/web page, not an API/, "path"],
];
