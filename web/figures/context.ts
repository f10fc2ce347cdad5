// What each request sends again and what is new in it, in tokens: system prompt and menu, history, new messages. Pure.
import { estimate, tokensIn, type Tokens } from "./tokens.ts";
import { modelCallsOf, turnsOf, type ModelCall } from "./turns.ts";
import { partsOf } from "./bodies.ts";
import type { TraceItem } from "../state/trace.ts";

export interface ContextRow {
  readonly seq: number;
  /** 1, 2, 3 … over the conversation. */
  readonly number: number;
  readonly turn: number;
  readonly total: Tokens;
  /** How the total divides, in tokens: by characters, so these are estimates always. */
  readonly fixed: number;
  readonly history: number;
  readonly fresh: number;
  readonly messages: { readonly fixed: number; readonly history: number; readonly fresh: number };
  /** In words, what of the conversation was not sent. */
  readonly leftOut: readonly string[];
}

/** One row for each request of the conversation that was written so far. */
export function contextOf(items: readonly TraceItem[]): readonly ContextRow[] {
  const turns = turnsOf(items);
  let earlier: readonly string[] = [];
  return modelCallsOf(items).map((call, index) => {
    const { seq } = call.request;
    const turn = turns.findLast(({ items: own }) => own[0]!.seq <= seq)?.number ?? 1;
    const row = { seq, number: index + 1, turn, ...divided(call, earlier) };
    earlier = partsOf(call.request.event).messages.map(({ text }) => text);
    return row;
  });
}

function divided(call: ModelCall, earlier: readonly string[]): Omit<ContextRow, "seq" | "number" | "turn"> {
  const { system, messages, menuText } = partsOf(call.request.event);
  const left = [...earlier];
  const fresh = messages.map(({ text }) => {
    const index = left.indexOf(text);
    // One earlier message accounts for one of these: the same words said again are new.
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
  const length = (wanted: boolean) => messages.reduce((total, { text }, i) => total + (fresh[i] === wanted ? text.length : 0), 0);
  const fixed = system.reduce((total, { text }) => total + text.length, menuText.length);
  const [old, added] = [length(false), length(true)];
  const total = tokensIn(call);
  // The server counts the whole; how it divides is seen by the characters.
  const each = total.n / Math.max(1, fixed + old + added);
  return {
    total,
    fixed: Math.round(fixed * each),
    history: Math.round(old * each),
    fresh: Math.round(added * each),
    messages: { fixed: system.length, history: fresh.filter((flag) => !flag).length, fresh: fresh.filter(Boolean).length },
    leftOut: call.request.event.notes.filter((note) => /\bleft out\b/.test(note)),
  };
}

/** The tokens of a menu, estimated. */
export function menuTokens(menuText: string): number {
  return estimate(menuText.length);
}
