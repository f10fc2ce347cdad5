// Loads what a sandbox boots from out of this build. The only module here that knows the built files; refuses to know
// when they are used and what else a sandbox can be made from.

import { loadAsset } from "../assets.ts";
import { ASSETS } from "../generated/assets.ts";
import type { ArchiveName } from "../protocol.ts";
import { FILES } from "./files.ts";

/** Each arrives by itself, so that the worker can begin with the first. */
export interface BootFiles {
  readonly worker: Promise<Blob>;
  readonly files: Readonly<Record<string, Promise<Blob>>>;
}

export interface AssetsLoader {
  /** Distinguishes builds: what was kept for another one is of no use. */
  readonly buildId: string;
  /** Address of the room's document. */
  readonly room: string;
  /** Starts loading everything that a boot needs, at once. */
  load(): BootFiles;
  archive(name: ArchiveName): Promise<Blob>;
}

export const builtAssets: AssetsLoader = {
  buildId: ASSETS.buildId,
  get room() {
    return new URL(ASSETS.room, document.baseURI).href;
  },
  load: () => ({
    worker: loadAsset(ASSETS.worker),
    files: {
      [FILES.wasm]: loadAsset(ASSETS.wasm),
      [FILES.stdlib]: loadAsset(ASSETS.stdlib),
      [FILES.site]: loadAsset(ASSETS.site),
      [FILES.pydanticCore]: loadAsset(ASSETS.pydanticCore),
    },
  }),
  archive: (name) => loadAsset(ASSETS[name]),
};
