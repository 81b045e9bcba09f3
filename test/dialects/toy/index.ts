/**
 * A dialect of a made-up vendor, for the test that adds one. It speaks text and nothing else. `registered.ts` puts this file
 * in the place of `src/dialects/toy/index.ts`.
 */
import type { Block, Message, Stop, StreamEvent } from "../../../src/contract/index.ts";
import type { StreamReader, StreamWriter } from "../../../src/dialects/codec/stream-codec.ts";
import type { Dialect } from "../../../src/dialects/dialect.ts";
import { type FeatureId, features } from "../../../src/dialects/features/feature.ts";
import {
  type FeatureSupport,
  type FeatureTable,
  native,
  none,
  type ReplyFeatureTable,
} from "../../../src/dialects/features/feature-support.ts";
import { type ReplyFeatureId, replyFeatures } from "../../../src/dialects/features/reply-feature.ts";
import { Cursor } from "../../../src/dialects/members/cursor.ts";
import { isMembers, type Members } from "../../../src/dialects/members/members.ts";
import { asVendor, leftover, ownMembers, restoreOwn } from "../../../src/dialects/members/own-members.ts";

const ID = "toy";
const SAY_PATH = "/v1/say";

const supported: Partial<Record<FeatureId, FeatureSupport>> = {
  model: native("$.model"),
  "system.text": native("$.lines[0]"),
  text: native(".text"),
  max_output_tokens: native("$.limit"),
  stream: native("$.stream"),
};
const supportedInReplies: Partial<Record<ReplyFeatureId, FeatureSupport>> = {
  id: native("$.id"),
  model: native("$.model"),
  text: native("$.text"),
  "stop.end_turn": native("$.why"),
  "stop.max_tokens": native("$.why"),
  "usage.input": native("$.read"),
  "usage.output": native("$.wrote"),
};

function tableOf<Id extends string>(
  list: readonly { readonly id: Id }[],
  known: Partial<Record<Id, FeatureSupport>>,
): Readonly<Record<Id, FeatureSupport>> {
  const entries = list.map(({ id }) => [id, known[id] ?? none("the toy speaks text only")]);
  return Object.fromEntries(entries) as Readonly<Record<Id, FeatureSupport>>;
}

function textOf(content: readonly Block[]): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
}

function readStop(why: unknown): Stop {
  return { reason: why === "limit" ? "max_tokens" : "end_turn", raw: String(why) };
}

function writeStop(stop: Stop | undefined): string {
  return stop?.reason === "max_tokens" ? "limit" : "done";
}

function openReader(): StreamReader {
  let isStarted = false;
  let isOver = false;
  const at = { candidate: 0, block: 0 };
  return {
    push(data, _event, emit) {
      const event = JSON.parse(data) as Members;
      if (!isStarted) {
        isStarted = true;
        emit({ type: "reply_start", id: String(event["id"]), model: String(event["model"]) });
        emit({ type: "block_start", ...at, content: { type: "text", text: "" } });
      }
      if (typeof event["text"] === "string") emit({ type: "text_delta", ...at, text: event["text"] });
      if (event["why"] === undefined) return;
      isOver = true;
      emit({ type: "block_stop", ...at });
      emit({ type: "usage", usage: { input: Number(event["read"]), output: Number(event["wrote"]) } });
      emit({ type: "candidate_stop", candidate: 0, stop: readStop(event["why"]) });
      emit({ type: "reply_stop" });
    },
    end(emit) {
      if (!isOver) emit({ type: "error", code: "stream_closed", message: "the toy stopped early" });
    },
  };
}

function openWriter(facts: { readonly id: string; readonly model: string }): StreamWriter {
  let stop: Stop | undefined;
  let usage = { input: 0, output: 0 };
  const frame = (members: Members) => `data: ${JSON.stringify(members)}\n\n`;
  const note = (counts: { input?: number | undefined; output?: number | undefined } | undefined) => {
    usage = { input: counts?.input ?? usage.input, output: counts?.output ?? usage.output };
  };
  return {
    push(event: StreamEvent, write) {
      if (event.type === "reply_start") {
        note(event.usage);
        write(frame({ id: event.id ?? facts.id, model: event.model ?? facts.model }));
      } else if (event.type === "text_delta") write(frame({ text: event.text }));
      else if (event.type === "usage") note(event.usage);
      else if (event.type === "candidate_stop") stop = event.stop;
      else if (event.type === "error") write(frame({ oops: event.message }));
      else if (event.type === "reply_stop")
        write(frame({ why: writeStop(stop), read: usage.input, wrote: usage.output }));
    },
    end: () => undefined,
  };
}

export const toy: Dialect = {
  id: ID,
  title: "Toy Lines",

  // The codec.
  readRequest(body, { origins }) {
    const cursor = new Cursor(body, "$");
    const messages = cursor.list("lines", (item, path): Message => {
      const line = new Cursor(item, path);
      const role = line.need("by") === "toy" ? "assistant" : "user";
      const text = origins.mark<Block>({ type: "text", text: line.need("text") }, path);
      return origins.mark({ role, content: [text] }, path);
    });
    const limit = cursor.number("limit");
    const stream = cursor.flag("stream");
    return {
      model: cursor.need("model"),
      system: [],
      tools: [],
      messages: messages ?? [],
      sampling: {},
      stop: [],
      ...(limit === undefined ? {} : { maxOutputTokens: limit }),
      ...(stream === undefined ? {} : { stream: { enabled: stream, usage: true } }),
      ...asVendor(ID, leftover(cursor)),
    };
  },
  writeRequest(conversation) {
    const { model, system, messages, maxOutputTokens, stream } = conversation;
    const lines = [
      ...system.map((block) => ({ by: "system", text: textOf([block]) })),
      ...messages.map(({ role, content }) => ({
        by: role === "assistant" ? "toy" : role,
        text: textOf(content),
      })),
    ];
    const body: Members = { model, lines };
    if (maxOutputTokens !== undefined) body["limit"] = maxOutputTokens;
    if (stream !== undefined) body["stream"] = stream.enabled;
    return { path: SAY_PATH, body: restoreOwn(body, ownMembers(conversation, ID)) };
  },
  readReply(body, origins) {
    const cursor = new Cursor(body, "$");
    const text = origins.mark<Block>({ type: "text", text: cursor.need("text") }, "$.text");
    return {
      id: cursor.need("id"),
      model: cursor.need("model"),
      candidates: [{ index: 0, content: [text], stop: readStop(cursor.take("why")) }],
      usage: { input: cursor.number("read") ?? 0, output: cursor.number("wrote") ?? 0 },
    };
  },
  writeReply(reply, facts) {
    const [first] = reply.candidates;
    return {
      id: reply.id ?? facts.id,
      model: reply.model ?? facts.model,
      text: textOf(first?.content ?? []),
      why: writeStop(first?.stop),
      read: reply.usage?.input ?? 0,
      wrote: reply.usage?.output ?? 0,
    };
  },
  readTokenCount: () => 0,
  writeTokenCount: (count) => ({ tokens: count }),
  openReader,
  openWriter,
  readError: (status, body) => ({
    code: "backend_unavailable",
    status,
    message: isMembers(body) ? String(body["oops"]) : `status ${status}`,
  }),
  writeError: ({ status, message }) => ({ status, body: { oops: message } }),
  observe: (value) => ({
    ...(typeof value["id"] === "string" ? { id: value["id"] } : {}),
    ...(typeof value["model"] === "string" ? { model: value["model"] } : {}),
    ...(value["why"] === undefined
      ? {}
      : { end: "complete", usage: { input: Number(value["read"]), output: Number(value["wrote"]) } }),
  }),
  eventMarkers: ['"id"', '"why"'],
  toolCallIds: undefined,
  replyIdPrefix: "toy_",
  binds: () => false,
  issued: () => false,

  // The vendor's API.
  endpoints: [
    { method: "POST", path: SAY_PATH, operation: "generate" },
    { method: "GET", path: "/v1/toys", operation: "list_models" },
  ],
  transport: {
    credential: { header: "x-toy-key", prefix: "" },
    headers: [],
    ownHeaders: [],
    requestId: "x-request-id",
    heartbeat: ": still here\n",
  },
  detect: (body) => (Array.isArray(body["lines"]) ? 1 : 0),
  accountIds: { places: [], notRead: [] },

  // The catalogue.
  features: tableOf(features, supported) satisfies FeatureTable,
  replyFeatures: tableOf(replyFeatures, supportedInReplies) satisfies ReplyFeatureTable,
  modelPrefix: "toy",
  readModels: () => [],
  writeModels: (models) => ({ toys: models.map(({ id }) => id) }),
  writeModel: ({ id }) => ({ toy: id }),
  toolMembers: { known: [], hidden: [] },
  modelPlaces: [],
  observeCalls: () => [],
  callMarkers: [],
};
