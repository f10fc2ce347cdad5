// The trace as a value, and the view as a pure fold over it. Knows events; refuses to know runs, signals and the DOM.

import type { AssistantMessage, Event, LlmRequest, Stopped, ToolResult } from "../generated/events.ts";

/** One entry of the trace, as the page keeps it. */
export interface TraceItem {
  /** 1, 2, 3 … over the conversation. */
  readonly seq: number;
  readonly run: number;
  /** Milliseconds since the run began, by the page's clock. */
  readonly at: number;
  /** What took effect. */
  readonly event: Event;
  /** The original, when the reader edited it. */
  readonly before: Event | null;
}

/** One thing in the conversation. `seq` is the trace item that it comes from. */
export type ChatEntry =
  /** `pending`: asked, and not begun yet. */
  | { readonly kind: "question"; readonly seq: number; readonly text: string; readonly pending: boolean }
  /** What the model said beside its notes. */
  | { readonly kind: "remark"; readonly seq: number; readonly text: string; readonly practice: boolean }
  | {
      readonly kind: "note";
      readonly seq: number;
      readonly callId: string;
      readonly name: string;
      /** The text that the model wrote. */
      readonly arguments: string;
      readonly progress: "asked" | "dispatched" | "answered";
      readonly practice: boolean;
    }
  | {
      readonly kind: "result";
      readonly seq: number;
      readonly callId: string;
      readonly name: string;
      readonly outcome: ToolResult["outcome"];
      readonly content: string;
      readonly edited: boolean;
    }
  | {
      readonly kind: "answer";
      readonly seq: number;
      readonly text: string;
      readonly model: string;
      /** The practice model said it: the page must label it. */
      readonly practice: boolean;
    }
  | {
      readonly kind: "stopped";
      readonly seq: number;
      readonly reason: Stopped["reason"];
      readonly message: string;
      readonly detail: string;
    };

/** What is to be seen at one place of the trace. */
export interface View {
  readonly chat: readonly ChatEntry[];
  /** The item at the cursor: the last one that is shown. */
  readonly current: TraceItem | null;
}

/** Where the practice model answers. Nothing is sent there: Python answers this origin itself. */
export const PRACTICE_BASE_URL = "https://practice.glassloop.invalid/v1";
export const PRACTICE_MODEL = "practice-model";

interface Folded {
  readonly chat: readonly ChatEntry[];
  /** Whether the last request went to the practice model; null before the first of a turn. */
  readonly practice: boolean | null;
}

/** The view after the first `cursor` items. */
export function viewAt(items: readonly TraceItem[], cursor: number): View {
  const shown = items.slice(0, Math.max(0, cursor));
  return { chat: shown.reduce(fold, { chat: [], practice: null }).chat, current: shown.at(-1) ?? null };
}

function fold(state: Folded, { seq, event, before }: TraceItem): Folded {
  const add = (...entries: readonly ChatEntry[]): Folded => ({ ...state, chat: [...state.chat, ...entries] });
  switch (event.kind) {
    case "question":
      return { practice: null, chat: [...state.chat, { kind: "question", seq, text: event.text, pending: false }] };
    case "llm-request":
      return { ...state, practice: event.url.startsWith(PRACTICE_BASE_URL) };
    case "llm-response":
      return event.result.outcome === "reply"
        ? add(...entriesOf(seq, event.result.message, state.practice === true))
        : state;
    case "dispatch":
      return { ...state, chat: progressed(state.chat, event.call.id, "dispatched") };
    case "tool-result": {
      const { call_id: callId, name, outcome, content } = event;
      const chat = progressed(state.chat, callId, "answered");
      const result: ChatEntry = { kind: "result", seq, callId, name, outcome, content, edited: before !== null };
      return { ...state, chat: [...chat, result] };
    }
    case "answer": {
      // A raw program may answer without having asked any model in this turn.
      const practice = state.practice ?? event.model === PRACTICE_MODEL;
      return add({ kind: "answer", seq, text: event.text, model: event.model, practice });
    }
    case "stopped":
      return add({ kind: "stopped", seq, reason: event.reason, message: event.message, detail: event.detail });
    case "log":
      return state;
  }
}

/** A message with no notes is about to become the answer, which is an event of its own. */
function entriesOf(seq: number, message: AssistantMessage, practice: boolean): readonly ChatEntry[] {
  if (message.calls.length === 0) return [];
  const remark: readonly ChatEntry[] = message.text === "" ? [] : [{ kind: "remark", seq, text: message.text, practice }];
  const notes = message.calls.map((call): ChatEntry => {
    return { kind: "note", seq, callId: call.id, name: call.name, arguments: call.arguments, progress: "asked", practice };
  });
  return [...remark, ...notes];
}

/** The last note of that id: ids are unique in a conversation, but a bad server may repeat one in a later turn. */
function progressed(chat: readonly ChatEntry[], callId: string, progress: "dispatched" | "answered") {
  const index = chat.findLastIndex((entry) => entry.kind === "note" && entry.callId === callId);
  return chat.map((entry, i) => (i === index && entry.kind === "note" ? { ...entry, progress } : entry));
}

/** Which messages of a request the model sees for the first time. Indexes count from 0. */
export interface Fresh {
  readonly total: number;
  readonly fresh: readonly number[];
  /** There is no earlier request in this conversation, so everything is new. */
  readonly first: boolean;
}

/**
 * Compares the messages of the llm-request at `item` with those of the llm-request before it in the conversation.
 * Null when `item` is no request, or its body holds no list of messages.
 */
export function newMessages(items: readonly TraceItem[], item: TraceItem): Fresh | null {
  if (item.event.kind !== "llm-request") return null;
  const messages = messagesOf(item.event);
  if (messages === null) return null;
  const earlier = items.findLast((other) => other.seq < item.seq && other.event.kind === "llm-request");
  // Each earlier message accounts for one later one: said twice and sent once before, the second is new.
  const seen = new Map<string, number>();
  if (earlier?.event.kind === "llm-request") {
    for (const text of messagesOf(earlier.event) ?? []) seen.set(text, (seen.get(text) ?? 0) + 1);
  }
  const fresh: number[] = [];
  messages.forEach((text, index) => {
    const left = seen.get(text) ?? 0;
    if (left === 0) fresh.push(index);
    else seen.set(text, left - 1);
  });
  return { total: messages.length, fresh, first: earlier === undefined };
}

/** Each message as text, to compare. That numbers lose digits does no harm here: nothing of it is shown. */
function messagesOf(request: LlmRequest): readonly string[] | null {
  const body = parsed(request.body);
  const list = body?.["messages"] ?? body?.["input"];
  return Array.isArray(list) ? list.map((message) => JSON.stringify(message)) : null;
}

/** The names of the tools that the last request offered, in its order. */
export function offeredTools(items: readonly TraceItem[]): readonly string[] {
  const last = items.findLast((item) => item.event.kind === "llm-request");
  if (last?.event.kind !== "llm-request") return [];
  const tools = parsed(last.event.body)?.["tools"];
  if (!Array.isArray(tools)) return [];
  const names = tools.map((tool: { name?: unknown; function?: { name?: unknown } } | null) => {
    return tool?.function?.name ?? tool?.name;
  });
  return [...new Set(names.filter((name) => typeof name === "string"))];
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    // The reader may have edited the body into anything.
    return null;
  }
}
