// How the reader has arranged the page: layout, tabs, sizes, theme, filter. Refuses to know what the panels show.
import { computed, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { USUAL_PRICES, type Prices } from "../figures/tokens.ts";
import { browserStore } from "../state/storage.ts";

export type Layout = "wide" | "medium" | "narrow";
export type Tab = "conversation" | "trace" | "program" | "read" | "settings" | "figures";
export type Theme = "system" | "light" | "dark";

/** Which tabs each layout has; a panel that is no tab is always on the screen. The first is shown first. */
const TABS: Readonly<Record<Layout, readonly Tab[]>> = {
  wide: ["read", "program", "settings", "figures"],
  medium: ["trace", "program", "read", "settings", "figures"],
  narrow: ["conversation", "trace", "program", "read", "settings", "figures"],
};
const WIDE = "(min-width: 1100px)";
const MEDIUM = "(min-width: 700px)";

/** Sizes in per cent of what they divide: columns of the page (`half`: the right one of two), the trace of its column. */
export interface Sizes {
  readonly left: number;
  readonly right: number;
  readonly half: number;
  readonly trace: number;
}
export const SIZE_LIMITS: Readonly<Record<keyof Sizes, { readonly min: number; readonly max: number; readonly usual: number }>> = {
  left: { min: 18, max: 42, usual: 30 },
  right: { min: 26, max: 52, usual: 38 },
  half: { min: 30, max: 68, usual: 50 },
  trace: { min: 18, max: 78, usual: 42 },
};

const store = browserStore(() => localStorage);
const root = document.documentElement;

export const layout: ReadonlySignal<Layout> = layoutSignal();
const chosen: Signal<Readonly<Record<Layout, Tab>>> = signal({ wide: "read", medium: "trace", narrow: "conversation" });
/** Whether the lesson has anything to set. */
export const hasSettings: Signal<boolean> = signal(false);
export const tabs: ReadonlySignal<readonly Tab[]> = computed(() => TABS[layout.value].filter((name) => name !== "settings" || hasSettings.value));
export const tab: ReadonlySignal<Tab> = computed(() => {
  const wanted = chosen.value[layout.value];
  return tabs.value.includes(wanted) ? wanted : (tabs.value[0] ?? wanted);
});

/** Shows a tab; where the panel is no tab in this layout there is nothing to do. */
export function showTab(wanted: Tab): void {
  if (tabs.value.includes(wanted)) chosen.value = { ...chosen.value, [layout.value]: wanted };
}

/** Moves the cursor to the event of that number, and shows it. */
export function goTo({ cursor }: { readonly cursor: Signal<number> }, seq: number): void {
  cursor.value = seq;
  showTab("trace");
}

/** Whether a panel is on the screen. */
export function isShown(panel: Tab): boolean {
  return !TABS[layout.value].includes(panel) || tab.value === panel;
}

export const sizes: Signal<Sizes> = signal(readSizes(store.read("sizes")));

export function resize(which: keyof Sizes, size: number): void {
  const { min, max } = SIZE_LIMITS[which];
  sizes.value = { ...sizes.value, [which]: Math.round(Math.min(max, Math.max(min, size)) * 10) / 10 };
}

export const theme: Signal<Theme> = signal(readTheme(store.read("theme")));

/** Whether the page is dark now, by choice or by the system's setting. */
export function isDark(): boolean {
  return theme.value === "system" ? systemIsDark.value : theme.value === "dark";
}

/** What a model's tokens cost: the reader's own figures. */
export const prices: Signal<Prices> = signal(readPrices(store.read("prices")));

/** Whether the dialog for the connection is open. */
export const connectionOpen: Signal<boolean> = signal(false);

/** Which items of the trace are listed. */
export type Filter = "all" | "model" | "tools" | "logs" | "errors";
export const filter: Signal<Filter> = signal("all");

/** A line of the program that should be brought to the reader's eye; a new object each time. Lines count from 1. */
export const spotlight: Signal<{ readonly file: string; readonly line: number } | null> = signal(null);

export function showLine(file: string, line: number): void {
  showTab("program");
  spotlight.value = { file, line };
}

const systemIsDark = mediaSignal("(prefers-color-scheme: dark)");

/** Keeps the document and the store up to date with the signals above. Call once. */
export function arrange(): void {
  effect(() => {
    for (const [name, size] of Object.entries(sizes.value)) root.style.setProperty(`--size-${name}`, `${size}%`);
    store.write("sizes", JSON.stringify(sizes.value));
  });
  effect(() => store.write("prices", JSON.stringify(prices.value)));
  effect(() => {
    if (theme.value === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = theme.value;
    store.write("theme", theme.value);
  });
}

function mediaSignal(query: string): ReadonlySignal<boolean> {
  const media = matchMedia(query);
  const matches = signal(media.matches);
  media.addEventListener("change", () => (matches.value = media.matches));
  return matches;
}

function layoutSignal(): ReadonlySignal<Layout> {
  const wide = mediaSignal(WIDE);
  const medium = mediaSignal(MEDIUM);
  return computed(() => (wide.value ? "wide" : medium.value ? "medium" : "narrow"));
}

function readTheme(text: string | null): Theme {
  return text === "light" || text === "dark" ? text : "system";
}

function readSizes(text: string | null): Sizes {
  const kept = parsed(text);
  const size = (which: keyof Sizes): number => {
    const { min, max, usual } = SIZE_LIMITS[which];
    const value = kept[which];
    return typeof value === "number" && value >= min && value <= max ? value : usual;
  };
  return { left: size("left"), right: size("right"), half: size("half"), trace: size("trace") };
}

function readPrices(text: string | null): Prices {
  const { input, output } = parsed(text) as Partial<Record<keyof Prices, unknown>>;
  const usable = (value: unknown): value is number => typeof value === "number" && value >= 0 && Number.isFinite(value);
  return usable(input) && usable(output) ? { input, output } : USUAL_PRICES;
}

function parsed(text: string | null): Partial<Record<keyof Sizes, unknown>> {
  try {
    return (JSON.parse(text ?? "{}") as Partial<Record<keyof Sizes, unknown>> | null) ?? {};
  } catch {
    return {};
  }
}
