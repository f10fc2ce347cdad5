// The six stages of one question, each tied to the event of this run that it speaks of, with a sentence made of that
// event's own values. Pure: trace and cursor in, stages out.
import { member, readJson, stringOf } from "../panels/json_text.ts";
import { brief, callText, count, duration, outcomeWords } from "../panels/sentences.ts";
import { partsOf, type SentMessage } from "./bodies.ts";
import { menuTokens } from "./context.ts";
import { isRefusal } from "./fields.ts";
import { isOf, roundsOf, toolCallsOf, turnsOf, type ItemOf, type ToolCallParts, type Turn } from "./turns.ts";
import { CHOOSES, list, verdictOf } from "./winner.ts";
import type { TraceItem } from "../state/trace.ts";

export type StageName = "transcript" | "menu" | "note" | "dispatch" | "choosing" | "back";

export interface Stage {
  readonly name: StageName;
  readonly title: string;
  /** The event it speaks of; null when there is none. */
  readonly seq: number | null;
  /** One sentence: what happened in this run, or why there is nothing to see. */
  readonly says: string;
  /** The cursor stands at it. */
  readonly current: boolean;
}

export interface Walk {
  readonly turn: number;
  /** The round that the stages speak of, and how many there are so far. */
  readonly round: number;
  readonly rounds: number;
  readonly stages: readonly Stage[];
}

/** `items`: the whole trace. `cursor`: how many of them are shown. Null when no question is. */
export function walkOf(items: readonly TraceItem[], cursor: number): Walk | null {
  const here = items[Math.min(cursor, items.length) - 1];
  if (here === undefined) return null;
  const turn = turnsOf(items).findLast(({ items: own }) => own[0]!.seq <= here.seq);
  if (turn === undefined) return null;
  const round = roundAt(turn, here.seq);
  const at = stageAt(round, here);
  const stages = [transcript(turn, round), menu(round), note(round), dispatch(round), choosing(round), back(round)];
  const rounds = roundsOf(turn.items).at(-1)?.request.event.round ?? 0;
  return { turn: turn.number, round: round.number, rounds, stages: stages.map((stage) => ({ ...stage, current: stage.name === at })) };
}

/** One pass: a request, what came back, one of the notes with its result, and the request with which that goes back. */
interface Round {
  readonly number: number;
  readonly question: ItemOf<"question"> | null;
  readonly request: ItemOf<"llm-request"> | null;
  readonly response: ItemOf<"llm-response"> | null;
  readonly call: ToolCallParts | null;
  readonly next: ItemOf<"llm-request"> | null;
  readonly ending: ItemOf<"answer"> | ItemOf<"stopped"> | null;
}

/** The last round with a note that has begun at `seq`; the first one when the cursor stands before any. */
function roundAt(turn: Turn, seq: number): Round {
  const begins = turn.items.flatMap((item, index) => (item.event.kind === "llm-request" ? [index] : []));
  const rounds = begins.map((begin, index) => turn.items.slice(begin, begins[index + 1]));
  const withNotes = rounds.flatMap((own, index) => (own.some(hasNotes) ? [index] : []));
  const index = withNotes.findLast((each) => (rounds[each]!.find(hasNotes)?.seq ?? Infinity) <= seq) ?? withNotes[0] ?? Math.max(0, rounds.length - 1);
  const own = rounds[index] ?? [];
  const calls = toolCallsOf(own);
  const begun = calls.findLast((call) => (call.dispatch ?? call.result)!.seq <= seq);
  const first = turn.items[0];
  const request = own.find((item) => isOf(item, "llm-request")) ?? null;
  return {
    number: request?.event.round ?? 1,
    request,
    question: first !== undefined && isOf(first, "question") ? first : null,
    response: own.findLast((item) => isOf(item, "llm-response")) ?? null,
    call: begun ?? calls[0] ?? null,
    next: rounds[index + 1]?.find((item) => isOf(item, "llm-request")) ?? null,
    ending: turn.items.find((item) => isOf(item, "answer") || isOf(item, "stopped")) ?? null,
  };
}

function hasNotes({ event }: TraceItem): boolean {
  return event.kind === "llm-response" && event.result.outcome === "reply" && event.result.message.calls.length > 0;
}

/** The stage that the cursor stands at. What is told beside the conversation belongs to none. */
function stageAt(round: Round, { seq, event }: TraceItem): StageName | null {
  const after = round.call !== null && seq > (round.call.result ?? round.call.dispatch)!.seq;
  switch (event.kind) {
    case "question":
      return "transcript";
    case "llm-request":
      return after ? "back" : "menu";
    case "llm-response":
      return after ? "back" : "note";
    case "dispatch":
      return "dispatch";
    case "tool-result":
      return "choosing";
    case "answer":
    case "stopped":
      return "back";
    case "log":
      return null;
  }
}

type Said = Omit<Stage, "current">;
const NOT_YET = "Not reached yet.";

function transcript({ number }: Turn, { question, request }: Round): Said {
  const stage = { name: "transcript", title: "The transcript", seq: question?.seq ?? null } as const;
  if (request === null) return { ...stage, says: "Your question was added to the transcript; nothing has gone out yet." };
  const { system, messages } = partsOf(request.event);
  const all = system.length + messages.length;
  const parts = [...(system.length > 0 ? ["the system prompt"] : []), ...others(messages.map(({ role }) => role))];
  return { ...stage, says: `${count(all, "message")} went out with request ${request.event.round}: ${list(parts)}.${memory(number, messages)}` };
}

/** What a follow-up has to go by: the earlier turns, if the program sends them. */
function memory(turn: number, messages: readonly SentMessage[]): string {
  if (turn === 1) return "";
  const before = messages.findLastIndex(({ role }) => role === "user") > 0;
  return before ? " The model remembers none of them by itself." : " Nothing of the earlier turns went along, so the model knows nothing of them.";
}

/** The question is the last user message; everything else was there before it or came of it. */
function others(roles: readonly string[]): readonly string[] {
  const question = roles.lastIndexOf("user");
  if (question === -1) return [count(roles.length, "other")];
  const [before, since] = [question, roles.length - question - 1];
  return [
    ...(before > 0 ? [`${before} from earlier turns`] : []),
    "your question",
    ...(since > 0 ? [`${since} that came of it`] : []),
  ];
}

function menu({ request }: Round): Said {
  const stage = { name: "menu", title: "The menu", seq: request?.seq ?? null } as const;
  if (request === null) return { ...stage, says: NOT_YET };
  const { menu: entries, menuText, forbidsTools } = partsOf(request.event);
  if (entries.length === 0) return { ...stage, says: "No menu went along: the model could ask for nothing." };
  const tokens = `≈${menuTokens(menuText).toLocaleString("en")} tokens`;
  const names = brief(list(entries.map(({ name }) => name)), 100);
  return { ...stage, says: `${count(entries.length, "tool")} on the menu, ${tokens}: ${names}.${forbidsTools ? " This request forbids asking for them." : ""}` };
}

function note({ response }: Round): Said {
  const stage = { name: "note", title: "The note", seq: response?.seq ?? null } as const;
  if (response === null) return { ...stage, says: NOT_YET };
  const { result } = response.event;
  if (result.outcome === "failure") return { ...stage, says: `No note came: ${result.what}` };
  const { calls } = result.message;
  const [first] = calls;
  if (first === undefined) return { ...stage, says: "The model wrote no note: it answered in words." };
  if (calls.length === 1) return { ...stage, says: `The model wrote ${brief(callText(first.name, first.arguments), 110)}: text, nothing has run.` };
  const names = list([...new Set(calls.map(({ name }) => name))]);
  return { ...stage, says: `${calls.length} notes in one reply, for ${brief(names, 80)}: text, nothing has run.` };
}

function dispatch(round: Round): Said {
  const item = round.call?.dispatch ?? null;
  const stage = { name: "dispatch", title: "Dispatch", seq: item?.seq ?? null } as const;
  if (item === null) return { ...stage, says: missing(round, "dispatch") };
  const { call, lookup } = item.event;
  if (item.before !== null) return { ...stage, says: `${call.name} was looked up, and you changed its arguments.` };
  if (lookup.outcome === "refused") return { ...stage, says: `${call.name} was refused, so nothing runs: ${brief(lookup.message, 110)}` };
  return { ...stage, says: `Looked up and checked: ${brief(callText(call.name, lookup.values), 110)} is ready to be called.` };
}

function choosing(round: Round): Said {
  const item = round.call?.result ?? null;
  const verdict = item === null ? null : verdictOf(item.event.content);
  const chooses = item === null ? willChoose(round) : verdict !== null && verdict.kind !== "error";
  const stage = { name: "choosing", title: chooses ? "Choosing" : "The tool runs", seq: item?.seq ?? null } as const;
  if (item === null) return { ...stage, says: missing(round, "run") };
  const { name, outcome, content, duration_ms: ms } = item.event;
  if (verdict?.kind === "won") return { ...stage, says: `${verdict.why} Its answer: ${brief(verdict.answer, 60)}${verdict.verified ? ", checked against plain arithmetic" : ""}.` };
  if (verdict?.kind === "none") return { ...stage, says: verdict.why };
  if (outcome === "ok") return { ...stage, says: `${name} ran for ${duration(ms)} and gave ${brief(content, 90)}` };
  // A refused note is answered by the loop: no tool has run.
  const ran = isRefusal(outcome) ? "No tool runs" : stage.title;
  return { ...stage, title: ran, says: `${name}: ${outcomeWords(outcome)}. The model will read: ${brief(stringOf(member(readJson(content), "message")) ?? content, 90)}` };
}

/** Whether the tool that is asked for, or could be, is one that chooses. */
function willChoose({ call, request }: Round): boolean {
  if (call !== null) return call.name === CHOOSES;
  return request !== null && partsOf(request.event).menu.some(({ name }) => name === CHOOSES);
}

/** Why a stage has no event. */
function missing({ response, ending, call }: Round, what: string): string {
  const noNote = response?.event.result.outcome === "reply" && response.event.result.message.calls.length === 0;
  if (noNote) return `There was no note, so there is nothing to ${what}.`;
  return ending !== null && call === null ? `The turn ended before there was anything to ${what}.` : NOT_YET;
}

function back({ call, next, ending, response }: Round): Said {
  const stage = { name: "back", title: "Back to the model" } as const;
  if (next !== null) {
    const { messages, system } = partsOf(next.event);
    const sent = `${count(system.length + messages.length, "message")} went out with request ${next.event.round}, the result among them.`;
    return { ...stage, seq: next.seq, says: sent };
  }
  if (ending === null) return { ...stage, seq: null, says: NOT_YET };
  if (ending.event.kind === "stopped") return { ...stage, seq: ending.seq, says: `The turn stopped here: ${brief(ending.event.message, 110)}` };
  const said = brief(ending.event.text, 90);
  // Without a note nothing went back: the first reply was the answer.
  const how = call === null && response !== null ? "Nothing had to go back, the model answered at once" : "The turn ended with the answer";
  return { ...stage, seq: ending.seq, says: `${how}: ${said}` };
}
