import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import type { Block, Reply, StreamEvent } from "../../../contract/index.ts";
import { collapse } from "../../collapse.ts";
import { expand } from "../../expand.ts";
import type { Members } from "../../members/members.ts";
import { Origins } from "../../origins.ts";
import { whole } from "../fixtures/reply.ts";
import { eventsOf, facts, faultsOf, readStream, splitSse, writeStream } from "../fixtures/stage.ts";
import { codex } from "../index.ts";

function clientOf(text: string): OpenAI {
  const answer = async () =>
    new Response(text, { status: 200, headers: { "content-type": "text/event-stream" } });
  return new OpenAI({ apiKey: "none", fetch: answer, maxRetries: 0 });
}

async function understood(text: string) {
  return await clientOf(text).responses.stream({ model: "m", input: "x" }).finalResponse();
}

const at = { candidate: 0, block: 0 };

describe("a stream that is written", () => {
  it("B14, B15, B16: obeys the grammar, and the vendor's own client reads the reply out of it", async () => {
    const text = writeStream(expand(whole));
    expect(faultsOf(text)).toEqual([]);
    const response = await understood(text);
    const written = codex.writeReply(whole, facts);
    const plain = JSON.parse(
      JSON.stringify(response, (name, value: unknown) =>
        name.startsWith("parsed") || name === "output_parsed" ? undefined : value,
      ),
    ) as Members;
    expect(plain["output"]).toEqual(written["output"]);
    expect(plain["usage"]).toEqual(written["usage"]);
    expect(plain["status"]).toBe("completed");
    expect(response.output_text).toBe("Zürich 👩‍👩‍👧more");
  });

  it("amounts to the reply that would have been sent at once", () => {
    const streamed = collapse(readStream(writeStream(expand(whole)))).reply;
    const { serviceTier, ...atOnce } = codex.readReply(codex.writeReply(whole, facts), new Origins());
    // A stream may tell its tier at the end only, so a reader keeps it among the dialect's own members.
    atOnce.vendor!["codex"]!["service_tier"] = serviceTier;
    expect(JSON.parse(JSON.stringify(streamed))).toEqual(JSON.parse(JSON.stringify(atOnce)));
  });

  it("B16: numbers every event, one after the other", () => {
    const events = eventsOf(writeStream(expand(whole)));
    expect(events.map((event) => event["sequence_number"])).toEqual(events.map((_, index) => index));
    for (const [index, { data, event }] of splitSse(writeStream(expand(whole))).entries())
      expect(event).toBe((JSON.parse(data) as Members)["type"] ?? index);
  });

  it("B13: tells a turn of reasoning alone", async () => {
    const text = writeStream(
      expand({
        candidates: [{ index: 0, content: [{ type: "thinking", text: "t" }], stop: { reason: "end_turn" } }],
      }),
    );
    expect((await understood(text)).output).toMatchObject([{ type: "reasoning", content: [{ text: "t" }] }]);
  });

  it("B1, D14: tells a call in one piece, and a call without arguments", async () => {
    const start = (block: number, input: unknown): StreamEvent[] => [
      {
        type: "block_start",
        candidate: 0,
        block,
        content: { type: "tool_use", id: `c${block}`, name: "f", kind: "function", input },
      },
      { type: "block_stop", candidate: 0, block },
    ];
    const text = writeStream([
      { type: "reply_start" },
      ...start(0, { a: 1 }),
      ...start(1, {}),
      { type: "candidate_stop", candidate: 0, stop: { reason: "tool_use" } },
      { type: "reply_stop" },
    ]);
    expect((await understood(text)).output).toMatchObject([{ arguments: '{"a":1}' }, { arguments: "{}" }]);
    const deltas = eventsOf(text).filter(({ type }) => type === "response.function_call_arguments.delta");
    expect(deltas.map(({ delta }) => delta)).toEqual(['{"a":1}', "{}"]);
  });

  it("C5, C7, G5: marks what was cut off, and still counts it", async () => {
    const text = writeStream([
      { type: "reply_start" },
      { type: "block_start", ...at, content: { type: "text", text: "" } },
      { type: "text_delta", ...at, text: "half" },
      { type: "block_stop", ...at },
      { type: "candidate_stop", candidate: 0, stop: { reason: "max_tokens" } },
      { type: "usage", usage: { input: 1, output: 2 } },
      { type: "reply_stop" },
    ]);
    const response = await understood(text);
    expect(response).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output: [{ type: "message", status: "incomplete" }],
      usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    });
  });

  it("G5, H10: ends a failure with error and response.failed, usage included", async () => {
    const text = writeStream([
      { type: "reply_start" },
      { type: "block_start", ...at, content: { type: "text", text: "" } },
      { type: "text_delta", ...at, text: "ha" },
      { type: "usage", usage: { input: 1, output: 2 } },
      { type: "error", code: "backend_rate_limited", message: "slow down" },
    ]);
    const events = eventsOf(text);
    expect(events.slice(-2)).toMatchObject([
      { type: "error", code: "rate_limit_exceeded", message: "slow down", param: null },
      {
        type: "response.failed",
        response: {
          status: "failed",
          error: { code: "rate_limit_exceeded", message: "slow down" },
          usage: { input_tokens: 1 },
        },
      },
    ]);
    const again = collapse(readStream(text));
    expect(again.error).toMatchObject({ code: "backend_rate_limited", message: "slow down" });
    expect(again.reply.usage).toMatchObject({ input: 1, output: 2 });
    await expect(understood(text)).rejects.toThrow();
  });

  it("B17: never ends without a terminal event", () => {
    const text = writeStream([{ type: "reply_start" }]);
    expect(eventsOf(text).at(-1)).toMatchObject({ type: "response.failed", response: { status: "failed" } });
  });

  it("B14: keeps the id that it announced, whatever the engine calls the item in the end", async () => {
    const named = (id: string, text: string): Block => ({ type: "text", text, vendor: { codex: { id } } });
    const text = writeStream([
      { type: "reply_start" },
      { type: "block_start", ...at, content: named("msg_a", "") },
      { type: "text_delta", ...at, text: "Hi" },
      { type: "block_stop", ...at, content: named("msg_b", "Hi") },
      { type: "candidate_stop", candidate: 0, stop: { reason: "end_turn" } },
      { type: "reply_stop" },
    ]);
    expect(faultsOf(text)).toEqual([]);
    expect((await understood(text)).output).toMatchObject([{ id: "msg_a" }]);
  });

  it("B9: begins once, whatever comes", () => {
    const text = writeStream([{ type: "reply_start" }, { type: "reply_start" }, { type: "reply_stop" }]);
    expect(eventsOf(text).filter(({ type }) => type === "response.created")).toHaveLength(1);
  });

  it("H1, H2: keeps the line open with a comment, and lets foreign events go", async () => {
    const text = writeStream([
      { type: "reply_start" },
      { type: "ping" },
      { type: "opaque", dialect: "claude", kind: "x", value: { type: "x" } },
      { type: "reply_stop" },
    ]);
    expect(text).toContain(": keep-alive\n");
    expect(text).not.toContain('"x"');
    expect((await understood(text)).status).toBe("completed");
  });

  it("is read one event at a time by the client's plain stream", async () => {
    const stream = await clientOf(writeStream(expand(whole))).responses.create({
      model: "m",
      input: "x",
      stream: true,
    });
    let said = "";
    for await (const event of stream) if (event.type === "response.output_text.delta") said += event.delta;
    expect(said).toBe("Zürich 👩‍👩‍👧more");
  });

  it("A3: a signature without text leaves no mark between the parts of a message", async () => {
    const content: Block[] = [
      { type: "text", text: "a" },
      { type: "thinking", text: "", signature: "sig" },
      { type: "text", text: "b" },
    ];
    const reply: Reply = { candidates: [{ index: 0, content, stop: { reason: "end_turn" } }] };
    const response = await understood(writeStream(expand(reply)));
    expect(response.output).toMatchObject([{ content: [{ text: "a" }, { text: "b" }] }]);
  });

  it("leaves out further answers and blocks that have no place", async () => {
    const audio: Block = { type: "redacted_thinking", data: "x" };
    const text = writeStream([
      { type: "reply_start" },
      { type: "block_start", ...at, content: audio },
      { type: "block_stop", ...at },
      { type: "block_start", candidate: 1, block: 0, content: { type: "text", text: "other" } },
      { type: "block_stop", candidate: 1, block: 0 },
      { type: "candidate_stop", candidate: 0, stop: { reason: "end_turn" } },
      { type: "reply_stop" },
    ]);
    expect((await understood(text)).output).toEqual([]);
  });
});
