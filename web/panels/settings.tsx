// The Settings panel: what a lesson lets the reader choose, and its experiments. Draws lesson.json; knows no lesson.
import { useId, useState } from "preact/hooks";
import type { Choice, Experiment, Secret, Setting, Switch, Text } from "../generated/lessons.ts";
import type { App } from "../state/app.ts";
import { normaliseBaseUrl } from "../state/connection.ts";
import { groupsOf, isAsked } from "../state/lessons.ts";
import { showTab } from "./desk.ts";
import { Icon } from "./icons.tsx";

export function SettingsPanel({ app }: { readonly app: App }) {
  const lesson = app.lesson.value;
  const values = app.settings.value;
  return (
    <div class="settings" key={lesson.id}>
      {app.settingsChanged.value && (
        <p class="settings-changed">
          Some settings are not the lesson's own.{" "}
          <button type="button" class="link" onClick={() => app.resetSettings()}>
            Reset them
          </button>
        </p>
      )}
      {[...groupsOf(lesson.settings)].map(([heading, settings]) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {settings.filter((setting) => isAsked(setting, values)).map((setting) => (
            <One key={setting.id} app={app} setting={setting} />
          ))}
        </section>
      ))}
      {lesson.experiments.length > 0 && (
        <section>
          <h2>Experiments</h2>
          {lesson.experiments.map((experiment) => (
            <Try key={experiment.id} app={app} experiment={experiment} />
          ))}
        </section>
      )}
    </div>
  );
}

function One({ app, setting }: { readonly app: App; readonly setting: Setting }) {
  switch (setting.kind) {
    case "choice":
      return <ChoiceField app={app} setting={setting} />;
    case "switch":
      return <SwitchField app={app} setting={setting} />;
    case "text":
      return <TextField app={app} setting={setting} />;
    case "secret":
      return <SecretField app={app} setting={setting} />;
  }
}

interface Props<Kind> {
  readonly app: App;
  readonly setting: Kind;
}

function ChoiceField({ app, setting }: Props<Choice>) {
  const id = useId();
  const value = app.settings.value[setting.id];
  const hint = setting.options.find((option) => option.value === value)?.hint ?? "";
  return (
    <div class="field">
      <label for={id}>{setting.label}</label>
      <span class="select">
        <select id={id} aria-describedby={`${id}-hint`} value={String(value)} onChange={({ currentTarget }) => app.setSetting(setting.id, currentTarget.value)}>
          {setting.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      <p class="hint" id={`${id}-hint`}>
        {[setting.hint, hint].filter((text) => text !== "").join(" ")}
      </p>
    </div>
  );
}

function SwitchField({ app, setting }: Props<Switch>) {
  const id = useId();
  const on = app.settings.value[setting.id] === true;
  return (
    <div class="setting-switch" data-changed={on !== setting.default}>
      <label class="choice">
        <input type="checkbox" role="switch" checked={on} aria-describedby={`${id}-hint`} onChange={({ currentTarget }) => app.setSetting(setting.id, currentTarget.checked)} />
        {setting.label}
        {on !== setting.default && (
          // For the eye only: a switch says its state by itself, and its name must not change with it.
          <span class="tag bad" aria-hidden="true">
            {on ? "on" : "off"}
          </span>
        )}
      </label>
      <p class="hint" id={`${id}-hint`}>
        {setting.hint}
      </p>
      {setting.ask !== "" && (
        <p class="hint">
          To see it, ask{" "}
          <button type="button" class="link" onClick={() => askFor(app, setting.ask)}>
            {setting.ask}
          </button>
        </p>
      )}
    </div>
  );
}

/** Puts a question where the reader types; asking it is theirs. */
function askFor(app: App, question: string): void {
  app.question.value = question;
  showTab("conversation");
  document.getElementById("question")?.focus();
}

function TextField({ app, setting }: Props<Text>) {
  const id = useId();
  const stored = String(app.settings.value[setting.id] ?? "");
  return (
    <div class="field">
      <label for={id}>{setting.label}</label>
      <input
        id={id}
        type="text"
        spellcheck={false}
        autocomplete="off"
        aria-describedby={`${id}-hint`}
        value={stored}
        onInput={({ currentTarget }) => app.setSetting(setting.id, currentTarget.value)}
      />
      <p class="hint" id={`${id}-hint`}>
        {setting.hint}
      </p>
    </div>
  );
}

function SecretField({ app, setting }: Props<Secret>) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [remember, setRemember] = useState(false);
  const [said, say] = useState("");
  const address = String(app.settings.value[setting.address] ?? "");
  const keptFor = app.lessonKeys.kept.value[setting.name];
  const there = normaliseBaseUrl(address, location.origin);
  const isElsewhere = keptFor !== undefined && (!there.ok || new URL(there.value).origin !== keptFor);
  const save = () => {
    const saved = app.lessonKeys.save(setting, typed, address, remember);
    if (!saved.ok) return say(saved.sentence);
    setTyped("");
    say("");
  };
  return (
    <form
      class="field"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label for={id}>{setting.label}</label>
      <span class="key-line">
        <input
          id={id}
          type="password"
          autocomplete="off"
          spellcheck={false}
          aria-describedby={`${id}-hint`}
          disabled={app.connector.framed}
          placeholder={keptFor === undefined ? "" : "kept"}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <button type="submit" class="button" aria-disabled={typed.trim() === ""}>
          Keep key
        </button>
      </span>
      <label class="choice">
        <input type="checkbox" checked={remember} onChange={({ currentTarget }) => setRemember(currentTarget.checked)} />
        Remember in this tab
      </label>
      <p class="hint" id={`${id}-hint`}>
        {setting.hint}
      </p>
      {keptFor !== undefined && (
        <p class="hint">
          A key is kept for {keptFor}, and goes nowhere else. {isElsewhere && "The address above is another one: for that, type its key. "}
          <button type="button" class="link" onClick={() => app.lessonKeys.forget(setting.name)}>
            Forget key
          </button>
        </p>
      )}
      <p class="finding bad" role="status">
        {said}
      </p>
    </form>
  );
}

function Try({ app, experiment }: { readonly app: App; readonly experiment: Experiment }) {
  return (
    <div class="field">
      <p class="hint">{experiment.hint}</p>
      <p>
        <button
          type="button"
          class="button"
          onClick={() => {
            app.runExperiment(experiment.id);
            showTab("conversation");
          }}
        >
          {experiment.title}
        </button>
      </p>
    </div>
  );
}
