import { describe, expect, it } from "vitest";
import type { Block, StreamEvent } from "../../../contract/index.ts";
import type { AskedReply } from "../../codec/asked-reply.ts";
import { expand } from "../../expand.ts";
import type { Members } from "../../members/members.ts";
import { facts, splitSse } from "../fixtures/stage.ts";
import { codex } from "../index.ts";

function eventsOf(events: Iterable<StreamEvent>, asked: AskedReply): Members[] {
  let text = "";
  const writer = codex.openWriter({ ...facts, asked });
  for (const event of events) writer.push(event, (piece) => (text += piece));
  return splitSse(text).map(({ data }) => JSON.parse(data) as Members);
}

function replyOf(...content: Block[]) {
  return { candidates: [{ index: 0, content, stop: { reason: "end_turn" as const } }] };
}

const thought: Block = { type: "thinking", text: "hm" };
const call: Block = { type: "tool_use", id: "c1", name: "f", kind: "function", input: { a: 1 } };

describe("the form that a request asked for", () => {
  it("repeats the request in the first events and in the last", () => {
    const echo = { instructions: "Be brief.", tool_choice: "none", temperature: 0 };
    const responses = eventsOf(expand(replyOf(thought)), { echo }).flatMap(({ response }) =>
      response === undefined ? [] : [response],
    );
    expect(responses).toHaveLength(3);
    for (const response of responses) expect(response).toMatchObject(echo);
    expect(responses.map((one) => (one as Members)["completed_at"])).toEqual([null, null, facts.created]);
  });

  it("shows the reasoning of another vendor as a summary if the caller asked for one", () => {
    const asked = { reasoningSummary: true };
    const item = { type: "reasoning", summary: [{ type: "summary_text", text: "hm" }] };
    const written = codex.writeReply(replyOf(thought), { ...facts, asked })["output"] as Members[];
    expect(written[0]).toMatchObject(item);
    expect(written[0]).not.toHaveProperty("content");
    const events = eventsOf(expand(replyOf(thought)), asked);
    expect(events.map(({ type }) => type)).toContain("response.reasoning_summary_text.delta");
    expect(events.map(({ type }) => type)).not.toContain("response.reasoning_text.delta");
    expect((events.at(-1)!["response"] as Members)["output"]).toMatchObject([item]);
  });

  it("shows it as reasoning if the caller asked for none", () => {
    const written = codex.writeReply(replyOf(thought), facts)["output"] as Members[];
    expect(written[0]).toMatchObject({ summary: [], content: [{ type: "reasoning_text", text: "hm" }] });
  });

  it("names the function when its arguments are complete", () => {
    const done = eventsOf(expand(replyOf(call)), {}).find(
      ({ type }) => type === "response.function_call_arguments.done",
    );
    expect(done).toMatchObject({ name: "f", arguments: '{"a":1}' });
  });

  it("counts the tokens that were written to the cache, also if there are none", () => {
    const usage = { input: 1, output: 1 };
    expect(codex.writeReply({ ...replyOf(call), usage }, facts)["usage"]).toMatchObject({
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    });
  });

  it("names the time at the end of the answer", () => {
    const now = () => 1_800_000_000_500;
    expect(codex.writeReply(replyOf(call), { ...facts, now })["completed_at"]).toBe(1_800_000_000);
  });
});
