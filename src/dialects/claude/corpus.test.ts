import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedExists, sharedPath } from "../../../test/shared.ts";
import { StreamEvent } from "../../contract/index.ts";
import { collapse } from "../collapse.ts";
import { IdMap } from "../id-map.ts";
import { Origins } from "../origins.ts";
import { explainRequest } from "../translate/request.ts";
import { grammarFaults } from "./fixtures/event-grammar.ts";
import { normalReply, normalRequest } from "./fixtures/normal-form.ts";
import { readStream, streamFaults, writeStream, writing } from "./fixtures/streaming.ts";
import { claude } from "./index.ts";

/** What is known of a recording. */
interface Recording {
  readonly dir: string;
  readonly api: string;
  readonly vendor: string;
  readonly model: string | null;
  readonly status: number;
  readonly streaming: boolean;
  readonly complete?: boolean;
}

/** Every recording of the Messages API. */
function listRecordings(): Recording[] {
  const path = sharedPath("corpus", "index.jsonl");
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Recording)
    .filter(({ api }) => api === "anthropic-messages");
}

/** A file of a recording; undefined when it has none of that name. */
function readRecorded({ dir }: Recording, name: string): string | undefined {
  const path = sharedPath("corpus", dir, name);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** A request that a real client sent. */
interface ClientRequest {
  readonly name: string;
  readonly url: string;
  readonly body: unknown;
}

/** Every request with messages that a real client of this dialect sent. */
function listClientRequests(): ClientRequest[] {
  const root = sharedPath("vectors", "clients");
  if (!existsSync(root)) return [];
  const found: ClientRequest[] = [];
  for (const folder of readdirSync(root).filter((name) => name.startsWith("claude-"))) {
    for (const file of readdirSync(sharedPath("vectors", "clients", folder))) {
      if (!file.endsWith(".json")) continue;
      const path = sharedPath("vectors", "clients", folder, file);
      const { url, body } = JSON.parse(readFileSync(path, "utf8")) as { url?: string; body?: unknown };
      const isRequest = typeof body === "object" && body !== null && "messages" in body;
      if (isRequest && url !== undefined) found.push({ name: `${folder}/${file}`, url, body });
    }
  }
  return found;
}

const recordings = sharedExists ? listRecordings() : [];
const isBad = (body: string) =>
  (JSON.parse(body) as { messages: unknown[] }).messages.some((m) => typeof m !== "object");

function roundTrip(body: unknown, model: string | undefined): unknown {
  const read = claude.readRequest(body, {
    origins: new Origins(),
    ...(model === undefined ? {} : { model }),
  });
  const refused: string[] = [];
  const written = claude.writeRequest(read, {
    ids: new IdMap(claude.toolCallIds),
    note: (note) => {
      if (note.disposition !== "mapped") refused.push(`${note.at}: ${note.reason}`);
    },
  });
  expect(refused).toEqual([]);
  const { model: _, ...inPath } = written.body;
  const isInBody = (body as { model?: unknown }).model !== undefined;
  return isInBody ? written.body : inPath;
}

describe.skipIf(!sharedExists)("recorded traffic of the Messages API", () => {
  const requests = recordings.flatMap((recording) => {
    const body = readRecorded(recording, "request.json");
    return body === undefined || isBad(body) ? [] : [{ ...recording, body }];
  });
  it.each(requests)("keeps the request of $dir", ({ body, model }) => {
    const request: unknown = JSON.parse(body);
    expect(normalRequest(roundTrip(request, model ?? "claude-opus-4-8"))).toEqual(normalRequest(request));
    const report = explainRequest(claude, claude, request, { model: model ?? "claude-opus-4-8" });
    expect(report.entries.filter(({ disposition }) => disposition !== "mapped")).toEqual([]);
  });

  const replies = recordings.flatMap((recording) => {
    const body = recording.status === 200 ? readRecorded(recording, "response.json") : undefined;
    return body === undefined ? [] : [{ ...recording, body }];
  });
  it.each(replies)("keeps the reply of $dir", ({ body }) => {
    const reply = claude.readReply(JSON.parse(body), new Origins());
    expect(normalReply(claude.writeReply(reply, writing))).toEqual(normalReply(JSON.parse(body)));
  });

  const streams = recordings.flatMap((recording) => {
    const text = readRecorded(recording, "response.sse");
    return text === undefined ? [] : [{ ...recording, text }];
  });
  it.each(streams)("reads and writes the stream of $dir", ({ text }) => {
    const events = readStream(text);
    expect(grammarFaults(events)).toEqual([]);
    for (const event of events) StreamEvent.parse(event);
    const first = collapse(events);
    const written = writeStream(events);
    const again = collapse(readStream(written));
    expect(again.error?.message).toBe(first.error?.message);
    expect(again.reply).toEqual(first.reply);
    expect(streamFaults(written)).toEqual([]);
    if (first.error === undefined) {
      const body = claude.writeReply(first.reply, writing);
      expect(claude.readReply(body, new Origins())).toEqual(first.reply);
    }
  });
  it.each(streams)("accepts the grammar of $dir", ({ text }) => {
    expect(streamFaults(text)).toEqual([]);
  });

  const errors = recordings.filter(({ status }) => status !== 200);
  it.each(errors)("keeps the error of $dir", (recording) => {
    const body: unknown = JSON.parse(readRecorded(recording, "response.json") ?? "null");
    const failure = claude.readError(recording.status, body);
    expect(claude.writeError(failure)).toEqual({ status: recording.status, body });
  });

  it("covers what the index lists", () => {
    expect(recordings.length).toBeGreaterThan(250);
    expect(streams.length).toBeGreaterThan(100);
  });
});

describe.skipIf(!sharedExists)("requests of real clients", () => {
  const clients = sharedExists ? listClientRequests() : [];
  it.each(clients)("are kept: $name", ({ body, url }) => {
    const model = /\/model\/([^/]+)/.exec(url)?.[1];
    expect(normalRequest(roundTrip(body, model))).toEqual(normalRequest(body));
  });
  it("are there", () => expect(clients.length).toBeGreaterThan(20));
});
