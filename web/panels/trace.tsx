// Lists what happened, one line each, and moves the cursor over it. Refuses to fold events and to show their details.
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { App } from "../state/app.ts";
import { LogButton } from "./call_log.tsx";
import type { TraceItem } from "../state/trace.ts";
import { filter, type Filter } from "./desk.ts";
import { Icon, KindIcon } from "./icons.tsx";
import { Tag } from "./small.tsx";
import { StopsMenu } from "./stops.tsx";
import { matches } from "./filters.ts";
import { badgeOf, meterOf, summaryOf } from "./sentences.ts";

const FILTERS: readonly (readonly [Filter, string])[] = [
  ["all", "Everything"],
  ["model", "Requests and replies"],
  ["tools", "Tools"],
  ["errors", "Errors"],
  ["logs", "Logs"],
];

export function TraceHead({ app }: { readonly app: App }) {
  return (
    <header class="panel-head">
      <h2>Trace</h2>
      <div class="panel-tools">
        <span class="select small">
          <select
            aria-label="Filter"
            value={filter.value}
            onChange={({ currentTarget }) => (filter.value = currentTarget.value as Filter)}
          >
            {FILTERS.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
        <StopsMenu app={app} />
        <LogButton />
      </div>
    </header>
  );
}

export function TraceList({ app }: { readonly app: App }) {
  const list = useRef<HTMLUListElement>(null);
  const atEnd = useRef(true);
  const byReader = useRef(false);
  const listed = app.items.value.filter((item) => matches(item.event, filter.value));
  const at = app.cursor.value;
  const held = app.held.value?.seq;
  const last = app.items.value.length;

  // A reader who scrolled away keeps their place; one who is at the end, or moves, is followed.
  useLayoutEffect(() => {
    if (list.current === null) return;
    if (byReader.current) list.current.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
    else if (atEnd.current) list.current.scrollTop = list.current.scrollHeight;
    byReader.current = false;
  }, [at, last]);

  const move = (item: TraceItem | undefined) => {
    if (item === undefined) return;
    byReader.current = true;
    app.cursor.value = app.items.value.indexOf(item) + 1;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const seq = app.view.value.current?.seq ?? 0;
    const target = {
      ArrowUp: () => listed.findLast((item) => item.seq < seq),
      ArrowDown: () => listed.find((item) => item.seq > seq),
      Home: () => listed[0],
      End: () => listed.at(-1),
    }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      move(target());
    } else if (event.key === "Enter") {
      event.preventDefault();
      document.getElementById("details")?.focus();
    }
  };

  const current = app.view.value.current;
  return (
    <ul
      class="trace"
      role="listbox"
      aria-label="Trace"
      tabIndex={0}
      ref={list}
      aria-activedescendant={current !== null && listed.includes(current) ? `trace-${current.seq}` : undefined}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget: el }) => (atEnd.current = el.scrollHeight - el.scrollTop - el.clientHeight < 16)}
    >
      {listed.map((item) => (
        <Line
          key={item.seq}
          item={item}
          selected={item === current}
          ahead={item.seq > (current?.seq ?? 0)}
          held={item.seq === held}
          pick={() => move(item)}
        />
      ))}
      {last > 0 && listed.length === 0 && (
        <li class="empty" role="option" aria-disabled="true" aria-selected="false">
          Nothing of this kind has happened.
        </li>
      )}
    </ul>
  );
}

function classes(base: string, more: Readonly<Record<string, boolean>>): string {
  return [base, ...Object.keys(more).filter((name) => more[name])].join(" ");
}

interface LineProps {
  readonly item: TraceItem;
  readonly selected: boolean;
  /** After the cursor: it has happened, but is not shown in the other panels. */
  readonly ahead: boolean;
  readonly held: boolean;
  readonly pick: () => void;
}

function Line({ item, selected, ahead, held, pick }: LineProps) {
  const { event } = item;
  // Reading a body costs time, and every line is drawn again when one is added.
  const [summary, meter] = useMemo(() => [summaryOf(event, item.before !== null), meterOf(event)] as const, [item]);
  const bad = matches(event, "errors");
  const badge = badgeOf(event);
  return (
    <li
      id={`trace-${item.seq}`}
      class={classes("line", { ahead, bad, counted: meter.tokens !== "", timed: meter.time !== "", unmetered: meter.tokens + meter.time === "" })}
      role="option"
      aria-selected={selected}
      data-kind={event.kind}
      data-held={held ? "" : undefined}
      onClick={pick}
    >
      <span class="seq">{item.seq}</span>
      <KindIcon kind={event.kind} />
      <span class="kind">{event.kind}</span>
      <span class="summary">
        {held && <Tag tone="new">held</Tag>}
        {item.before !== null && <Tag>edited</Tag>}
        {badge !== null && <Tag tone={badge.bad ? "bad" : "plain"}>{`${badge.bad ? "✗" : "!"} ${badge.text}`}</Tag>}
        {bad && <span class="bad-mark">! </span>}
        {summary}
      </span>
      {meter.tokens !== "" && <span class="tokens">{meter.tokens}</span>}
      {meter.time !== "" && <span class="time">{meter.time}</span>}
    </li>
  );
}
