// Reads what the burst wrote to its shelf: calls upstream over time, with a cache and without. Pure; the document comes
// from the reader's program, so it may be anything.

/** [second, calls so far] */
export type Point = readonly [number, number];

export interface Burst {
  readonly minutes: number;
  readonly questions: number;
  readonly cities: number;
  readonly without: readonly Point[];
  readonly with: readonly Point[];
  /** Calls in all, at the end of each line. */
  readonly callsWithout: number;
  readonly callsWith: number;
  /** Per cent of the calls that the cache saves, rounded. */
  readonly saved: number;
}

const MOST_POINTS = 2000;

/** Null when the text is no such document. */
export function readBurst(text: string): Burst | null {
  const document = parsed(text);
  if (document === null) return null;
  const without = line(document["without"]);
  const cached = line(document["with"]);
  const [minutes, questions, cities] = ["minutes", "questions", "cities"].map((name) => count(document[name]));
  if (without === null || cached === null || !minutes || !questions || !cities) return null;
  const callsWithout = without.at(-1)![1];
  const callsWith = cached.at(-1)![1];
  const saved = callsWithout === 0 ? 0 : Math.round(100 * (1 - callsWith / callsWithout));
  return { minutes, questions, cities, without, with: cached, callsWithout, callsWith, saved };
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function count(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}

/** Points whose time and count never go back. */
function line(value: unknown): readonly Point[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_POINTS) return null;
  const points: Point[] = [];
  for (const entry of value as readonly unknown[]) {
    if (!Array.isArray(entry) || entry.length !== 2) return null;
    const [second, calls] = entry.map(count);
    const last = points.at(-1);
    if (second == null || calls == null || (last !== undefined && (second < last[0] || calls < last[1]))) return null;
    points.push([second, calls]);
  }
  return points;
}

/** The next round number, `n` itself included: the top of an axis. */
export function roundUp(n: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, n)));
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= n) ?? 10 * power;
}

/** The line as a path of steps: between two points the count stays, then it jumps. x: 0–100, y: 0–100 from the top. */
export function stepsPath(points: readonly Point[], seconds: number, top: number): string {
  const place = ([second, calls]: Point) => [round((100 * second) / seconds), round(100 - (100 * calls) / top)] as const;
  const [first, ...rest] = points.map(place);
  if (first === undefined) return "";
  const end = place([seconds, points.at(-1)![1]]);
  return `M${first[0]} ${first[1]}${rest.map(([x, y]) => `H${x}V${y}`).join("")}H${end[0]}`;
}

function round(n: number): number {
  return Math.round(n * 100) / 100;
}
