import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findStreamFaults } from "../../../test/dialects/stream-grammar/index.ts";
import { sharedExists, sharedPath } from "../../../test/shared.ts";
import { Conversation, Reply, StreamEvent } from "../../contract/index.ts";
import { SseReader } from "../../lib/index.ts";
import { collapse } from "../collapse.ts";
import { copilot } from "../copilot/index.ts";
import type { Dialect } from "../dialect.ts";
import { IdMap } from "../id-map.ts";
import { kimi } from "../kimi/index.ts";
import { openai } from "../openai/index.ts";
import { Origins } from "../origins.ts";
import { checkEvents } from "./fixtures/event-grammar.ts";
import { normalReply, withoutNulls } from "./fixtures/normal-form.ts";

/** One line of the corpus's index. */
interface Recording {
  readonly dir: string;
  readonly api: string;
  readonly vendor: string;
  readonly status: number;
  readonly complete?: boolean;
}

/** Every recording of Chat Completions. */
function recordings(): Recording[] {
  if (!sharedExists) return [];
  return readFileSync(sharedPath("corpus", "index.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Recording)
    .filter(({ api }) => api === "openai-chat");
}

const clients = [
  ["openai", /^opencode-(run|acp|serve)$/],
  ["kimi", /^kimi-/],
  ["copilot", /^copilot-(cli|sdk)$/],
] as const;

/** Requests of real clients: their name, the dialect they speak, the body. */
function clientRequests(): [string, string, unknown][] {
  if (!sharedExists) return [];
  const root = sharedPath("vectors", "clients");
  return readdirSync(root).flatMap((client) => {
    const id = clients.find(([, pattern]) => pattern.test(client))?.[0];
    if (id === undefined || !existsSync(sharedPath("vectors", "clients", client))) return [];
    return readdirSync(sharedPath("vectors", "clients", client))
      .filter((file) => file.includes("chat_completions"))
      .map((file): [string, string, unknown] => {
        const text = readFileSync(sharedPath("vectors", "clients", client, file), "utf8");
        return [`${client}/${file}`, id, (JSON.parse(text) as { body: unknown }).body];
      });
  });
}

const writing = { ids: new IdMap(), id: "chatcmpl-fallback", model: "fallback", created: 1, usage: true };

function dialectOf({ vendor }: Recording): Dialect {
  if (vendor === "moonshot") return kimi;
  return vendor === "copilot" ? copilot : openai;
}

function rewriteRequest(dialect: Dialect, body: unknown): unknown {
  const conversation = dialect.readRequest(body, { origins: new Origins() });
  return dialect.writeRequest(conversation, { ids: new IdMap(), note: () => undefined }).body;
}

function readEvents(dialect: Dialect, bytes: Uint8Array): StreamEvent[] {
  const events: StreamEvent[] = [];
  const reader = dialect.openReader();
  const emit = (event: StreamEvent) => events.push(event);
  const sse = new SseReader((data, event) => reader.push(data, event, emit));
  sse.push(bytes);
  sse.end();
  reader.end(emit);
  return events;
}

function writeStream(dialect: Dialect, events: readonly StreamEvent[]): string {
  let text = "";
  const writer = dialect.openWriter(writing);
  const write = (piece: string) => {
    text += piece;
  };
  for (const event of events) writer.push(event, write);
  writer.end(write);
  return text;
}

function faultsOf(dialect: Dialect, bytes: Uint8Array) {
  return findStreamFaults(dialect.id, bytes);
}

describe.skipIf(!sharedExists)("recorded traffic of Chat Completions", () => {
  const all = recordings();
  const path = (one: Recording, file: string) => sharedPath("corpus", one.dir, file);
  const json = (one: Recording, file: string) => JSON.parse(readFileSync(path(one, file), "utf8")) as unknown;
  const withRequest = all.filter((one) => existsSync(path(one, "request.json")));
  const replies = all.filter((one) => one.status === 200 && existsSync(path(one, "response.json")));
  const errors = all.filter((one) => one.status !== 200 && existsSync(path(one, "response.json")));
  const streams = all.filter((one) => existsSync(path(one, "response.sse")));

  it("is there", () => {
    expect([withRequest.length, replies.length, errors.length, streams.length].every((n) => n > 30)).toBe(
      true,
    );
  });

  // The published type has only text in a tool's message, so pictures in it are moved to a user message.
  const withMediaInResults = [
    "ollama-chat/ruby-llm-chat-string-tool-results-ollama-qwen3-preserves-strings-returned-from-tools-1-2a8239",
    "openrouter-chat/ruby-llm-chat-string-tool-results-openrouter-claude-haiku-4-5-preserves-strings-returned-from-to-1-e8c437",
  ];
  const exact = withRequest.filter(({ dir }) => !withMediaInResults.includes(dir));

  it.each(exact.map((one) => [one.dir, one] as const))(
    "writes the request of %s as it was read",
    (_, one) => {
      const body = json(one, "request.json");
      expect(withoutNulls(rewriteRequest(dialectOf(one), body))).toEqual(withoutNulls(body));
    },
  );

  it("reads nothing that is not a conversation, a reply or a stream by the contract", () => {
    for (const one of withRequest) {
      const read = dialectOf(one).readRequest(json(one, "request.json"), { origins: new Origins() });
      expect(Conversation.safeParse(read).error?.message, one.dir).toBeUndefined();
    }
    for (const one of replies) {
      const read = dialectOf(one).readReply(json(one, "response.json"), new Origins());
      expect(Reply.safeParse(read).error?.message, one.dir).toBeUndefined();
    }
    for (const one of streams) {
      for (const event of readEvents(dialectOf(one), readFileSync(path(one, "response.sse"))))
        expect(StreamEvent.safeParse(event).error?.message, one.dir).toBeUndefined();
    }
  });

  it.each(replies.map((one) => [one.dir, one] as const))(
    "writes the reply of %s as it was read",
    (_, one) => {
      const dialect = dialectOf(one);
      const body = json(one, "response.json");
      const reply = dialect.readReply(body, new Origins());
      expect(normalReply(dialect.writeReply(reply, writing), body)).toEqual(normalReply(body, body));
    },
  );

  it.each(errors.map((one) => [one.dir, one] as const))("keeps the error of %s", (_, one) => {
    const dialect = dialectOf(one);
    const failure = dialect.readError(one.status, json(one, "response.json"));
    const written = dialect.writeError(failure);
    expect(written.status).toBe(one.status);
    const again = dialect.readError(written.status, written.body);
    expect([again.message, again.code, again.vendorCode]).toEqual([
      failure.message,
      failure.code,
      failure.vendorCode,
    ]);
    if (failure.type !== undefined) expect(again.type).toBe(failure.type);
  });

  it.each(streams.map((one) => [one.dir, one] as const))("reads and writes the stream of %s", (_, one) => {
    const dialect = dialectOf(one);
    const bytes = readFileSync(path(one, "response.sse"));
    const events = readEvents(dialect, bytes);
    expect(checkEvents(events)).toEqual([]);
    const first = collapse(events);
    if (one.complete !== false && first.error === undefined) expect(faultsOf(dialect, bytes)).toEqual([]);
    const text = writeStream(dialect, events);
    const written = new TextEncoder().encode(text);
    if (first.error === undefined) expect(faultsOf(dialect, written)).toEqual([]);
    const second = collapse(readEvents(dialect, written));
    expect(second.error?.message).toBe(first.error?.message);
    if (first.error !== undefined) return;
    const body = (reply: typeof first.reply) => normalReply(dialect.writeReply(reply, writing), undefined);
    expect(body(second.reply)).toEqual(body(first.reply));
  });

  it.each(clientRequests())("writes the request of the client %s as it was read", (_, id, body) => {
    const dialect = [openai, kimi, copilot].find((one) => one.id === id)!;
    expect(withoutNulls(rewriteRequest(dialect, body))).toEqual(withoutNulls(body));
  });
});
