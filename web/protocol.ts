// Every message between the page and the sandbox, both ways, and nothing else. Refuses to know who sends or draws.
//
// Text crosses (events as JSON text, because arguments and results must keep their digits) and byte buffers; no
// proxies. What is large (files, snapshots) crosses as blobs: those are handed from process to process without a copy
// through either page, which for sixty megabytes is the difference between a tenth of a second and a whole one.
// One MessagePort per sandbox; the port dies with it. `run` tags every message of a run, so that those of
// a dead run can be dropped.

/** File name → source text of the reader's program. `main.py` is always there. */
export type Program = Readonly<Record<string, string>>;

/** What Python is told of the connection. `apiKey` is a placeholder; the real key never crosses. */
export interface PythonConnection {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
  readonly stream: boolean;
  /** Which of OpenAI's two APIs the server speaks; Chat Completions when it is left out. */
  readonly format?: "chat" | "responses";
  /** What was learned of this server and model before, as `habits` told it; for Python alone to read. */
  readonly habits?: string;
}

/** Counts within one turn. */
export interface Limits {
  /** Requests; null leaves it to the program. */
  readonly rounds: number | null;
  /** Equal results of an equal call before the model is told; the next one ends the turn. */
  readonly repeats: number;
  /** Notes in a row for tools that don't exist. */
  readonly unknown: number;
  /** Of one request, when the server or the way to it fails for now. */
  readonly retries: number;
}

/** Where an error in the reader's code is. Lines and columns count from 1. */
export interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What the reader chose for a lesson, by the id of the setting. Never a key. */
export type Settings = Readonly<Record<string, string | boolean>>;

/** Named JSON documents that programs keep from run to run, as text. */
export type Documents = Readonly<Record<string, string>>;

/** A conversation's own documents, and those that a lesson keeps over conversations. */
export interface Shelves {
  readonly lesson: Documents;
  readonly conversation: Documents;
}

export type HeaderList = readonly (readonly [string, string])[];

/** Why the broker gave no response. The Python side maps each to one class of `transport.py`. */
export type FetchFailure = "refused" | "cap" | "unreachable" | "aborted";

/** First message into a new sandbox, through the room (the only one that does not use the port). */
export interface Boot {
  readonly type: "boot";
  /** The worker's source, UTF-8: a classic script. */
  readonly worker: Blob;
  /** A memory snapshot to restore, or null for a plain boot. */
  readonly snapshot: Blob | null;
  /** Whether this sandbox should hand out a snapshot of itself, before it has run anything of a reader's. */
  readonly makeSnapshot: boolean;
}

/** What ships with the page but is only handed over when it is first needed. */
export type ArchiveName = "micropip";

export type ToSandbox =
  /** One of the files that Python boots from, as it arrives; they follow `Boot`, in any order. */
  | { readonly type: "file"; readonly name: string; readonly bytes: Blob }
  | {
      readonly type: "run";
      readonly run: number;
      readonly program: Program;
      readonly question: string;
      readonly connection: PythonConnection;
      /** JSON array of the conversation's events so far: Python folds it into the transcript. */
      readonly history: string;
      /** How far the turn may go; Python's own defaults when it is left out. */
      readonly limits?: Limits;
      /** The file whose agent runs; `main.py` when it is left out. */
      readonly main?: string;
      readonly settings?: Settings;
      readonly shelves?: Shelves;
      /** Runs the program that is built in to try a connection, in place of `program` and `question`. */
      readonly checkup?: true;
    }
  /** Go on from a stop point; `event` replaces the event that was held, null goes on with it as it was. */
  | { readonly type: "go"; readonly run: number; readonly gate: number; readonly event: string | null }
  /** The reader's answer to `waiting`, before the time is over: send it again now, or give up. */
  | { readonly type: "wait-over"; readonly run: number; readonly again: boolean }
  /** Cancel at the next await. */
  | { readonly type: "cancel"; readonly run: number }
  /** Compile without running. */
  | { readonly type: "check"; readonly check: number; readonly program: Program }
  /** The reader's answer to `packages`. */
  | { readonly type: "packages-allowed"; readonly run: number; readonly allowed: boolean }
  /** The answer to `archive-wanted`: a zip to unpack beside the installed packages; null when it could not be had. */
  | { readonly type: "archive"; readonly name: ArchiveName; readonly bytes: Blob | null }
  /** A wheel that the reader dropped: kept for the next install. */
  | { readonly type: "wheel"; readonly name: string; readonly bytes: ArrayBuffer }
  | { readonly type: "fetch-head"; readonly fetch: number; readonly status: number; readonly headers: HeaderList }
  | { readonly type: "fetch-chunk"; readonly fetch: number; readonly bytes: ArrayBuffer }
  | { readonly type: "fetch-end"; readonly fetch: number }
  | {
      readonly type: "fetch-failed";
      readonly fetch: number;
      readonly failure: FetchFailure;
      /** One sentence: what happened. */
      readonly what: string;
      /** One sentence: what to try. */
      readonly advice: string;
    };

/** What the room itself says to the page, by window message: it holds no Python and no port. */
export type FromRoom =
  /** The room is there and waits for `Boot`. */
  | { readonly type: "room-ready" }
  /** The worker could not be started, or it died before Python was up. */
  | { readonly type: "room-failed"; readonly message: string }
  /** Answer to `RoomCheck`: the process that holds the sandbox is alive, however busy Python is. */
  | { readonly type: "room-alive" };

export interface RoomCheck {
  readonly type: "room-check";
}

export type FromSandbox =
  /** Python is up. Times in milliseconds since the worker started. */
  | { readonly type: "ready"; readonly restored: boolean; readonly timings: Readonly<Record<string, number>> }
  /** The bytes of a snapshot, made before anything of a reader's ran. */
  | { readonly type: "snapshot"; readonly bytes: Blob }
  | { readonly type: "boot-failed"; readonly message: string; readonly restored: boolean }
  /** Python itself broke (a fatal error of the interpreter): this sandbox is of no more use. */
  | { readonly type: "died"; readonly message: string }
  /** Something happened. With a `gate`, Python waits for the `go` of the same number. */
  | { readonly type: "event"; readonly run: number; readonly event: string; readonly gate: number | null }
  /** Text of a reply still being streamed: what to add to what is shown; never part of the trace. */
  | { readonly type: "delta"; readonly run: number; readonly text: string }
  /** A request will be sent again when `seconds` are over, unless `wait-over` comes first. `reason` stands before the
   *  countdown: "Too many requests for now. The same request is sent again (try 2 of 3)". Nothing is said when the time is over. */
  | { readonly type: "waiting"; readonly run: number; readonly seconds: number; readonly reason: string }
  /** The run is over; its last event has been sent. */
  | { readonly type: "done"; readonly run: number }
  | { readonly type: "checked"; readonly check: number; readonly diagnostics: readonly Diagnostic[] }
  /** The reader's program could not be loaded: it never started. */
  | { readonly type: "unloadable"; readonly run: number; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly type: "fetch";
      readonly fetch: number;
      readonly method: string;
      readonly url: string;
      readonly headers: HeaderList;
      readonly body: ArrayBuffer | null;
    }
  | { readonly type: "fetch-abort"; readonly fetch: number }
  /** Something of ours that is not needed to boot. The keeper answers it; nobody else need listen. */
  | { readonly type: "archive-wanted"; readonly name: ArchiveName }
  /** What this server and model was seen to insist on: to be kept, and handed back with the next run. */
  | { readonly type: "habits"; readonly run: number; readonly habits: string }
  /** The program put a document on a shelf: to be kept, and handed back with the next run. */
  | { readonly type: "shelf"; readonly run: number; readonly scope: keyof Shelves; readonly name: string; readonly text: string }
  /** The program lists packages that are not here; Python waits for `packages-allowed`. */
  | { readonly type: "packages"; readonly run: number; readonly names: readonly string[] };
