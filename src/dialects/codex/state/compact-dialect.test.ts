import { describe, expect, it } from "vitest";
import { IdMap } from "../../id-map.ts";
import { Origins } from "../../origins.ts";
import { codex } from "../index.ts";
import { compactDialect } from "./compact-dialect.ts";

const form = compactDialect(codex);
const writing = (asked: object) => ({ ids: new IdMap(), id: "resp_1", model: "m", created: 5, asked });
const reply = (content: readonly object[]) =>
  ({ id: "resp_1", model: "m", candidates: [{ content, stop: { reason: "end" } }] }) as unknown as Parameters<
    typeof form.writeReply
  >[0];

describe("a compaction", () => {
  it("is asked for by a request whose last item says so, and keeps nothing", () => {
    const body = { model: "m", input: "hi", instructions: "i", metadata: { a: "b" } };
    const read = form.readRequest(body, { origins: new Origins() });
    expect(read.messages.at(-1)?.content.at(-1)).toMatchObject({
      type: "opaque",
      kind: "compaction_trigger",
    });
    expect([read.store, read.stream?.enabled, read.metadata]).toEqual([false, false, undefined]);
    expect([form.state?.isKept({}), form.state?.isBackground({ background: true })]).toEqual([false, false]);
  });

  it("answers with the user's messages and one compaction item", () => {
    const input = [
      { role: "user", content: "one" },
      { role: "assistant", content: "two" },
      { type: "function_call", call_id: "c" },
    ];
    const asked = form.askedReply?.({ input }) ?? {};
    const written = form.writeReply(reply([{ type: "text", text: "so far" }]), writing(asked));
    expect(written).toMatchObject({
      object: "response.compaction",
      created_at: 5,
      output: [
        {
          type: "message",
          role: "user",
          status: "completed",
          content: [{ type: "input_text", text: "one" }],
        },
        { type: "compaction", encrypted_content: "abp-summary:so far" },
      ],
      usage: { total_tokens: 0 },
    });
    const [, compaction] = written["output"] as { id: string }[];
    expect(compaction?.id).toBeTypeOf("string");
  });

  it("passes on a compaction that the engine sealed", () => {
    const value = { type: "compaction", id: "cmp_1", encrypted_content: "gAAAA" };
    const opaque = { type: "opaque", dialect: "codex", kind: "compaction", value };
    expect(form.writeReply(reply([opaque]), writing({}))["output"]).toEqual([value]);
  });

  it("fails if the model said nothing", () => {
    expect(() => form.writeReply(reply([{ type: "text", text: " " }]), writing({}))).toThrow(
      expect.objectContaining({ code: "capability_emulation_failed" }),
    );
  });
});

describe("what a compaction is made of", () => {
  it("is the model, its instructions and the input, without what is not given", () => {
    const body = { model: "m", input: "hi", instructions: null, service_tier: "flex", prompt_cache_key: "k" };
    const seen: unknown[] = [];
    const watching = compactDialect({
      ...codex,
      readRequest: (value, reading) => {
        seen.push(value);
        return codex.readRequest(value, reading);
      },
    });
    watching.readRequest(body, { origins: new Origins() });
    expect(seen).toEqual([
      {
        ...{ model: "m", service_tier: "flex", prompt_cache_key: "k", store: false, stream: false },
        input: [
          { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] },
          { type: "compaction_trigger" },
        ],
      },
    ]);
  });

  it("is each text of the model in order, and the user's messages under ids of this answer", () => {
    const input = [
      { type: "message", role: "user", content: "one" },
      { role: "user", content: "two" },
      { type: "other", role: "user" },
      { role: "system", content: "x" },
      "text",
    ];
    const asked = form.askedReply?.({ input }) ?? {};
    const content = [
      { type: "text", text: "a" },
      { type: "thinking", text: "hm" },
      { type: "text", text: "b" },
    ];
    const written = form.writeReply(
      { ...reply(content), usage: { input: 3, output: 2 } },
      { ...writing(asked) },
    );
    const output = written["output"] as { id: string; encrypted_content?: string }[];
    expect(output.map(({ id }) => id).slice(0, 2)).toEqual(["msg_10", "msg_11"]);
    expect(output).toHaveLength(3);
    expect(output[2]?.encrypted_content).toBe("abp-summary:ab");
    expect(written).toMatchObject({ id: "resp_1", usage: { input_tokens: 3, output_tokens: 2 } });
  });

  it("is refused if the model gave no answer at all", () => {
    const none = { ...reply([]), candidates: [] };
    expect(() => form.writeReply(none, writing({}))).toThrow("gave no summary of the conversation");
  });

  it("counts no tokens if the engine counted none", () => {
    const written = form.writeReply(reply([{ type: "text", text: "s" }]), writing({}));
    expect(written["usage"]).toEqual({
      ...{ input_tokens: 0, output_tokens: 0, total_tokens: 0 },
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    });
  });

  it("is the model's text if what it sealed is no compaction", () => {
    const opaque = { type: "opaque", dialect: "codex", kind: "other", value: { type: "other" } };
    const written = form.writeReply(reply([opaque, { type: "text", text: "said" }]), writing({}));
    expect(written["output"]).toMatchObject([{ encrypted_content: "abp-summary:said" }]);
  });

  it("is kept nowhere, also in a dialect that keeps nothing", () => {
    const { state: _, ...rest } = codex;
    expect(compactDialect(rest).state).toBeUndefined();
  });
});
