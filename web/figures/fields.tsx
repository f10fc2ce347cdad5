// Draws one class in both directions: a card for each argument, and in a wide panel a row of four columns. Draws only.
import { useState } from "preact/hooks";
import type { TraceItem } from "../state/trace.ts";
import { brief, callText, count } from "../panels/sentences.ts";
import { callFields, callsOf, type CallFields, type Checked, type FieldRow } from "./fields.ts";
import { Choice, Frame, Leads, type GoTo } from "./parts.tsx";
import { shape } from "./python_source.ts";

interface Props {
  readonly items: readonly TraceItem[];
  readonly files: Readonly<Record<string, string>>;
  readonly goTo: GoTo;
}

export function FieldsFigure({ items, files, goTo }: Props) {
  // Null: the call that the cursor has come to last.
  const [chosen, choose] = useState<number | null>(null);
  const calls = callsOf(items);
  const dispatch = calls.find(({ seq }) => seq === chosen) ?? calls.at(-1);
  if (dispatch === undefined) return null;
  const fields = callFields(items, dispatch, files);
  return (
    <Frame name="fields" title="One class, both directions" caption={fieldsText(fields)}>
      {calls.length > 1 && (
        <Choice
          label="Note"
          value={dispatch.seq}
          choose={choose}
          options={calls.map(({ seq, event }) => ({ value: seq, words: brief(callText(event.call.name, event.call.arguments), 60) }))}
        />
      )}
      <p class="fields-call">
        <Leads seq={fields.seq} goTo={goTo}>
          <code>{fields.name}</code>
        </Leads>
        {fields.declaration !== null && (
          <span class="says">
            {fields.declaration.name} in {fields.declaration.file}
          </span>
        )}
      </p>
      {fields.unreadable !== "" && (
        <p class="fields-whole">
          {fields.edited ? "Your text" : "The model's text"} is no JSON object: <code>{fields.unreadable}</code>
        </p>
      )}
      <div class="cards" role="list">
        {fields.rows.map((row) => (
          <Card key={row.name} row={row} fields={fields} />
        ))}
      </div>
      {fields.refusal !== "" && <p class="fields-whole is-refused">Refused: {fields.refusal}</p>}
    </Frame>
  );
}

function Card({ row, fields }: { readonly row: FieldRow; readonly fields: CallFields }) {
  return (
    <div class="card" role="listitem">
      <h4>
        <code>{row.name}</code> <span class="says">{row.schema !== null && (row.required ? "required" : "may be left out")}</span>
      </h4>
      <dl>
        <Cell term={pythonTerm(row, fields)}>{row.python === null ? <Nothing words="—" /> : <Clipped text={row.python.text} />}</Cell>
        <Cell term="the model sees">{row.schema === null ? <Nothing words="not on the menu" /> : <Clipped text={row.schema} />}</Cell>
        <Cell term={fields.edited ? "you wrote" : "the model wrote"}>
          {row.raw !== null ? <code>{row.raw}</code> : <Nothing words={fields.unreadable === "" ? "left out" : "can't be told apart"} />}
        </Cell>
        <Cell term="after the check">
          <Verdict checked={row.checked} />
        </Cell>
      </dl>
    </div>
  );
}

function pythonTerm({ python }: FieldRow, { declaration }: CallFields): string {
  if (python === null) return "in Python";
  return declaration?.kind === "class" ? `class ${python.from}` : "the function";
}

function Cell({ term, children }: { readonly term: string; readonly children: preact.ComponentChildren }) {
  return (
    <div class="cell">
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Nothing({ words }: { readonly words: string }) {
  return <span class="nothing">{words}</span>;
}

function Verdict({ checked }: { readonly checked: Checked }) {
  switch (checked.kind) {
    case "value":
      return (
        <>
          <code>{checked.text}</code> {checked.remark !== "" && <span class="says">{checked.remark}</span>}
        </>
      );
    case "refused":
      return (
        <span class="refused">
          <span aria-hidden="true">✗ </span>refused: {checked.said}
        </span>
      );
    case "none":
      return <Nothing words={checked.why} />;
  }
}

/** Descriptions can be long: the shape first, and every character on request. */
function Clipped({ text }: { readonly text: string }) {
  const [all, setAll] = useState(false);
  const short = shape(text);
  if (short === text) return <code>{text}</code>;
  return (
    <>
      <code>{all ? text : short}</code>{" "}
      <button type="button" class="link clip" aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? "less" : "more"}
      </button>
    </>
  );
}

/** What there is to see, in two sentences. */
export function fieldsText({ declaration, rows, edited, refusal, unreadable }: CallFields): string {
  const left = rows.filter(({ raw, schema }) => raw === null && schema !== null).length;
  const source = declaration?.kind === "class" ? `The class ${declaration.name} makes the schema and checks what comes back` : "The menu shows the model a schema, and what it writes is checked against it";
  const wrong = rows.filter(({ checked }) => checked.kind === "refused").length;
  const verdict = wrong > 0 ? `${wrong} refused` : refusal !== "" || unreadable !== "" ? "the note was refused" : left > 0 ? `${left} left out` : `all written by ${edited ? "you" : "the model"}`;
  return `${source}. ${count(rows.length, "argument")}, ${verdict}.`;
}
