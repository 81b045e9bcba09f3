import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openGrammar } from "../../../test/dialects/stream-grammar/index.ts";
import { sharedExists, sharedPath } from "../../../test/shared.ts";
import { AbpError, Conversation, Reply, StreamEvent } from "../../contract/index.ts";
import { JsonArraySplitter, SseReader } from "../../lib/index.ts";
import { collapse, expand, IdMap, Origins, type StreamWriting } from "../index.ts";
import { canonical } from "./fixtures/canonical.ts";
import { faultsOf } from "./fixtures/event-grammar.ts";
import { gemini } from "./index.ts";

interface Facts {
  readonly dir: string;
  readonly api: string;
  readonly model: string | null;
  readonly status: number;
  readonly streaming: boolean;
  readonly stream_format: string | null;
  readonly complete: boolean;
}

const corpusExists = sharedExists && existsSync(sharedPath("corpus", "index.jsonl"));
const all: Facts[] = corpusExists
  ? readFileSync(sharedPath("corpus", "index.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Facts)
      .filter((facts) => facts.api === "gemini-generate")
  : [];

const writing: StreamWriting = { ids: new IdMap(), id: "id", model: "model", created: 0 };

function fileOf(facts: Facts, name: string): string {
  return sharedPath("corpus", facts.dir, name);
}

function jsonOf(facts: Facts, name: string): unknown {
  return JSON.parse(readFileSync(fileOf(facts, name), "utf8"));
}

/** The data of a recorded stream, of either framing. */
function dataOf(bytes: Uint8Array): string[] {
  const found: string[] = [];
  const text = new TextDecoder().decode(bytes).trimStart();
  const reader = text.startsWith("[")
    ? new JsonArraySplitter((element) => found.push(element))
    : new SseReader((data) => found.push(data));
  reader.push(bytes);
  reader.end();
  return found;
}

function read(data: readonly string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const reader = gemini.openReader();
  for (const one of data) reader.push(one, undefined, (event) => events.push(event));
  reader.end((event) => events.push(event));
  return events;
}

function write(events: Iterable<StreamEvent>): string[] {
  let text = "";
  const writer = gemini.openWriter(writing);
  for (const event of events) writer.push(event, (piece) => (text += piece));
  writer.end((piece) => (text += piece));
  return dataOf(new TextEncoder().encode(text));
}

// The vendor itself refused it: "Please use a valid role: user, model."
const REFUSED = "generate-content-invalid-role";

describe.skipIf(!corpusExists)("recorded traffic", () => {
  it("gives every request back", () => {
    const list = all.filter((facts) => existsSync(fileOf(facts, "request.json")));
    const failures: string[] = [];
    for (const facts of list) {
      const body = jsonOf(facts, "request.json");
      const reading = { origins: new Origins(), model: facts.model ?? "m", stream: facts.streaming };
      if (facts.dir.includes(REFUSED)) {
        expect(() => gemini.readRequest(body, reading)).toThrow(/\$\.contents\[0\]\.role/);
        continue;
      }
      try {
        const conversation = gemini.readRequest(body, reading);
        Conversation.parse(conversation);
        const written = gemini.writeRequest(conversation, { ids: new IdMap(), note: () => undefined });
        expect(canonical(written.body)).toEqual(canonical(body));
      } catch (error) {
        failures.push(`${facts.dir}: ${String(error)}`);
      }
    }
    expect(failures).toEqual([]);
    expect(list.length).toBeGreaterThan(150);
  });

  it("gives every reply back", () => {
    const list = all.filter((facts) => facts.status === 200 && !facts.streaming);
    const failures: string[] = [];
    for (const facts of list) {
      const body = jsonOf(facts, "response.json");
      try {
        const reply = gemini.readReply(body, new Origins());
        Reply.parse(reply);
        expect(canonical(gemini.writeReply(reply, writing))).toEqual(canonical(body));
      } catch (error) {
        failures.push(`${facts.dir}: ${String(error)}`);
      }
    }
    expect(failures).toEqual([]);
    expect(list.length).toBeGreaterThan(100);
  });

  it("reads every stream by the rules, and reads what it wrote as the same", () => {
    const list = all.filter((facts) => facts.status === 200 && facts.streaming);
    const failures: string[] = [];
    for (const facts of list) {
      try {
        const name = existsSync(fileOf(facts, "response.sse")) ? "response.sse" : "response.json";
        const data = dataOf(readFileSync(fileOf(facts, name)));
        const events = read(data);
        for (const event of events) StreamEvent.parse(event);
        expect(faultsOf(events)).toEqual([]);
        const { reply, error } = collapse(events);
        expect(error).toBeUndefined();
        const grammar = openGrammar("gemini");
        for (const one of data) grammar.push(one, undefined);
        expect(grammar.end()).toEqual([]);
        const own = write(events);
        const again = openGrammar("gemini");
        for (const one of own) again.push(one, undefined);
        expect(again.end()).toEqual([]);
        expect(collapse(read(own)).reply).toEqual(reply);
        const atOnce = gemini.readReply(gemini.writeReply(reply, writing), new Origins());
        expect(collapse(read(write(expand(reply)))).reply).toEqual(atOnce);
      } catch (error) {
        failures.push(
          `${facts.dir}: ${error instanceof Error ? error.message.slice(0, 600) : String(error)}`,
        );
      }
    }
    expect(failures).toEqual([]);
    expect(list.length).toBeGreaterThan(70);
  });

  it("keeps status, type and message of every error", () => {
    const list = all.filter((facts) => facts.status >= 400);
    for (const facts of list) {
      const file = existsSync(fileOf(facts, "response.json")) ? "response.json" : "response.sse";
      const body = readFileSync(fileOf(facts, file), "utf8");
      const failure = gemini.readError(facts.status, body);
      const written = gemini.writeError(failure);
      expect(written.status).toBe(facts.status);
      expect(canonical(written.body)).toEqual(canonical(JSON.parse(body)));
    }
    expect(list.length).toBe(16);
  });
});

describe.skipIf(!sharedExists)("requests of real clients", () => {
  const folders = sharedExists
    ? readdirSync(sharedPath("vectors", "clients")).filter((name) => name.startsWith("gemini-"))
    : [];

  it.each(folders)("%s come back as they were", (folder) => {
    for (const name of readdirSync(sharedPath("vectors", "clients", folder))) {
      const { body, url } = JSON.parse(
        readFileSync(sharedPath("vectors", "clients", folder, name), "utf8"),
      ) as { body: unknown; url: string };
      const [, model, method] = /models\/([^:]+):(\w+)/.exec(url)!;
      const stream = method === "streamGenerateContent";
      const conversation = gemini.readRequest(body, { origins: new Origins(), model: model!, stream });
      const written = gemini.writeRequest(conversation, { ids: new IdMap(), note: () => undefined });
      expect(canonical(written.body)).toEqual(canonical(body));
      expect(written.path).toBe(`/v1beta/models/${model}:${method}${stream ? "?alt=sse" : ""}`);
      expect(gemini.detect(body as Record<string, unknown>, {})).toBeGreaterThan(0.9);
    }
  });
});

it("AbpError is what readers throw", () => {
  expect(() => gemini.readRequest([], { origins: new Origins() })).toThrow(AbpError);
});
