// The drawings beside words: one stroke, one size, never the only carrier of a meaning. Knows no state.
import type { Event } from "../generated/events.ts";

/** What each kind of event looks like in the trace. Drawn on a 16 × 16 grid. */
const KIND_PATHS: Readonly<Record<Event["kind"], string>> = {
  question: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.8-1.1 1.8M8 12.6v.2",
  "llm-request": "M4 12 12 4M6 4h6v6",
  "llm-response": "M12 4 4 12M10 12H4V6",
  dispatch: "M8 2.8 13.2 8 8 13.2 2.8 8Z",
  "tool-result": "M8 2.8 13.2 8 8 13.2 2.8 8Z",
  answer: "M3 8.5 6.5 12 13 4.5",
  stopped: "M4 4h8v8H4Z",
  log: "M3.5 5h9M3.5 8h9M3.5 11h5",
};
const FILLED: readonly Event["kind"][] = ["tool-result"];

export function KindIcon({ kind }: { readonly kind: Event["kind"] }) {
  return <Drawing path={KIND_PATHS[kind]} filled={FILLED.includes(kind)} />;
}

const PATHS = {
  pause: "M5.5 4v8M10.5 4v8",
  play: "M5.5 3.5v9l7-4.5Z",
  left: "M10 3.5 5.5 8l4.5 4.5",
  right: "M6 3.5 10.5 8 6 12.5",
  down: "M4 6.5 8 10.5l4-4",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.6v1.2M8 13.2v1.2M1.6 8h1.2M13.2 8h1.2M3.5 3.5l.8.8M11.7 11.7l.8.8M12.5 3.5l-.8.8M4.3 11.7l-.8.8",
  moon: "M13 9.6A5.5 5.5 0 0 1 6.4 3 5.5 5.5 0 1 0 13 9.6Z",
  download: "M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13.2h10",
  thumb: "M2.8 7.2h2.4v6H2.8ZM5.2 7.2 8 2.4c1 0 1.7.8 1.5 1.8l-.4 2.2h3.1c.9 0 1.5.8 1.3 1.6l-1 4c-.2.7-.8 1.2-1.6 1.2H5.2",
  plug: "M6 2.5v3M10 2.5v3M4 5.5h8v2.2a4 4 0 0 1-8 0ZM8 11.7v2",
} as const;

export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return <Drawing path={PATHS[name]} filled={name === "play"} />;
}

function Drawing({ path, filled }: { readonly path: string; readonly filled: boolean }) {
  return (
    <svg class={filled ? "icon filled" : "icon"} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** A loop of glass with a drop of light in it: the sign of the page. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d="M19.5 12a7.5 7.5 0 1 1-2.6-5.7" />
      <path d="M17.6 2.6 17 6.6l-4-.5" />
      <circle cx="12" cy="12" r="2.4" />
    </svg>
  );
}
