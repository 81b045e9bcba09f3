import { existsSync, readdirSync, readFileSync } from "node:fs";
import { sharedPath } from "../shared.ts";

/** What the index says of one recording. */
export interface RecordingFacts {
  readonly dir: string;
  readonly vendor: string;
  readonly api: string;
  readonly model: string | null;
  readonly endpoint: { readonly path: string | null };
  readonly status: number;
  readonly streaming: boolean;
  readonly stream_format: string | null;
  readonly features: readonly string[];
  readonly synthetic: boolean;
  readonly complete: boolean;
}

/** One recorded exchange; its files are read when they are asked for. */
export interface Recording {
  readonly name: string;
  readonly dialect: string;
  readonly facts: RecordingFacts;
  /** The parsed body of the request; undefined if only the response was recorded. */
  request(): unknown;
  /** What the path of the request said of the model and of streaming. */
  reading(): { readonly model?: string; readonly stream?: boolean };
  /** The parsed body of a response that came at once. */
  body(): unknown;
  /** The bytes of a streamed response. */
  bytes(): Uint8Array;
}

const indexPath = sharedPath("corpus", "index.jsonl");

/** Whether the recordings are there. */
export const corpusExists = existsSync(indexPath);

let loaded: readonly Recording[] | undefined;
const chosen = new Map<string, readonly Recording[]>();

/** The recordings of a dialect that pass a check of their files; checked once. */
function chosenOf(dialect: string, kind: string, isChosen: (one: Recording) => boolean): Recording[] {
  const key = `${kind} of ${dialect}`;
  const list = chosen.get(key) ?? recordings().filter((one) => one.dialect === dialect && isChosen(one));
  chosen.set(key, list);
  return [...list];
}

/** Every recording, in the order of the index; read once. */
export function recordings(): readonly Recording[] {
  loaded ??= corpusExists
    ? readFileSync(indexPath, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => describeRecording(JSON.parse(line) as RecordingFacts))
    : [];
  return loaded;
}

/** The dialect that an exchange is in: the wire format, and who serves it if that makes a dialect of its own. */
export function dialectOf(api: string, vendor: string): string {
  switch (api) {
    case "openai-chat":
      return vendor === "moonshot" ? "kimi" : vendor === "copilot" ? "copilot" : "openai";
    case "openai-responses":
      return "codex";
    case "anthropic-messages":
      return "claude";
    case "gemini-generate":
      return "gemini";
    default:
      throw new Error(`no dialect for ${api}`);
  }
}

/** Recordings whose request was kept. */
export function recordedRequests(dialect: string): Recording[] {
  return chosenOf(dialect, "requests", (one) => existsSync(fileOf(one, "request.json")));
}

/** Recordings of a reply that came at once and was no error. */
export function recordedReplies(dialect: string): Recording[] {
  return chosenOf(
    dialect,
    "replies",
    (one) => one.facts.status === 200 && existsSync(fileOf(one, "response.json")) && !one.facts.streaming,
  );
}

/** Recordings of a reply as server-sent events; Gemini's streamed JSON arrays are another format. */
export function recordedStreams(dialect: string): Recording[] {
  return chosenOf(
    dialect,
    "streams",
    (one) =>
      one.facts.status === 200 &&
      one.facts.stream_format === "sse" &&
      existsSync(fileOf(one, "response.sse")),
  );
}

/** Recordings of an error. */
export function recordedErrors(dialect: string): Recording[] {
  return chosenOf(
    dialect,
    "errors",
    (one) => one.facts.status >= 400 && existsSync(fileOf(one, "response.json")),
  );
}

/** One request that a real agent sent. */
export interface ClientRequest {
  readonly name: string;
  readonly dialect: string;
  readonly body: unknown;
  readonly reading: { readonly model?: string; readonly stream?: boolean };
}

const clientsPath = sharedPath("vectors", "clients");

/** Every model call that real agents sent, with its dialect. */
export function clientRequests(): ClientRequest[] {
  if (!existsSync(clientsPath)) return [];
  return readdirSync(clientsPath).flatMap((client) =>
    readdirSync(`${clientsPath}/${client}`)
      .filter((file) => file.endsWith(".json"))
      .flatMap((file) => {
        const call = JSON.parse(readFileSync(`${clientsPath}/${client}/${file}`, "utf8")) as {
          url: string;
          body: unknown;
        };
        const found = describeCall(call.url, client);
        const isBody = typeof call.body === "object" && call.body !== null;
        return found === undefined || !isBody
          ? []
          : [{ name: `${client}/${file}`, body: call.body, ...found }];
      }),
  );
}

function describeCall(url: string, client: string): Pick<ClientRequest, "dialect" | "reading"> | undefined {
  const gemini = /\/models\/([^:/]+):(stream)?[gG]enerateContent/.exec(url);
  if (gemini !== null)
    return { dialect: "gemini", reading: { model: gemini[1]!, stream: gemini[2] !== undefined } };
  const bedrock = /\/model\/([^/]+)\/invoke(-with-response-stream)?/.exec(url);
  if (bedrock !== null)
    return { dialect: "claude", reading: { model: bedrock[1]!, stream: bedrock[2] !== undefined } };
  if (url.includes("/v1/messages")) return { dialect: "claude", reading: {} };
  if (url.includes("/responses")) return { dialect: "codex", reading: {} };
  const vendor = client.startsWith("kimi") ? "moonshot" : client.startsWith("copilot") ? "copilot" : "other";
  return url.includes("/chat/completions")
    ? { dialect: dialectOf("openai-chat", vendor), reading: {} }
    : undefined;
}

/** Those that a vendor really sent: what was written by hand proves nothing about vendors. */
export function genuine(list: readonly Recording[]): Recording[] {
  return list.filter((one) => !one.facts.synthetic);
}

/** A sample that is the same on every run and spread over the whole list. */
export function sampleOf<Item>(list: readonly Item[], size: number): Item[] {
  if (list.length <= size) return [...list];
  return Array.from({ length: size }, (_, index) => list[Math.floor((index * list.length) / size)]!);
}

/** The counts of a list of recordings, for an honest line of output. */
export function countLine(title: string, list: readonly Recording[]): string {
  const synthetic = list.filter((one) => one.facts.synthetic).length;
  return `${title}: ${list.length - synthetic} recorded, ${synthetic} synthetic`;
}

function fileOf(recording: Recording, name: string): string {
  return sharedPath("corpus", recording.facts.dir, name);
}

function describeRecording(facts: RecordingFacts): Recording {
  const path = (name: string) => sharedPath("corpus", facts.dir, name);
  const json = (name: string): unknown =>
    existsSync(path(name)) ? JSON.parse(readFileSync(path(name), "utf8")) : undefined;
  return {
    name: facts.dir,
    dialect: dialectOf(facts.api, facts.vendor),
    facts,
    request: () => json("request.json"),
    reading: () => readPath(facts),
    body: () => json("response.json"),
    bytes: () => readFileSync(path("response.sse")),
  };
}

function readPath(facts: RecordingFacts): { model?: string; stream?: boolean } {
  if (facts.api !== "gemini-generate" && !/rawPredict|\/invoke/i.test(facts.endpoint.path ?? "")) return {};
  const model = facts.model ?? "unnamed-model";
  return facts.api === "gemini-generate" ? { model, stream: facts.streaming } : { model };
}
