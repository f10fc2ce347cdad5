// Who won: reads a tool's result that names the shortcut chosen and the others that applied. Pure; numbers stay text.
// The result comes from the reader's program, so it may be anything.
import { items, member, readJson, stringOf, type JsonNode } from "../panels/json_text.ts";
import { count } from "../panels/sentences.ts";
import { toolCallsOf, turnsOf, type ItemOf } from "./turns.ts";
import type { TraceItem } from "../state/trace.ts";

export interface Contender {
  readonly name: string;
  readonly title: string;
  readonly priority: number;
}

export interface SolutionStep {
  readonly say: string;
  readonly expr: string;
  readonly result: string;
}

export type Verdict =
  | {
      readonly kind: "won";
      readonly problem: string;
      /** As people write it. */
      readonly answer: string;
      readonly verified: boolean;
      /** As they competed: the winner first. */
      readonly contenders: readonly [Contender, ...Contender[]];
      readonly steps: readonly SolutionStep[];
      readonly why: string;
    }
  | { readonly kind: "none"; readonly problem: string; readonly answer: string; readonly why: string }
  | { readonly kind: "error"; readonly why: string };

/** The tool that chooses: what an error says can't tell whether the tool that gave it does. */
export const CHOOSES = "solve_with_shortcut";

/** The results of the last turn that tell of a choice, oldest first. */
export function choicesOf(shown: readonly TraceItem[]): readonly { readonly item: ItemOf<"tool-result">; readonly verdict: Verdict }[] {
  const turn = turnsOf(shown).at(-1);
  return toolCallsOf(turn?.items ?? []).flatMap(({ result }) => {
    const verdict = result === null ? null : verdictOf(result.event.content);
    if (result === null || verdict === null || (verdict.kind === "error" && result.event.name !== CHOOSES)) return [];
    return [{ item: result, verdict }];
  });
}

/** What a result says of the choice; null when it speaks of something else. */
export function verdictOf(content: string): Verdict | null {
  const root = readJson(content);
  const found = word(content, member(root, "found"));
  if (found === "true") return won(content, root);
  if (found === "false") return none(content, root);
  const message = stringOf(member(root, "message"));
  return word(content, member(root, "ok")) === "false" && message !== null ? { kind: "error", why: `Nothing was chosen: ${message}` } : null;
}

function won(content: string, root: JsonNode | null): Verdict | null {
  const solution = member(root, "solution");
  const text = (name: string) => plain(content, member(solution, name));
  const winner = contender(content, solution, "technique");
  if (winner === null) return null;
  const others = items(member(root, "other_applicable_shortcuts")).map((each) => contender(content, each, "name"));
  const losers = others.filter((each) => each !== null);
  if (losers.length !== others.length) return null;
  const steps = items(member(solution, "steps")).map((step) => {
    return { say: plain(content, member(step, "say")), expr: plain(content, member(step, "expr")), result: plain(content, member(step, "result")) };
  });
  return {
    kind: "won",
    problem: text("problem"),
    answer: text("shown") || text("answer"),
    verified: word(content, member(solution, "verified")) === "true",
    contenders: [winner, ...losers],
    steps,
    why: whyWon(winner, losers),
  };
}

function none(content: string, root: JsonNode | null): Verdict {
  const [problem, answer] = [plain(content, member(root, "problem")), plain(content, member(root, "shown")) || plain(content, member(root, "answer"))];
  const worked = answer === "" ? "" : ` Plain arithmetic gave ${answer}.`;
  return { kind: "none", problem, answer, why: `No shortcut applied${problem === "" ? "" : ` to ${problem}`}, so none won.${worked}` };
}

function contender(content: string, node: JsonNode | null, key: string): Contender | null {
  const name = stringOf(member(node, key));
  const priority = member(node, "priority");
  if (name === null || priority?.type !== "number") return null;
  const value = Number(content.slice(priority.start, priority.end));
  return Number.isFinite(value) ? { name, title: stringOf(member(node, "title")) ?? "", priority: value } : null;
}

/** One sentence on why the winner won. */
export function whyWon(winner: Contender, losers: readonly Contender[]): string {
  const { name, priority } = winner;
  if (losers.length === 0) return `${name} won: no other shortcut applied.`;
  const better = losers.filter((other) => other.priority > priority);
  if (better.length > 0) {
    return `${name} won although ${better[0]!.name} has the higher priority (${better[0]!.priority} against ${priority}): it was asked for by name.`;
  }
  const [equal, less] = [losers.filter((other) => other.priority === priority), losers.filter((other) => other.priority < priority)];
  if (equal.length === 0) return `${name} won: priority ${priority} beats ${list(less.map((other) => `${other.priority}`))}.`;
  const rest = less.length === 0 ? "" : ` ${count(less.length, "other")} had less.`;
  return `${name} won: ${list(equal.map((other) => other.name))} had priority ${priority} too, but ${name} stands first in the list.${rest}`;
}

/** "a", "a and b", "a, b and c" */
export function list(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** A string's text, a number's digits; empty for anything else. */
function plain(content: string, node: JsonNode | null): string {
  if (node?.type === "number") return content.slice(node.start, node.end);
  return stringOf(node) ?? "";
}

function word(content: string, node: JsonNode | null): string {
  return node?.type === "word" ? content.slice(node.start, node.end) : "";
}
