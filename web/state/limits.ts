// How far a turn may go, as settings and as the dialog's text fields. Pure; refuses to know what happens at a limit.

import type { Limits } from "../protocol.ts";
import { wrong, type Checked } from "./checked.ts";

/** What is typed for each limit. */
export type TypedLimits = Readonly<Record<keyof Limits, string>>;

export const DEFAULT_LIMITS: Limits = { rounds: null, repeats: 3, unknown: 3, retries: 2 };

export interface LimitField {
  readonly key: keyof Limits;
  readonly label: string;
  readonly hint: string;
  readonly least: number;
  readonly most: number;
  /** Whether the field may be empty, which leaves it to the program. */
  readonly optional: boolean;
}

export const LIMIT_FIELDS: readonly LimitField[] = [
  {
    key: "rounds", label: "Rounds per question", least: 1, most: 100, optional: true,
    hint: "Requests for one question; the last of them forbids tools. Empty: as many as the program says.",
  },
  {
    key: "repeats", label: "Same call again", least: 1, most: 100, optional: false,
    hint: "When a call has given the same result this often, the model is told; the next time ends the turn.",
  },
  {
    key: "unknown", label: "Unknown tools in a row", least: 1, most: 100, optional: false,
    hint: "After this many notes for tools that don't exist, one after the other, the turn ends.",
  },
  {
    key: "retries", label: "Retries", least: 0, most: 10, optional: false,
    hint: "How often a request is sent again when the server is busy or can't be reached.",
  },
];

export function typedLimits(limits: Limits): TypedLimits {
  const { rounds, repeats, unknown, retries } = limits;
  return { rounds: rounds === null ? "" : String(rounds), repeats: String(repeats), unknown: String(unknown), retries: String(retries) };
}

export function limitsOf(typed: TypedLimits): Checked<Limits> {
  let limits = DEFAULT_LIMITS;
  for (const field of LIMIT_FIELDS) {
    const text = typed[field.key].trim();
    if (text === "" && field.optional) continue;
    const count = text === "" ? NaN : Number(text);
    if (!Number.isInteger(count) || count < field.least || count > field.most) {
      const standard = DEFAULT_LIMITS[field.key];
      const advice = standard === null ? "leave it empty to let the program decide" : `${standard} is usual`;
      return wrong(`${field.label} has to be a whole number from ${field.least} to ${field.most}; ${advice}.`);
    }
    limits = { ...limits, [field.key]: count };
  }
  return { ok: true, value: limits };
}

/** Reads stored limits; what is odd is as it was at first. */
export function readLimits(stored: unknown): TypedLimits {
  const found = typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  const typed = typedLimits(DEFAULT_LIMITS);
  const merged = { ...typed, ...Object.fromEntries(LIMIT_FIELDS.map(({ key }) => [key, text(found[key], typed[key])])) };
  return limitsOf(merged).ok ? merged : typed;
}

const text = (value: unknown, otherwise: string): string => (typeof value === "number" ? String(value) : otherwise);
