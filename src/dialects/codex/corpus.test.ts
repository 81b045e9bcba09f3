import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedExists, sharedJson, sharedPath } from "../../../test/shared.ts";
import type { Reply } from "../../contract/index.ts";
import { settleNumbers } from "../../lib/index.ts";
import { collapse } from "../collapse.ts";
import { isMembers, type Members } from "../members/members.ts";
import { Origins } from "../origins.ts";
import {
  eventFaults,
  facts,
  faultsOf,
  read,
  readStream,
  withoutNulls,
  write,
  writeStream,
} from "./fixtures/stage.ts";
import { codex } from "./index.ts";

interface Recording {
  readonly dir: string;
  readonly status: number;
  readonly complete: boolean;
}

const recordings: Recording[] = sharedExists
  ? readFileSync(sharedPath("corpus", "index.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Recording & { api: string })
      .filter(({ api }) => api === "openai-responses")
  : [];

function holding(file: string): Recording[] {
  return recordings.filter(({ dir }) => existsSync(sharedPath("corpus", dir, file)));
}

function text(dir: string, file: string): string {
  return readFileSync(sharedPath("corpus", dir, file), "utf8");
}

describe.skipIf(!sharedExists)("recorded requests", () => {
  it.each(holding("request.json").map(({ dir }) => dir))("%s is written as it was read", (dir) => {
    const request = sharedJson<Members>("corpus", dir, "request.json");
    const { body } = write(read(request));
    expect(withoutNulls(body)).toEqual(withoutNulls(request));
  });

  it("are enough to mean something", () => expect(holding("request.json").length).toBeGreaterThan(250));
});

describe.skipIf(!sharedExists)("requests of real clients", () => {
  const root = sharedPath("vectors", "clients");
  const files = (sharedExists ? readdirSync(root, { recursive: true }) : [])
    .map(String)
    .filter((file) => /POST_.*responses\.json$/.test(file));

  it.each(files)("%s is written as it was read", (file) => {
    const { body: request, url } = sharedJson<{ body: Members; url: string }>("vectors", "clients", file);
    const { body } = write(read(request));
    expect(withoutNulls(body)).toEqual(withoutNulls(request));
    expect(codex.detect(request, { path: url })).toBe(1);
    expect(codex.detect(request, {})).toBeGreaterThan(0.8);
  });

  it("are enough to mean something", () => expect(files.length).toBeGreaterThan(40));
});

/** What the writer adds because the API always states it, if a recording leaves it out. */
const FILLED: Members = {
  background: false,
  frequency_penalty: 0,
  metadata: {},
  parallel_tool_calls: true,
  presence_penalty: 0,
  reasoning: {},
  service_tier: "default",
  store: true,
  temperature: 1,
  text: { format: { type: "text" } },
  tool_choice: "auto",
  tools: [],
  top_logprobs: 0,
  top_p: 1,
  truncation: "disabled",
};

function fillReply(body: Members): unknown {
  const filled = withoutNulls(body) as Members;
  for (const [name, value] of Object.entries(FILLED)) filled[name] ??= value;
  filled["usage"] ??= { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
  if (filled["status"] === "completed") filled["completed_at"] ??= filled["created_at"];
  for (const item of filled["output"] as Members[]) {
    if (item["type"] === "message") item["status"] ??= "completed";
    if (item["type"] !== "message") continue;
    for (const part of item["content"] as Members[])
      if (part["type"] === "output_text") part["logprobs"] ??= [];
  }
  const { usage } = filled;
  if (!isMembers(usage)) return filled;
  usage["input_tokens_details"] = {
    cached_tokens: 0,
    cache_write_tokens: 0,
    ...(usage["input_tokens_details"] as Members),
  };
  usage["output_tokens_details"] = { reasoning_tokens: 0, ...(usage["output_tokens_details"] as Members) };
  return filled;
}

describe.skipIf(!sharedExists)("recorded replies", () => {
  const whole = holding("response.json").filter(({ status }) => status === 200);

  it.each(whole.map(({ dir }) => dir))("%s is written as it was read", (dir) => {
    const body = sharedJson<Members>("corpus", dir, "response.json");
    const reply = codex.readReply(body, new Origins());
    expect(withoutNulls(codex.writeReply(reply, facts))).toEqual(fillReply(body));
  });

  it("are enough to mean something", () => expect(whole.length).toBeGreaterThan(150));
});

/**
 * A reply as a stream can tell it: the spelling of arguments and the service tier are not kept.
 * An item that had no id before was given one, and so was every member that the API always states.
 */
function comparable(reply: Reply, before: Reply = reply): unknown {
  const { serviceTier, ...rest } = reply;
  const own = {
    ...FILLED,
    ...(reply.candidates[0]?.stop?.raw === "completed" ? { completed_at: reply.created } : {}),
    ...rest.vendor?.["codex"],
    ...(serviceTier === undefined ? {} : { service_tier: serviceTier }),
  };
  return withoutNulls({
    ...rest,
    usage: { input: 0, output: 0, total: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, ...rest.usage },
    vendor: { ...rest.vendor, codex: own },
    candidates: rest.candidates.map((candidate) => ({
      ...candidate,
      content: candidate.content.map((block, index) => {
        const isNamed = before.candidates[0]?.content[index]?.vendor?.["codex"]?.["id"] !== undefined;
        const { vendor, ...plain } = block;
        const kept = vendor?.["codex"] !== undefined && !isNamed && block.type === "text" ? plain : block;
        return kept.type === "tool_use" && kept.kind === "function"
          ? { ...kept, inputText: undefined }
          : kept;
      }),
    })),
  });
}

/** What a reply says; items of server tools come last, because one that was left open ends last. */
function saidIn(reply: Reply): unknown[] {
  const said = (reply.candidates[0]?.content ?? []).map((block) => {
    if (block.type === "tool_use") return [block.type, block.id, block.name, block.input];
    return [block.type, "text" in block ? block.text : ""];
  });
  return [...said.filter(([type]) => type !== "opaque"), ...said.filter(([type]) => type === "opaque")];
}

describe.skipIf(!sharedExists)("recorded streams", () => {
  const streams = holding("response.sse");

  it.each(streams.map(({ dir }) => dir))("%s is read and written", (dir) => {
    const recorded = text(dir, "response.sse");
    expect(faultsOf(recorded)).toEqual([]);
    const events = readStream(recorded);
    expect(eventFaults(events)).toEqual([]);
    const before = collapse(events);

    const written = writeStream(events);
    expect(faultsOf(written)).toEqual([]);
    const again = readStream(written);
    expect(eventFaults(again)).toEqual([]);
    const after = collapse(again);
    expect(comparable(after.reply, before.reply)).toEqual(comparable(before.reply));
    expect(after.error).toEqual(before.error);
    if (before.error !== undefined) return;

    const body = codex.writeReply(before.reply, facts);
    const reply = codex.readReply(body, new Origins());
    expect(comparable(reply, before.reply)).toEqual(comparable(before.reply));
  });

  it.each(streams.map(({ dir }) => dir))("%s says the same as its last event", (dir) => {
    const recorded = text(dir, "response.sse");
    const { reply, error } = collapse(readStream(recorded));
    if (error !== undefined) return;
    const last = recorded
      .split("\n")
      .filter((line) => line.startsWith("data:") && line.includes('"response.'))
      .map((line) => JSON.parse(line.slice(5)) as Members)
      .find(({ type }) => type === "response.completed" || type === "response.incomplete");
    const whole = codex.readReply(last?.["response"], new Origins());
    expect(settleNumbers(reply.usage, true)).toEqual(whole.usage);
    if (whole.candidates[0]?.content.length === 0) return;
    expect(reply.candidates[0]?.stop).toEqual(whole.candidates[0]?.stop);
    expect(saidIn(reply)).toEqual(saidIn(whole));
  });

  it("are enough to mean something", () => expect(streams.length).toBeGreaterThan(150));
});

describe.skipIf(!sharedExists)("recorded errors", () => {
  const failed = holding("response.json").filter(({ status }) => status >= 400);

  it.each(failed.map(({ dir, status }) => [dir, status] as const))(
    "%s (%d) keeps its words",
    (dir, status) => {
      const body = sharedJson<Members>("corpus", dir, "response.json");
      const failure = codex.readError(status, body);
      const written = codex.writeError(failure);
      expect(written.status).toBe(status);
      const again = codex.readError(written.status, written.body);
      expect(again.message).toBe(failure.message);
      expect(failure.message.length).toBeGreaterThan(3);
      const error = body["error"];
      if (isMembers(error)) {
        expect(failure.message).toBe(error["message"]);
        expect(withoutNulls(written.body)).toEqual(withoutNulls({ error }));
      }
    },
  );

  it("are enough to mean something", () => expect(failed.length).toBeGreaterThan(10));
});
