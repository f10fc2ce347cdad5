// What every figure is made of: its frame with heading and caption, bars, a legend, a table of its values. Draws only.
import type { ComponentChildren } from "preact";
import { Icon } from "../panels/icons.tsx";

export type GoTo = (seq: number) => void;

export const figureId = (name: string): string => `figure-${name}`;

interface FrameProps {
  readonly name: string;
  readonly title: string;
  /** One sentence that tells what the drawing shows, with its figures. */
  readonly caption?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Frame({ name, title, caption, children }: FrameProps) {
  const id = figureId(name);
  return (
    <section class="figure" id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      {caption !== undefined && <p class="figure-caption">{caption}</p>}
      {children}
    </section>
  );
}

/** How a part of a bar is filled. Each differs in pattern, not only in colour. */
export type Fill = "model" | "waiting" | "tool" | "fetch" | "beyond" | "fixed" | "history" | "fresh";

// A pattern is named by id, and only in an attribute: in a style sheet it would be looked for in the style sheet's file.
const PATTERNED: Partial<Record<Fill, string>> = { waiting: "url(#hatch-accent)", beyond: "url(#hatch-soft)", history: "url(#hatch-soft)" };

/** The patterns; once in a panel. */
export function Patterns() {
  return (
    <svg class="figure-patterns" width="0" height="0" aria-hidden="true">
      {(["accent", "soft"] as const).map((tone) => (
        <pattern key={tone} id={`hatch-${tone}`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line class={`hatch-line ${tone}`} x1="0" y1="0" x2="0" y2="5" />
        </pattern>
      ))}
    </svg>
  );
}

export interface Part {
  readonly fill: Fill;
  /** Both in per cent of the whole. */
  readonly begin: number;
  readonly length: number;
}

/** A bar of one row. What it says stands beside it in words. `tick`: a moment, in per cent. */
export function Bar({ parts, tick }: { readonly parts: readonly Part[]; readonly tick?: { readonly at: number; readonly full: boolean } }) {
  return (
    <svg class="bar" width="100%" height="12" aria-hidden="true">
      <line class="bar-ground" x1="0" y1="11.5" x2="100%" y2="11.5" />
      {parts.map((part, index) => (
        <Box key={index} fill={part.fill} x={`${part.begin}%`} y={1} width={`${part.length}%`} height={10} />
      ))}
      {tick !== undefined && (
        <svg x={`${tick.at}%`} y="0" width="12" height="12" overflow="visible">
          <path class={tick.full ? "tick full" : "tick"} d="M0 1 4 6 0 11-4 6Z" />
        </svg>
      )}
    </svg>
  );
}

interface BoxProps {
  readonly fill: Fill;
  readonly x: string;
  readonly y: number;
  readonly width: string;
  readonly height: number;
}

export function Box({ fill, ...place }: BoxProps) {
  const pattern = PATTERNED[fill];
  return <rect class={`box fill-${fill}`} {...(pattern === undefined ? {} : { fill: pattern })} {...place} />;
}

export function Legend({ entries }: { readonly entries: readonly (readonly [Fill, string])[] }) {
  return (
    <ul class="legend" aria-label="Legend">
      {entries.map(([fill, words]) => (
        <li key={fill}>
          <svg width="16" height="12" aria-hidden="true">
            <Box fill={fill} x="1" y={1} width="14" height={10} />
          </svg>
          {words}
        </li>
      ))}
    </ul>
  );
}

interface TableProps {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** Which columns hold numbers. */
  readonly numeric?: readonly number[];
}

export function Table({ caption, head, rows, numeric = [] }: TableProps) {
  const align = (column: number) => (numeric.includes(column) ? "num" : undefined);
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label={caption}>
      <table class="figure-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((words, column) => (
              <th key={column} scope="col" class={align(column)}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) =>
                column === 0 ? (
                  <th key={column} scope="row" class={align(column)}>
                    {cell}
                  </th>
                ) : (
                  <td key={column} class={align(column)}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The values behind a drawing, folded away. */
export function Values(table: TableProps) {
  return (
    <details class="fold">
      <summary>The numbers</summary>
      <Table {...table} />
    </details>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: number;
  readonly choose: (value: number) => void;
  readonly options: readonly { readonly value: number; readonly words: string }[];
}

/** Which of several calls, results or questions a figure is about. */
export function Choice({ label, value, choose, options }: ChoiceProps) {
  return (
    <label class="figure-choice">
      {label}
      <span class="select small">
        <select value={value} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
          {options.map((option, index) => (
            <option key={option.value} value={option.value}>
              {index + 1}: {option.words}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    </label>
  );
}

/** A name that leads to the event it speaks of. */
export function Leads({ seq, goTo, children }: { readonly seq: number; readonly goTo: GoTo; readonly children: ComponentChildren }) {
  return (
    <button type="button" class="link leads" onClick={() => goTo(seq)}>
      {children}
    </button>
  );
}

/** 0–100, however the division ends. */
export function percent(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, Math.max(0, (100 * part) / whole)) : 0;
}
