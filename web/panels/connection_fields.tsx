// The fields of the connection dialog, each a view of the form. Draws and reports; refuses to know what is done with it.
import { useId, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { keyNote } from "../broker/secrets.ts";
import type { App } from "../state/app.ts";
import { cleanKey, DEFAULT_CAP, FORMATS, PRESETS, withBaseUrl, withKey, withPreset, type Form } from "../state/connection.ts";
import { DEFAULT_LIMITS, LIMIT_FIELDS, typedLimits } from "../state/limits.ts";

export interface PartProps {
  readonly form: Form;
  readonly change: (form: Form) => void;
}

export function Provider({ form, change }: PartProps) {
  return (
    <Field label="Provider">
      {(id) => (
        <select id={id} value={form.preset} onChange={({ currentTarget }) => change(withPreset(form, currentTarget.value))}>
          {PRESETS.map((preset) => (
            <option key={preset.id} value={preset.id}>
              {preset.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function Address({ form, change }: PartProps) {
  return (
    <Field label="Base URL" hint={`The address that ${FORMATS[form.format].path} is put behind. It usually ends in /v1.`}>
      {(id, hint) => (
        <input
          id={id}
          aria-describedby={hint}
          type="text"
          inputMode="url"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder="https://api.example.com/v1"
          value={form.baseUrl}
          onInput={({ currentTarget }) => change({ ...form, baseUrl: currentTarget.value })}
          onChange={({ currentTarget }) => change(withBaseUrl(form, currentTarget.value))}
        />
      )}
    </Field>
  );
}

export interface KeyProps extends PartProps {
  readonly app: App;
  readonly forget: () => void;
}

export function KeyField({ app, form, change, forget }: KeyProps) {
  if (app.connector.framed) {
    return <p class="hint">This page is shown inside another one, which could watch you type a key. Open it on its own to use one.</p>;
  }
  const kept = app.connector.keeps(form);
  const note = form.note !== "" ? form.note : form.key === "" ? "" : (keyNote(cleanKey(form.key)) ?? "");
  return (
    <>
      <Field label="API key" hint="It stays in this page and goes only to the address above. A server of your own may need none.">
        {(id, hint) => (
          <input
            id={id}
            aria-describedby={hint}
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder={kept ? "kept; type to replace it" : ""}
            value={form.key}
            onInput={({ currentTarget }) => change(withKey(form, currentTarget.value))}
          />
        )}
      </Field>
      <p class="note" role="status">
        {note}
      </p>
      <div class="key-choices">
        <Check label="Remember in this tab" on={form.remember} set={(remember) => change({ ...form, remember })} />
        <button type="button" class="button small" onClick={forget}>
          Forget key
        </button>
      </div>
    </>
  );
}

export interface ModelProps extends PartProps {
  readonly app: App;
  readonly models: readonly string[];
  readonly setModels: (models: readonly string[]) => void;
}

export function Model({ app, form, change, models, setModels }: ModelProps) {
  const list = useId();
  const offer = async () => {
    if (models.length === 0) setModels(await app.connector.models(form));
  };
  return (
    <Field label="Model">
      {(id) => (
        <>
          <input
            id={id}
            type="text"
            list={list}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            value={form.model}
            onFocus={() => void offer()}
            onInput={({ currentTarget }) => change({ ...form, model: currentTarget.value })}
          />
          <datalist id={list}>
            {models.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

export function WireFormat({ form, change }: PartProps) {
  return (
    <Field label="Wire format" hint="Nearly every server speaks Chat Completions. Test connection finds out which of the two is there.">
      {(id, hint) => (
        <select
          id={id}
          aria-describedby={hint}
          value={form.format}
          onChange={({ currentTarget }) => change({ ...form, format: currentTarget.value === "responses" ? "responses" : "chat" })}
        >
          {Object.entries(FORMATS).map(([format, { name }]) => (
            <option key={format} value={format}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** All that ends a run or a turn by itself. Closed as long as nothing in it is out of the ordinary. */
export function LimitFields({ form, change }: PartProps) {
  // Only at first: what the reader opened must not close while they type.
  const [unusual] = useState(() => isUnusual(form));
  return (
    <details class="fold limits" open={unusual}>
      <summary>Limits</summary>
      <div class="limit-fields">
        <Count
          label="Calls per run"
          hint="A run that has made this many calls is ended, so that no program can spend more."
          value={form.cap}
          set={(cap) => change({ ...form, cap })}
        />
        {LIMIT_FIELDS.map(({ key, label, hint }) => (
          <Count key={key} label={label} hint={hint} value={form.limits[key]} set={(text) => change({ ...form, limits: { ...form.limits, [key]: text } })} />
        ))}
      </div>
    </details>
  );
}

function isUnusual({ cap, limits }: Form): boolean {
  const usual = typedLimits(DEFAULT_LIMITS);
  return cap !== String(DEFAULT_CAP) || LIMIT_FIELDS.some(({ key }) => limits[key] !== usual[key]);
}

interface CountProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly set: (text: string) => void;
}

function Count({ label, hint, value, set }: CountProps) {
  return (
    <Field label={label} hint={hint}>
      {(id, hintId) => (
        <input
          id={id}
          aria-describedby={hintId}
          class="short"
          type="text"
          inputMode="numeric"
          autocomplete="off"
          value={value}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly children: (id: string, hint: string | undefined) => ComponentChildren;
}

function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id, hintId)}
      {hint !== undefined && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface CheckProps {
  readonly label: string;
  readonly on: boolean;
  readonly set: (on: boolean) => void;
}

export function Check({ label, on, set }: CheckProps) {
  return (
    <label class="choice">
      <input type="checkbox" checked={on} onChange={({ currentTarget }) => set(currentTarget.checked)} />
      {label}
    </label>
  );
}
