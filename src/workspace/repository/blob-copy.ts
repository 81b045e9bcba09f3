import { once } from "node:events";
import { readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { packedIds } from "../git/format/pack-writer.ts";
import { runGit } from "../git/run-git.ts";

/**
 * Copies blobs from a view of objects into a repository, as one pack. The names are computed anew from the contents. Throws if the
 * pack does not hold exactly the wanted blobs.
 */
export async function copyBlobs(
  view: string,
  gitDir: string,
  oids: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  if (oids.size === 0) return;
  const bytes = new PassThrough();
  // The error of the process that failed is the one that counts.
  bytes.on("error", () => undefined);
  const failed = new AbortController();
  const stop = (error: unknown) => {
    failed.abort(error);
    throw error;
  };
  const both = AbortSignal.any([signal, failed.signal]);
  const packing = runGit({
    gitDir: view,
    args: ["pack-objects", "--stdout", "--quiet", "--window=0", "--delta-base-offset", "--compression=1"],
    input: (async function* () {
      yield Buffer.from(`${[...oids].join("\n")}\n`);
    })(),
    onOutput: async (chunk) => {
      // The other process may have ended.
      if (!bytes.write(chunk) && !bytes.destroyed) await once(bytes, "drain", { signal: both });
    },
    signal: both,
  }).then(() => bytes.end(), stop);
  let answer = "";
  const indexing = runGit({
    gitDir,
    args: ["index-pack", "--stdin"],
    input: bytes,
    onOutput: (chunk) => {
      answer += chunk.toString("latin1");
    },
    signal: both,
  }).catch(stop);
  try {
    await Promise.all([packing, indexing]);
  } finally {
    bytes.destroy();
    await Promise.allSettled([packing, indexing]);
  }
  const name = /^pack\t([0-9a-f]{40})\n$/.exec(answer)?.[1];
  if (name === undefined) throw new Error("git wrote no pack");
  const found = packedIds(readFileSync(`${gitDir}/objects/pack/pack-${name}.idx`));
  if (found.length !== oids.size || !found.every((oid) => oids.has(oid))) {
    throw new Error("the objects of the repository are not what their names say");
  }
}
