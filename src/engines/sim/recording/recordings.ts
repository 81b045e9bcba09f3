import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Dialect, isMembers, type Members } from "../../../dialects/index.ts";
import { sha256Hex } from "../../../lib/index.ts";
import type { Answer, Ending } from "../answer/delivery.ts";
import { openRouter, type Route, type Router } from "../endpoint-router.ts";

interface Recording {
  readonly folder: string;
  readonly file: string;
  readonly meta: Members;
}

// The body was decoded when it was recorded, and its framing is ours.
const DROPPED = new Set([
  "content-encoding",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
]);

// So many folders are read at once.
const AT_ONCE = 32;

/**
 * Recorded exchanges, looked up by the digest of their request. The folder is read once, when the first request
 * comes; a body is read when it is asked for.
 */
export class Recordings {
  readonly #root: string;
  readonly #dialect: Dialect;
  readonly #route: Router;
  #index: Promise<ReadonlyMap<string, readonly Recording[]>> | undefined;

  constructor(root: string, dialect: Dialect) {
    this.#root = root;
    this.#dialect = dialect;
    this.#route = openRouter(dialect);
  }

  /** The recorded answer to a request; undefined where there is none. */
  async find(route: Route, body: string): Promise<Answer | undefined> {
    this.#index ??= this.#read();
    const value = parse(body);
    if (!isMembers(value)) return undefined;
    const found = (await this.#index).get(digestOf(value)) ?? [];
    const fitting =
      found.find((one) => this.#isSame(route, one)) ?? found.find((one) => this.#fits(route, one, value));
    return fitting === undefined ? undefined : readAnswer(fitting);
  }

  // A folder that cannot be read is tried again with the next request.
  async #read(): Promise<ReadonlyMap<string, readonly Recording[]>> {
    try {
      return await readIndex(this.#root);
    } catch (error) {
      this.#index = undefined;
      throw error;
    }
  }

  // The recorded path is the same endpoint with the same model.
  #isSame(route: Route, recording: Recording): boolean {
    const { method, path } = pathOf(recording);
    if (path === undefined) return false;
    const recorded = this.#route(method, path);
    if (recorded === undefined) return false;
    const { endpoint } = route;
    const isSameForm =
      endpoint.streams !== true || isArray(route) === (recording.meta["stream_format"] === "json-array");
    return (
      recorded.endpoint.operation === endpoint.operation &&
      recorded.endpoint.streams === endpoint.streams &&
      recorded.model === route.model &&
      isSameForm
    );
  }

  // The path is unknown, or that of another server of the same dialect: the body must tell.
  #fits(route: Route, recording: Recording, body: Members): boolean {
    const { method, path } = pathOf(recording);
    if (path !== undefined && this.#route(method, path) !== undefined) return false;
    const { model, stream_format: format, streaming } = recording.meta;
    if (route.model !== undefined && typeof model === "string" && model !== route.model) return false;
    const { streams } = route.endpoint;
    if (streams !== undefined && streams !== (streaming === true)) return false;
    if (streams === true && isArray(route) !== (format === "json-array")) return false;
    return this.#dialect.detect(body, path === undefined ? {} : { path }) > 0;
  }
}

function isArray(route: Route): boolean {
  return route.query.get("alt") !== "sse";
}

function pathOf({ meta }: Recording): { method: string; path: string | undefined } {
  const endpoint = isMembers(meta["endpoint"]) ? meta["endpoint"] : {};
  const { method, path } = endpoint;
  return {
    method: typeof method === "string" ? method : "POST",
    path: typeof path === "string" ? path : undefined,
  };
}

async function readIndex(root: string): Promise<ReadonlyMap<string, readonly Recording[]>> {
  const folders = (await listFolders(root)).sort();
  const index = new Map<string, Recording[]>();
  for (let start = 0; start < folders.length; start += AT_ONCE) {
    const read = await Promise.all(folders.slice(start, start + AT_ONCE).map(readRecording));
    for (const one of read) {
      if (one === undefined) continue;
      const list = index.get(one.digest);
      if (list === undefined) index.set(one.digest, [one.recording]);
      else list.push(one.recording);
    }
  }
  return index;
}

// Exchanges lie two levels down, `<vendor>-<api>/<slug>/`; a folder of a few may leave the first level out.
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
  const request = parse(await readFile(join(folder, "request.json"), "utf8"));
  const meta = names.includes("meta.json") ? parse(await readFile(join(folder, "meta.json"), "utf8")) : {};
  return {
    digest: digestOf(request),
    recording: { folder, file, meta: isMembers(meta) ? meta : {} },
  };
}

async function readAnswer({ folder, file, meta }: Recording): Promise<Answer> {
  const bytes = await readFile(join(folder, file));
  const head = await readOptional(join(folder, "headers.json"));
  const chunks = await readOptional(join(folder, "chunks.json"));
  const facts = isMembers(head) ? head : {};
  const status = facts["status"] ?? meta["status"];
  return {
    status: typeof status === "number" ? status : 200,
    headers: headersOf(facts["headers"], file),
    frames: cutBytes(bytes, chunks),
    headDelayMs: 0,
    frameDelayMs: 0,
  };
}

function headersOf(recorded: unknown, file: string): string[] {
  const headers: string[] = [];
  let hasType = false;
  for (const [name, value] of Object.entries(isMembers(recorded) ? recorded : {})) {
    const lower = name.toLowerCase();
    if (DROPPED.has(lower)) continue;
    if (lower === "content-type") hasType = true;
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) headers.push(name, String(one));
  }
  if (!hasType)
    headers.push("content-type", file === "response.sse" ? "text/event-stream" : "application/json");
  headers.push("x-abp-simulated", "true");
  return headers;
}

// In the pieces that came over the network, where they are known.
function* cutBytes(bytes: Uint8Array, chunks: unknown): Generator<Uint8Array, Ending> {
  let start = 0;
  for (const length of Array.isArray(chunks) ? (chunks as unknown[]) : []) {
    if (typeof length !== "number" || length <= 0 || start >= bytes.length) continue;
    yield bytes.subarray(start, start + length);
    start += length;
  }
  if (start < bytes.length) yield bytes.subarray(start);
  return "end";
}

async function readOptional(path: string): Promise<unknown> {
  try {
    return parse(await readFile(path, "utf8"));
  } catch {
    return undefined; // The file may be left out.
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // What is no JSON equals nothing that was recorded.
  }
}

function digestOf(value: unknown): string {
  return sha256Hex(JSON.stringify(value, sortMembers) ?? "");
}

function sortMembers(_name: string, value: unknown): unknown {
  if (!isMembers(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}
