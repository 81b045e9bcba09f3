import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isMembers, type Members } from "../../../dialects/index.ts";
import { sha256Hex } from "../../../lib/index.ts";

/** One recorded exchange on disk. */
export interface Recording {
  readonly folder: string;
  /** Name of the file with the response body. */
  readonly file: string;
  readonly meta: Members;
}

/** Number of folders that are read at the same time. */
const CONCURRENT_READS = 32;

/** Reads all exchanges below a folder and groups them by the digest of their request. */
export async function readIndex(root: string): Promise<ReadonlyMap<string, readonly Recording[]>> {
  const folders = (await listFolders(root)).sort();
  const index = new Map<string, Recording[]>();
  for (let start = 0; start < folders.length; start += CONCURRENT_READS) {
    const read = await Promise.all(folders.slice(start, start + CONCURRENT_READS).map(readRecording));
    for (const one of read) {
      if (one === undefined) continue;
      const list = index.get(one.digest);
      if (list === undefined) index.set(one.digest, [one.recording]);
      else list.push(one.recording);
    }
  }
  return index;
}

// Exchanges are two levels down, `<vendor>-<api>/<slug>/`. A small collection may leave out the first level.
async function listFolders(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await listNames(root)) {
    const folder = join(root, name);
    const inner = await listNames(folder);
    if (inner.length === 0) found.push(folder);
    else for (const slug of inner) found.push(join(folder, slug));
  }
  return found;
}

async function listNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

async function readRecording(folder: string): Promise<{ digest: string; recording: Recording } | undefined> {
  const names = await readdir(folder);
  const file = names.find((name) => name === "response.sse" || name === "response.json");
  if (file === undefined || !names.includes("request.json")) return undefined;
  const request = parseJson(await readFile(join(folder, "request.json"), "utf8"));
  const meta = names.includes("meta.json")
    ? parseJson(await readFile(join(folder, "meta.json"), "utf8"))
    : {};
  return {
    digest: digestOf(request),
    recording: { folder, file, meta: isMembers(meta) ? meta : {} },
  };
}

/** Parses a text. Returns undefined if it is not JSON, which equals no recorded request. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // As documented above.
  }
}

/** Computes a digest that does not depend on the order of members. */
export function digestOf(value: unknown): string {
  return sha256Hex(JSON.stringify(value, sortMembers) ?? "");
}

function sortMembers(_name: string, value: unknown): unknown {
  if (!isMembers(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}
