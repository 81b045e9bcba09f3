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

  it("fails where the model said nothing", () => {
    expect(() => form.writeReply(reply([{ type: "text", text: " " }]), writing({}))).toThrow(
      expect.objectContaining({ code: "capability_emulation_failed" }),
    );
  });
});
