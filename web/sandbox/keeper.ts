// Keeps one Python for the page: boots it, queues what is said too early, boots it again when it is ended or when its
// snapshot was no good. Refuses to know what runs in it and what its messages mean.
//
// The snapshot comes from the first boot, which hands it out before it says "ready" and so before anything of a
// reader's can have been sent to it; one that comes later, or unasked, is a forgery and is dropped.

import { signal, type ReadonlySignal } from "@preact/signals";
import type { ArchiveName, FromSandbox, ToSandbox } from "../protocol.ts";
import { builtAssets, type AssetsLoader, type BootFiles } from "./assets_loader.ts";
import { missingFeature, sentenceFor } from "./failures.ts";
import { FILES } from "./files.ts";
import { openFrame, type SandboxEvents, type SandboxFrame } from "./sandbox_frame.ts";
import { openSnapshots, type Pack, type Snapshots } from "./snapshots.ts";

export interface Python {
  readonly state: ReadonlySignal<"booting" | "ready" | "failed">;
  /** What happened and what to try; empty unless the state is "failed". */
  readonly failure: ReadonlySignal<string>;
  /** Queued, in order, until Python is ready. What is not yet sent when a sandbox ends is dropped. */
  send(message: ToSandbox, transfer?: Transferable[]): void;
  /** Returns how to stop listening. Nothing of a sandbox that was ended ever arrives. */
  listen(listener: (message: FromSandbox) => void): () => void;
  /** End the sandbox at once, whatever it is doing, and boot another. */
  restart(): void;
}

/** What a sandbox is made from: this build's files, with or without a snapshot. */
interface Sources extends BootFiles {
  readonly snapshot: Blob | null;
}

/** Runs when the page has nothing better to do. */
function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(work, { timeout: 10_000 });
  else setTimeout(work, 1_000);
}

function fromPack(pack: Pack): Sources {
  const files = Object.entries(pack.files).map(([name, blob]) => [name, Promise.resolve(blob)] as const);
  return { worker: Promise.resolve(pack.worker), files: Object.fromEntries(files), snapshot: pack.snapshot };
}

async function toPack({ worker, files, snapshot }: Sources): Promise<Pack | null> {
  const loaded = Object.entries(files).map(async ([name, blob]) => [name, await blob] as const);
  return snapshot && { worker: await worker, files: Object.fromEntries(await Promise.all(loaded)), snapshot };
}

/** What a keeper needs of its surroundings; tests hand in scripted ones. */
export interface KeeperParts {
  readonly loader: AssetsLoader;
  readonly snapshots: Snapshots;
  readonly openFrame: (room: string, events: SandboxEvents) => SandboxFrame;
  /** A sentence when this browser can't run Python, else null. */
  readonly missingFeature: () => string | null;
  readonly whenIdle: (work: () => void) => void;
}

class Keeper implements Python {
  readonly state = signal<"booting" | "ready" | "failed">("booting");
  readonly failure = signal("");
  private readonly listeners = new Set<(message: FromSandbox) => void>();
  private queue: (readonly [ToSandbox, Transferable[]])[] = [];
  private frame: SandboxFrame | null = null;
  private sources: Promise<Sources>;
  /** Of the sandbox that is there: whether it owes us a snapshot, and whether it was made from one. */
  private owes = false;
  private restored = false;

  constructor(private readonly parts: KeeperParts) {
    this.sources = parts.snapshots.read().then((pack) => (pack ? fromPack(pack) : this.built()));
    this.boot();
  }

  send(message: ToSandbox, transfer: Transferable[] = []): void {
    if (this.state.value === "ready") this.frame?.send(message, transfer);
    else if (this.state.value === "booting") this.queue.push([message, transfer]);
  }

  listen(listener: (message: FromSandbox) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  restart(): void {
    this.queue = [];
    // A load that failed is tried again; what is there is used again.
    if (this.state.value === "failed" && !this.restored) this.sources = Promise.resolve(this.built());
    this.boot();
  }

  private built(): Sources {
    const sources = { ...this.parts.loader.load(), snapshot: null };
    // Reported where they are awaited, and only once.
    for (const part of [sources.worker, ...Object.values(sources.files)]) part.catch(() => undefined);
    return sources;
  }

  private boot(): void {
    this.frame?.end();
    this.frame = null;
    this.state.value = "booting";
    this.failure.value = "";
    const missing = this.parts.missingFeature();
    if (missing) return this.fail(missing);
    const frame: SandboxFrame = this.parts.openFrame(this.parts.loader.room, {
      message: (message) => this.take(message),
      lost: (why) => this.lose(why),
    });
    this.frame = frame;
    this.feed(frame).catch((error: unknown) => {
      console.debug("Python's files:", error);
      if (this.frame === frame) this.fail(sentenceFor("loading", String(error)));
    });
  }

  private async feed(frame: SandboxFrame): Promise<void> {
    const { worker, files, snapshot } = await this.sources;
    if (this.frame !== frame) return;
    this.restored = snapshot !== null;
    this.owes = !this.restored;
    frame.boot({ type: "boot", worker: await worker, snapshot, makeSnapshot: this.owes });
    const feeding = Object.entries(files).map(async ([name, blob]) => frame.send({ type: "file", name, bytes: await blob }, []));
    await Promise.all(feeding);
  }

  private take(message: FromSandbox): void {
    const booting = this.state.value === "booting";
    switch (message.type) {
      case "snapshot":
        if (booting && this.owes) this.keepSnapshot(message.bytes);
        return;
      case "ready":
        if (booting) this.open(message.timings);
        return;
      case "boot-failed":
        if (booting) this.lose(message.message);
        return;
      case "died":
        return this.lose(message.message);
      case "archive-wanted":
        return this.handOver(message.name);
      default:
        if (!booting) for (const listener of this.listeners) listener(message);
    }
  }

  private open(timings: Readonly<Record<string, number>>): void {
    performance.mark("python-ready", { detail: { restored: this.restored, timings } });
    console.debug(`Python is ready (${this.restored ? "from a snapshot" : "plain boot"}):`, timings);
    this.owes = false;
    this.state.value = "ready";
    const queue = this.queue;
    this.queue = [];
    for (const [message, transfer] of queue) this.frame?.send(message, transfer);
  }

  private keepSnapshot(snapshot: Blob): void {
    this.owes = false;
    this.sources = this.sources.then((sources) => ({ ...sources, snapshot }));
    const pack = this.sources.then(toPack);
    this.parts.whenIdle(() => void pack.then((whole) => whole && this.parts.snapshots.keep(whole)).catch(() => undefined));
  }

  /** The sandbox is of no more use. One that came from a snapshot takes that along, and a failed restore is silent. */
  private lose(why: string): void {
    console.debug("A sandbox was lost:", why);
    const booting = this.state.value === "booting";
    if (this.restored) {
      this.sources = Promise.resolve(this.built());
      void this.parts.snapshots.forget();
    }
    if (this.restored && booting) this.boot();
    else this.fail(sentenceFor(booting ? "booting" : "running", why));
  }

  private fail(sentence: string): void {
    this.frame?.end();
    this.frame = null;
    this.queue = [];
    this.failure.value = sentence;
    this.state.value = "failed";
  }

  private handOver(name: ArchiveName): void {
    const frame = this.frame;
    const answer = (bytes: Blob | null): void => {
      if (frame === this.frame) frame?.send({ type: "archive", name, bytes }, []);
    };
    this.parts.loader.archive(name).then(answer, () => answer(null));
  }
}

export function keepPython(parts: KeeperParts): Python {
  return new Keeper(parts);
}

/** Starts loading and booting at once. */
export function startPython(): Python {
  const names = Object.values(FILES);
  const around = {
    storage: () => globalThis.caches as CacheStorage | undefined,
    place: new URL(".", document.baseURI).pathname,
    browser: navigator.userAgent,
  };
  return keepPython({
    loader: builtAssets,
    snapshots: openSnapshots(builtAssets.buildId, names, around),
    openFrame,
    missingFeature,
    whenIdle,
  });
}
