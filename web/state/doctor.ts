// Examines the connection that the dialog's form describes: finds out one fact after the other, and shows what they come
// to as they come. Refuses to judge (checks.ts does) and to keep the key, which is passed on as an argument only.

import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { placeOf } from "../broker/places.ts";
import { call, isJson, knock, modelsIn, type Answer, type Endpoint, type Fetch } from "./calls.ts";
import type { Checked } from "./checked.ts";
import { conclusion, diagnose, nextStep, type Step } from "./checks.ts";
import { FORMATS, otherFormat, presetOf, type Form, type Format } from "./connection.ts";
import type { Check, Facts, Permission } from "./facts.ts";
import type { Manner, Trials } from "./trial.ts";
import type { Trial } from "./trial_reading.ts";

/** A request that was made, for the reader to see where a key went. */
export interface Made {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly withKey: boolean;
}

export interface Report {
  /** The address that questions will go to. */
  readonly url: string;
  readonly checks: readonly Check[];
  readonly made: readonly Made[];
  /** What the server lists; empty while it is not known, or when it has no list. */
  readonly models: readonly string[];
  /** One sentence, once the examination is over. */
  readonly conclusion: string;
  /** It waits for the reader's own run. */
  readonly waitsForRun: boolean;
}

/** What the page knows of the browser it is in. */
export interface Browser {
  readonly origin: string;
  readonly safari: boolean;
  online(): boolean;
  /** The state of a permission; null when this browser has none of that name. */
  permission(name: string): Promise<"granted" | "prompt" | "denied" | null>;
}

export interface DoctorNeeds {
  readonly fetch: Fetch;
  readonly browser: Browser;
  readonly trials: Trials;
  /** Whether a run of the reader's has Python. */
  readonly running: ReadonlySignal<boolean>;
  readonly python: ReadonlySignal<"booting" | "ready" | "failed">;
  /** **The result holds the key.** */
  endpoint(form: Form): Checked<Endpoint>;
  /** Takes away a run that the page began by itself; `giveBack` lets it begin again. */
  stepAside(): void;
  giveBack(): void;
}

/** The permission is asked for under the newer names first (Chrome 145), then under the older one (142). */
const PERMISSIONS = { loopback: ["loopback-network", "local-network-access"], private: ["local-network", "local-network-access"] } as const;
const MOST_GUESSES = 4;

export class Doctor {
  readonly report: ReadonlySignal<Report | null>;
  private readonly shown = signal<Report | null>(null);
  private current: AbortController | null = null;

  constructor(private readonly needs: DoctorNeeds) {
    this.report = this.shown;
  }

  /** Begins anew; an examination that is under way ends. Resolves when there is nothing more to find out, or it was ended. */
  async examine(form: Form): Promise<void> {
    this.end();
    const own = new AbortController();
    this.current = own;
    const endpoint = this.needs.endpoint(form);
    const exam = new Exam(this.needs, factsFrom(form, endpoint, this.needs.browser), own.signal, (report) => {
      if (this.current === own) this.shown.value = report;
    });
    await exam.run(endpoint.ok ? endpoint.value : { baseUrl: "", key: "", model: "" });
    this.needs.giveBack();
  }

  /** Ends what is under way, and forgets what was found: the form is another one now. */
  end(): void {
    this.current?.abort();
    this.current = null;
    this.shown.value = null;
  }
}

function factsFrom(form: Form, endpoint: Checked<Endpoint>, { origin, safari, online }: Browser): Facts {
  return {
    page: { origin, safari, online: online() },
    preset: form.preset,
    baseUrl: endpoint.ok ? { ok: true, value: endpoint.value.baseUrl } : endpoint,
    hasKey: endpoint.ok && endpoint.value.key !== "",
    model: form.model.trim(),
    format: form.format,
    permission: null,
    list: null,
    knock: null,
    better: null,
    whole: null,
    streamed: null,
    other: null,
  };
}

/** One examination, from the first fact to the last. */
class Exam {
  private made: readonly Made[] = [];

  constructor(
    private readonly needs: DoctorNeeds,
    private facts: Facts,
    private readonly ended: AbortSignal,
    private readonly show: (report: Report) => void,
  ) {}

  async run(endpoint: Endpoint): Promise<void> {
    this.tell();
    for (let step = nextStep(this.facts); step !== null; step = nextStep(this.facts)) {
      const found = await this.find(step, { ...endpoint, model: this.facts.model });
      if (this.ended.aborted) return;
      this.facts = { ...this.facts, ...found };
      this.tell();
    }
  }

  private async find(step: Step, endpoint: Endpoint): Promise<Partial<Facts>> {
    const { format } = this.facts;
    switch (step) {
      case "permission":
        return { permission: await permissionFor(endpoint.baseUrl, this.needs.browser) };
      case "list":
        return this.list(endpoint);
      case "knock": {
        const url = `${new URL(endpoint.baseUrl).origin}/`;
        this.note("GET", url, false);
        return { knock: await knock(this.needs.fetch, url) };
      }
      case "better":
        return { better: await this.betterBases(endpoint.baseUrl) };
      case "whole":
        return { whole: await this.try(endpoint, { format, stream: false }) };
      case "streamed":
        return { streamed: await this.try(endpoint, { format, stream: true }) };
      case "other works":
        return { other: (await this.try(endpoint, { format: otherFormat(format), stream: false })).is === "proved" };
      case "other is there":
        return { other: await this.isThere(endpoint, otherFormat(format)) };
    }
  }

  private async list(endpoint: Endpoint): Promise<Partial<Facts>> {
    const list = await this.call(`${endpoint.baseUrl}/models`, endpoint.key, null);
    const [only, ...others] = modelsIn(list) ?? [];
    // Where there is but one, nobody has to type its name.
    return only !== undefined && others.length === 0 && this.facts.model === "" ? { list, model: only } : { list };
  }

  /** Asks without the key: these addresses are guesses of ours, not what the reader typed. */
  private async betterBases(baseUrl: string): Promise<readonly string[]> {
    const found: { readonly base: string; readonly lists: boolean }[] = [];
    for (const base of guesses(baseUrl, this.facts.preset)) {
      const answer = await this.call(`${base}/models`, "", null);
      if (answer.is !== "answer" || answer.elsewhere || !isJson(answer.text)) continue;
      if (answer.status === 401 || answer.status === 403 || modelsIn(answer) !== null) found.push({ base, lists: answer.status === 200 });
    }
    // A server that asks for a key before it looks at the path says the same of every address: a list says more.
    const sure = found.filter(({ lists }) => lists);
    return (sure.length > 0 ? sure : found).map(({ base }) => base);
  }

  /** An empty request costs nothing; a server that has the path says what is missing in it. */
  private async isThere({ baseUrl, key }: Endpoint, format: Format): Promise<boolean> {
    const answer = await this.call(baseUrl + FORMATS[format].path, key, "{}");
    return answer.is === "answer" && (answer.status === 400 || answer.status === 422) && isJson(answer.text);
  }

  private async try(endpoint: Endpoint, manner: Manner): Promise<Trial> {
    const { needs } = this;
    needs.stepAside();
    while (needs.running.peek() || needs.trials.busy.peek() || needs.python.peek() !== "ready") {
      if (needs.python.peek() === "failed") return { is: "unavailable", sentence: "Python could not start, so the tool call can't be tried." };
      await this.change();
      if (this.ended.aborted) return { is: "unavailable", sentence: "" };
      this.tell();
      needs.stepAside();
    }
    this.note("POST", endpoint.baseUrl + FORMATS[manner.format].path, endpoint.key !== "");
    return needs.trials.run(endpoint, manner, this.ended);
  }

  /** Resolves when Python or the run is no longer as it is, or the examination is ended. */
  private change(): Promise<void> {
    const { running, trials, python } = this.needs;
    return new Promise((resolve) => {
      let first = true;
      const done = effect(() => {
        void [running.value, trials.busy.value, python.value];
        if (first) first = false;
        else finish();
      });
      const finish = (): void => {
        this.ended.removeEventListener("abort", finish);
        queueMicrotask(done);
        resolve();
      };
      this.ended.addEventListener("abort", finish, { once: true });
    });
  }

  private call(url: string, key: string, body: string | null): Promise<Answer> {
    this.note(body === null ? "GET" : "POST", url, key !== "");
    return call(this.needs.fetch, url, key, body);
  }

  private note(method: Made["method"], url: string, withKey: boolean): void {
    this.made = [...this.made, { method, url, withKey }];
    this.tell();
  }

  private tell(): void {
    const { facts, needs } = this;
    const step = nextStep(facts);
    const tries = step === "whole" || step === "streamed" || step === "other works";
    const waitsForRun = tries && needs.running.peek();
    const boots = tries && !waitsForRun && needs.python.peek() === "booting" && !needs.trials.busy.peek();
    const holdup = waitsForRun ? "A run is under way: this waits until it is over or stopped." : boots ? "Python is still starting." : "";
    this.show({
      url: facts.baseUrl.ok ? facts.baseUrl.value + FORMATS[facts.format].path : "",
      checks: diagnose(facts, holdup),
      made: this.made,
      models: (facts.list === null ? null : modelsIn(facts.list)) ?? [],
      conclusion: conclusion(facts),
      waitsForRun,
    });
  }
}

async function permissionFor(baseUrl: string, { origin, permission }: Browser): Promise<Permission> {
  const place = placeOf(new URL(baseUrl).hostname);
  // A page from this very machine is no stranger to it. One from a file counts as such.
  if (place === "public" || origin === "null" || placeOf(new URL(origin).hostname) === "loopback") return "here";
  for (const name of PERMISSIONS[place]) {
    const state = await permission(name);
    if (state !== null) return state;
  }
  return "unknown";
}

/** Where the API of a server may be, when it is not where the reader said. */
export function guesses(baseUrl: string, preset: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const known = presetOf(preset).baseUrl;
  const above = pathname.replace(/\/[^/]*\/?$/, "");
  const all = [known.startsWith(`${origin}/`) ? known : "", `${baseUrl}/v1`, `${origin}/v1`, `${origin}${above}/v1`, `${origin}/api/v1`];
  const twice = /\/v1\/.*\/v1$|\/v1\/v1$/;
  return [...new Set(all)].filter((guess) => guess !== "" && guess !== baseUrl && !twice.test(guess)).slice(0, MOST_GUESSES);
}
