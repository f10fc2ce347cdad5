// Tokens and money: the server's own count where there is one, else a quarter of the characters, marked ≈. Pure.
import type { ModelCall } from "./turns.ts";

const CHARACTERS_PER_TOKEN = 4;

/** A number of tokens. `counted`: the server said so; otherwise it is an estimate. */
export interface Tokens {
  readonly n: number;
  readonly counted: boolean;
}

/** Dollars for a million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}
export const USUAL_PRICES: Prices = { input: 3, output: 15 };

/** About how many tokens a text has. */
export function estimate(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

export function tokensIn({ request, response }: ModelCall): Tokens {
  const usage = usageOf(response);
  return usage === null ? { n: estimate(request.event.body.length), counted: false } : { n: usage.input_tokens, counted: true };
}

/** What the model wrote; null while there is no reply. */
export function tokensOut({ response }: ModelCall): Tokens | null {
  if (response?.event.result.outcome !== "reply") return null;
  const usage = usageOf(response);
  if (usage !== null) return { n: usage.output_tokens, counted: true };
  const { text, calls } = response.event.result.message;
  const written = calls.reduce((sum, call) => sum + call.name.length + call.arguments.length, text.length);
  return { n: estimate(written), counted: false };
}

// A server that reports nothing may also report zeros.
function usageOf(response: ModelCall["response"]) {
  const usage = response?.event.result.outcome === "reply" ? response.event.result.usage : null;
  return usage !== null && usage.input_tokens > 0 ? usage : null;
}

export function sum(tokens: readonly Tokens[]): Tokens {
  return { n: tokens.reduce((total, { n }) => total + n, 0), counted: tokens.every(({ counted }) => counted) };
}

/** "1,240", or "≈1,240" where it is estimated. */
export function tokensText({ n, counted }: Tokens): string {
  return `${counted ? "" : "≈"}${Math.round(n).toLocaleString("en")}`;
}

/** Dollars. */
export function costOf(input: number, output: number, prices: Prices): number {
  return (input * prices.input + output * prices.output) / 1_000_000;
}

/** "7.5 cents", "0.45 cents", "75 cents", "$1.25": two digits are as exact as prices are. */
export function money(dollars: number): string {
  if (dollars >= 1) return `$${dollars.toFixed(2)}`;
  const cents = dollars * 100;
  if (cents === 0) return "0 cents";
  if (cents < 0.001) return "<0.001 cents";
  const shown = cents >= 10 ? Math.round(cents).toString() : Number(cents.toPrecision(2)).toString();
  return `${shown} ${shown === "1" ? "cent" : "cents"}`;
}

/** A price that the reader typed; null when it is none. */
export function readPrice(text: string): number | null {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(value) || value < 0 || value > 10_000 ? null : value;
}

/** How many times `b` goes into `a`: "≈17 times", "about 1.5 times"; null when there is nothing to divide by. */
export function times(a: number, b: number): string | null {
  if (b <= 0) return null;
  const ratio = a / b;
  return `${ratio >= 10 ? Math.round(ratio) : Number(ratio.toFixed(1))}`;
}
