// Cuts the trace into turns and finds what belongs together in one. Knows events; refuses to know figures and the DOM.
import type { Event } from "../generated/events.ts";
import type { TraceItem } from "../state/trace.ts";

export type ItemOf<Kind extends Event["kind"]> = TraceItem & { readonly event: Extract<Event, { readonly kind: Kind }> };

/** One question and all that followed from it. */
export interface Turn {
  /** 1, 2, 3 … over the conversation. */
  readonly number: number;
  readonly question: string;
  readonly items: readonly TraceItem[];
}

export function isOf<Kind extends Event["kind"]>(item: TraceItem, kind: Kind): item is ItemOf<Kind> {
  return item.event.kind === kind;
}

export function allOf<Kind extends Event["kind"]>(items: readonly TraceItem[], kind: Kind): readonly ItemOf<Kind>[] {
  return items.filter((item): item is ItemOf<Kind> => isOf(item, kind));
}

/** The turns of a trace, oldest first. What stands before the first question belongs to none. */
export function turnsOf(items: readonly TraceItem[]): readonly Turn[] {
  const starts = items.flatMap((item, index) => (item.event.kind === "question" ? [index] : []));
  return starts.map((start, index) => {
    const { event } = items[start]!;
    const question = event.kind === "question" ? event.text : "";
    return { number: index + 1, question, items: items.slice(start, starts[index + 1]) };
  });
}

/** A tool call as far as it has come: each of the two is null where it is not told of (yet). */
export interface ToolCallParts {
  readonly callId: string;
  readonly name: string;
  readonly dispatch: ItemOf<"dispatch"> | null;
  readonly result: ItemOf<"tool-result"> | null;
}

/** The tool calls of a turn in their order. A result without a dispatch is one too: a program may tell of no more. */
export function toolCallsOf(items: readonly TraceItem[]): readonly ToolCallParts[] {
  const calls: ToolCallParts[] = [];
  for (const item of items) {
    if (isOf(item, "dispatch")) {
      calls.push({ callId: item.event.call.id, name: item.event.call.name, dispatch: item, result: null });
    } else if (isOf(item, "tool-result")) {
      const { call_id: callId, name } = item.event;
      // A bad server may give two notes one id: the first that has no result yet is meant.
      const index = calls.findIndex((call) => call.callId === callId && call.result === null);
      const open = calls[index];
      if (open === undefined) calls.push({ callId, name, dispatch: null, result: item });
      else calls[index] = { ...open, result: item };
    }
  }
  return calls;
}

/** A request with its response, which is null while there is none. Each try counts. */
export interface ModelCall {
  readonly request: ItemOf<"llm-request">;
  readonly response: ItemOf<"llm-response"> | null;
}

export function modelCallsOf(items: readonly TraceItem[]): readonly ModelCall[] {
  const calls: ModelCall[] = [];
  for (const item of items) {
    if (isOf(item, "llm-request")) calls.push({ request: item, response: null });
    const last = calls.at(-1);
    if (isOf(item, "llm-response") && last?.response === null) calls[calls.length - 1] = { ...last, response: item };
  }
  return calls;
}

/** The last call of each round: a request that had to be sent again is no round of its own. */
export function roundsOf(items: readonly TraceItem[]): readonly ModelCall[] {
  const last = new Map<number, ModelCall>();
  for (const call of modelCallsOf(items)) last.set(call.request.event.round, call);
  return [...last.values()];
}
