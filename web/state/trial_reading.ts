// What a trial came to, from its events. Pure; refuses to know how it was run and what to tell the reader about it.

import type { Event, Failure, LlmResponse } from "../generated/events.ts";

/** Python's word for what kind of trouble stopped a request. */
export type Cause = Failure["cause"];

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

function failure({ status, round }: LlmResponse, { what, advice, cause, server_words: words }: Failure): Trial {
  return { is: "failed", cause, status, round, what, advice, words };
}
