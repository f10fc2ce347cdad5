// Keeps between visits what a sandbox is restored from: the memory snapshot, and the unpacked files that belong to it.
// Refuses to know how they are made or used; every failure is the same as having nothing.
//
// In Cache Storage, as they are: inflating takes longer than reading. The addresses hold the build and the browser,
// because the table of functions that a snapshot points into depends on both.

export interface Pack {
  readonly worker: Blob;
  /** Name → content of every boot file. */
  readonly files: Readonly<Record<string, Blob>>;
  readonly snapshot: Blob;
}

export interface Snapshots {
  /** What was kept for this build and browser; null unless all of it is there. Opens no file: blobs are read later. */
  read(): Promise<Pack | null>;
  /** Keeps it and drops that of other builds. Resolves also when nothing could be kept. */
  keep(pack: Pack): Promise<void>;
  /** Something about it was wrong: drops it. */
  forget(): Promise<void>;
}

/** What of a page's surroundings decides where and under which name something is kept. */
export interface Surroundings {
  /** Nothing on an insecure origin; may throw where the reader forbids storage. */
  readonly storage: () => CacheStorage | undefined;
  /** Tells deployments on one origin apart. */
  readonly place: string;
  readonly browser: string;
}

const WORKER = "worker";
const SNAPSHOT = "snapshot";

async function quietly<T>(what: string, otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    console.debug(`Snapshot ${what}: ${String(error)}`);
    return otherwise;
  }
}

/** `names` are those of the boot files. */
export function openSnapshots(buildId: string, names: readonly string[], around: Surroundings): Snapshots {
  const cacheName = `glassloop-snapshot:${around.place}`;
  // Addresses only because a cache wants some; nothing is ever fetched from there.
  const keyOf = (part: string): string =>
    `https://snapshot.glassloop.invalid/?${new URLSearchParams({ build: buildId, browser: around.browser, part }).toString()}`;
  const storage = (): CacheStorage => {
    const found = around.storage();
    if (!found) throw new Error("this browser offers no storage here");
    return found;
  };

  async function readAll(): Promise<Pack | null> {
    const cache = await storage().open(cacheName);
    const parts = await Promise.all(
      [WORKER, SNAPSHOT, ...names].map(async (part) => (await cache.match(keyOf(part)))?.blob()),
    );
    const [worker, snapshot, ...files] = parts;
    if (!worker || !snapshot) return null;
    const named = names.flatMap((name, index) => (files[index] ? [[name, files[index]] as const] : []));
    return named.length === names.length ? { worker, snapshot, files: Object.fromEntries(named) } : null;
  }

  async function keepAll(pack: Pack): Promise<void> {
    // First of all, so that another build's does not stand in the way of ours when space is short.
    await storage().delete(cacheName);
    const cache = await storage().open(cacheName);
    const parts = [[WORKER, pack.worker], ...Object.entries(pack.files), [SNAPSHOT, pack.snapshot]] as const;
    for (const [part, blob] of parts) await cache.put(keyOf(part), new Response(blob));
  }

  const forget = (): Promise<void> =>
    quietly("not dropped", undefined, async () => {
      await storage().delete(cacheName);
    });

  return {
    read: () => quietly("not read", null, readAll),
    async keep(pack) {
      const kept = await quietly("not kept", false, async () => {
        await keepAll(pack);
        return true;
      });
      if (!kept) await forget();
    },
    forget,
  };
}
