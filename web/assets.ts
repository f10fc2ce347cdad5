// Fetches one of the files that build.py made: checked against the build's hash, then unpacked. Refuses to know what
// it is for, and says which file failed.

import type { Asset } from "./generated/assets.ts";

/** The bytes of an asset. Rejects with a sentence when it can't be had or is not what the build made. */
export async function loadAsset(asset: Asset): Promise<Blob> {
  const response = await fetch(new URL(asset.url, document.baseURI), { integrity: asset.integrity });
  if (!response.ok || !response.body) throw new Error(`${asset.url} could not be loaded (status ${response.status}).`);
  if (!asset.gzip) return response.blob();
  // Packed by the build, not by the host: many static hosts compress neither .zip nor .wasm.
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).blob();
}
