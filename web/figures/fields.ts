// One class, both directions: for each argument of a tool call, the line that declares it, the schema the model saw, the
// text it wrote, and the value after the check. Pure; digits and quotes stay as they were written.
import { member, oneLine, readJson, stringOf, type JsonNode } from "../panels/json_text.ts";
import { partsOf, type MenuField } from "./bodies.ts";
import { declarationOf, type Declaration, type Declared } from "./python_source.ts";
import { allOf, toolCallsOf, turnsOf, type ItemOf } from "./turns.ts";
import type { TraceItem } from "../state/trace.ts";

export interface FieldRow {
  readonly name: string;
  /** The declaration in the program; null when none was found. */
  readonly python: Declared | null;
  /** What the model was shown; null when this argument is not on the menu. */
  readonly schema: string | null;
  readonly required: boolean;
  /** As the model wrote it; null when it left the argument out, or wrote no JSON object. */
  readonly raw: string | null;
  readonly checked: Checked;
}

export type Checked =
  /** `remark`: how it differs from what was written, in words; empty when it does not. */
  | { readonly kind: "value"; readonly text: string; readonly remark: string }
  /** `said` is what the model reads about this argument. */
  | { readonly kind: "refused"; readonly said: string }
  /** The check came to no verdict on this argument. */
  | { readonly kind: "none"; readonly why: string };

export interface CallFields {
  readonly seq: number;
  readonly callId: string;
  readonly name: string;
  readonly declaration: Declaration | null;
  readonly rows: readonly FieldRow[];
  /** The reader changed the note while it was held: what was written is theirs. */
  readonly edited: boolean;
  /** The text that was written, when it is no JSON object; empty otherwise. */
  readonly unreadable: string;
  /** What was refused of the note as a whole; empty when nothing was, or each refusal stands at its argument. */
  readonly refusal: string;
}

/** The tool calls of each turn, oldest first, up to the cursor. */
export function callsOf(items: readonly TraceItem[]): readonly ItemOf<"dispatch">[] {
  const turn = turnsOf(items).at(-1);
  return turn === undefined ? [] : toolCallsOf(turn.items).flatMap(({ dispatch }) => (dispatch === null ? [] : [dispatch]));
}

export function callFields(items: readonly TraceItem[], dispatch: ItemOf<"dispatch">, files: Readonly<Record<string, string>>): CallFields {
  const { call, lookup } = dispatch.event;
  const request = allOf(items, "llm-request").findLast(({ seq }) => seq < dispatch.seq);
  const menu = request === undefined ? undefined : partsOf(request.event).menu.find(({ name }) => name === call.name);
  const known = menu !== undefined || lookup.outcome === "ready";
  const declaration = known ? declarationOf(files, call.name, lookup.outcome === "ready" ? lookup.target : targetOf(files, call.name)) : null;
  const wrote = readJson(call.arguments);
  const raw = wrote?.type === "object" ? wrote : null;
  const check = checking(dispatch, resultOf(items, dispatch));
  const names = namesOf(menu?.fields ?? [], declaration, raw);
  const rows = names.map((name): FieldRow => {
    const field = menu?.fields.find((each) => each.name === name);
    const value = member(raw, name);
    return {
      name,
      python: declaration?.fields.find((each) => each.name === name) ?? null,
      schema: field?.schema ?? null,
      required: field?.required ?? false,
      raw: value === null ? null : call.arguments.slice(value.start, value.end),
      checked: check.at(name, field?.schema ?? null),
    };
  });
  return { seq: dispatch.seq, callId: call.id, name: call.name, declaration, rows, edited: dispatch.before !== null, unreadable: raw === null ? call.arguments : "", refusal: check.whole(names) };
}

/** What came of a call; null while nothing has. */
function resultOf(items: readonly TraceItem[], dispatch: ItemOf<"dispatch">): ItemOf<"tool-result"> | null {
  const calls = turnsOf(items).flatMap((turn) => toolCallsOf(turn.items));
  return calls.find((call) => call.dispatch?.seq === dispatch.seq)?.result ?? null;
}

/** A refused note names no target: the class stands beside the function where the tool is made. */
function targetOf(files: Readonly<Record<string, string>>, tool: string): string {
  const made = Object.values(files).flatMap((text) => [...text.matchAll(/tool_from_model\(\s*(\w+)\s*,\s*(\w+)/g)]);
  const pair = made.find((match) => match[2] === tool);
  return pair === undefined ? tool : `${tool}(${pair[1]})`;
}

/** What is on the menu comes first, in its order; then whatever else was declared or written. */
function namesOf(menu: readonly MenuField[], declaration: Declaration | null, raw: JsonNode | null): readonly string[] {
  const declared = menu.length > 0 ? [] : (declaration?.fields.map(({ name }) => name) ?? []);
  const written = raw?.type === "object" ? raw.entries.map(({ key }) => key) : [];
  return [...new Set([...menu.map(({ name }) => name), ...declared, ...written])];
}

function isNumber(schema: string): boolean {
  const type = stringOf(member(readJson(schema), "type"));
  return type === "number" || type === "integer";
}

interface Checking {
  at(name: string, schema: string | null): Checked;
  whole(names: readonly string[]): string;
}

function checking({ event, before }: ItemOf<"dispatch">, result: ItemOf<"tool-result"> | null): Checking {
  if (before !== null) return checkedAnew(result);
  const { lookup } = event;
  if (lookup.outcome === "ready") {
    const values = readJson(lookup.values);
    return {
      at(name, schema) {
        const value = member(values, name);
        if (value === null) return { kind: "none", why: "not passed on" };
        const notes = lookup.notes.filter((note) => note.startsWith(`${name}: `)).map((note) => note.slice(name.length + 2));
        // An exact decimal travels as text: a number of JSON would be read as a double.
        const exact = value.type === "string" && schema !== null && isNumber(schema) ? ["an exact decimal"] : [];
        return { kind: "value", text: oneLine(lookup.values, value), remark: [...exact, ...notes].join("; ") };
      },
      whole: () => "",
    };
  }
  return refusing(lookup.error, lookup.message);
}

/** An edited note is checked when the run goes on, and the trace tells of that check in its result alone. */
function checkedAnew(result: ItemOf<"tool-result"> | null): Checking {
  if (result !== null) {
    const { outcome, content } = result.event;
    if (isRefusal(outcome)) return refusing(outcome, stringOf(member(readJson(content), "message")) ?? content);
  }
  const why = result === null ? "checked anew when the run goes on" : "checked anew, and accepted";
  return { at: () => ({ kind: "none", why }), whole: () => "" };
}

// Why an argument has no verdict of its own.
const REFUSALS = {
  unknown_tool: "never reached: no such tool",
  unparsable_arguments: "never reached: no JSON",
  invalid_arguments: "nothing wrong here",
} as const;
type Refusal = keyof typeof REFUSALS;

/** Whether a call ended before any tool ran. */
export function isRefusal(outcome: string): outcome is Refusal {
  return Object.hasOwn(REFUSALS, outcome);
}

function refusing(error: Refusal, message: string): Checking {
  const lines = message.split("\n");
  // A line may speak of something inside the argument: `days[2]: …`, `place.name: …`.
  const about = (name: string) => lines.filter((line) => line.startsWith(name) && /^(?:[.[][^:]*)?: /.test(line.slice(name.length)));
  return {
    at(name) {
      const said = about(name);
      return said.length === 0 ? { kind: "none", why: REFUSALS[error] } : { kind: "refused", said: said.map((line) => line.slice(line.indexOf(": ") + 2)).join("; ") };
    },
    whole(names) {
      const placed = new Set(names.flatMap(about));
      return lines.filter((line) => !placed.has(line)).join("\n");
    },
  };
}
