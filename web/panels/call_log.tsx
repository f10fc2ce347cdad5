// The dialog for the log: every call of a tool, of this conversation or all, searched and exported. Draws a table;
// refuses to know how a row is made and where conversations are kept.
import { signal, type Signal } from "@preact/signals";
import type { ToolResult } from "../generated/events.ts";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { callRows, csvText, jsonLinesText, search, type CallRow } from "../state/call_log.ts";
import type { Conversation } from "../state/conversation.ts";
import type { Library } from "../state/library.ts";
import type { Saved } from "../state/saved.ts";
import { download } from "./download.ts";
import { brief, count, outcomeWords } from "./sentences.ts";

/** Whether the dialog is open. */
export const logOpen: Signal<boolean> = signal(false);

export function LogButton() {
  return (
    <button type="button" class="button small" aria-haspopup="dialog" title="Every call of a tool, to search and to export" onClick={() => (logOpen.value = true)}>
      Log
    </button>
  );
}

export interface CallLogProps {
  readonly conversation: Pick<Conversation, "saved">;
  readonly library: Pick<Library, "everything" | "scrub">;
  /** Shows the event of that number. */
  goTo(seq: number): void;
}

export function CallLogDialog(props: CallLogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = logOpen.value;

  useEffect(() => {
    if (!open) dialog.current?.close();
    else if (dialog.current?.open === false) dialog.current.showModal();
  }, [open]);

  return (
    <dialog class="dialog log-dialog" ref={dialog} aria-label="Log" onClose={() => (logOpen.value = false)}>
      {open && <CallLog {...props} />}
    </dialog>
  );
}

// More lines than anyone reads; the search and the files go over all of them.
const MOST_SHOWN = 200;

function CallLog({ conversation, library, goTo }: CallLogProps) {
  const [words, setWords] = useState("");
  const [all, setAll] = useState(false);
  const [others, setOthers] = useState<readonly Saved[]>([]);
  const open = conversation.saved.value;
  useEffect(() => {
    if (all) void library.everything().then(setOthers);
  }, [all]);
  const rows = useMemo(() => {
    const rest = all ? others.filter(({ id }) => id !== open.id) : [];
    return [open, ...rest].flatMap(callRows);
  }, [open, others, all]);
  const found = useMemo(() => search(rows, words), [rows, words]);
  const save = (name: string, type: string, text: string) => {
    if (found.length > 0) download(name, type, library.scrub(text));
  };
  const show = (seq: number) => {
    logOpen.value = false;
    goTo(seq);
  };
  return (
    <div class="log">
      <h2>Log</h2>
      <div class="log-tools">
        <input
          type="search"
          role="searchbox"
          aria-label="Search the log"
          placeholder="Tool, arguments, outcome, …"
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <div class="switch" role="group" aria-label="Which calls">
          <button type="button" aria-pressed={!all} onClick={() => setAll(false)}>
            This conversation
          </button>
          <button type="button" aria-pressed={all} onClick={() => setAll(true)}>
            All
          </button>
        </div>
      </div>
      <p class="hint" role="status">
        {saying(found.length, rows.length)}
      </p>
      {found.length > 0 && <Table rows={found.slice(0, MOST_SHOWN)} open={open.id} all={all} show={show} />}
      <div class="dialog-buttons">
        <button type="button" class="button" aria-disabled={found.length === 0} onClick={() => save("glassloop-calls.csv", "text/csv", csvText(found))}>
          Export CSV
        </button>
        <button
          type="button"
          class="button"
          aria-disabled={found.length === 0}
          onClick={() => save("glassloop-calls.jsonl", "application/x-ndjson", jsonLinesText(found))}
        >
          Export JSON lines
        </button>
        <span class="spring" />
        <button type="button" class="button" onClick={() => (logOpen.value = false)}>
          Close
        </button>
      </div>
    </div>
  );
}

function saying(found: number, rows: number): string {
  if (rows === 0) return "No tool has been called yet.";
  if (found === 0) return "No call has all of these words.";
  const shown = found > MOST_SHOWN ? `, the first ${MOST_SHOWN} shown; a file has them all` : "";
  return found === rows ? `${count(rows, "call")}${shown}` : `${found} of ${count(rows, "call")}${shown}`;
}

interface TableProps {
  readonly rows: readonly CallRow[];
  /** The id of the conversation on the page. */
  readonly open: string;
  /** Whether there are rows of several conversations. */
  readonly all: boolean;
  readonly show: (seq: number) => void;
}

function Table({ rows, open, all, show }: TableProps) {
  return (
    <div class="log-table" tabIndex={0} role="region" aria-label="Calls">
      <table>
        <thead>
          <tr>
            <th scope="col" class="number">Step</th>
            <th scope="col">Tool</th>
            <th scope="col">Arguments</th>
            <th scope="col">Outcome</th>
            <th scope="col">Result</th>
            <th scope="col" class="number">Duration</th>
            <th scope="col">When</th>
            {all && <th scope="col">Conversation</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={`${row.conversation} ${row.seq}`} row={row} all={all} show={row.conversation === open ? show : null} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LineProps {
  readonly row: CallRow;
  readonly all: boolean;
  /** Null where the event is not on the page. */
  readonly show: ((seq: number) => void) | null;
}

function Line({ row, all, show }: LineProps) {
  const { seq, when, title, tool, outcome, duration_ms: duration, content, notes } = row;
  return (
    <tr>
      <td class="number">
        {show === null ? (
          seq
        ) : (
          <button type="button" class="link" aria-label={`Show step ${seq}`} onClick={() => show(seq)}>
            {seq}
          </button>
        )}
      </td>
      <td>
        <code>{tool}</code>
      </td>
      <td title={notes}>
        <code>{brief(row.arguments)}</code>
      </td>
      <td class={outcome === "ok" ? "" : "bad"}>{inWords(outcome)}</td>
      <td>
        <code>{brief(content)}</code>
      </td>
      <td class="number">{duration === null ? "" : `${duration.toFixed(1)} ms`}</td>
      <td>
        <time dateTime={when}>{MOMENT.format(new Date(when))}</time>
      </td>
      {all && <td>{title}</td>}
    </tr>
  );
}

function inWords(outcome: ToolResult["outcome"] | "no result"): string {
  if (outcome === "ok" || outcome === "no result") return outcome;
  return outcomeWords(outcome);
}

const MOMENT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });
