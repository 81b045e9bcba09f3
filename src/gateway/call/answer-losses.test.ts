import { describe, expect, it } from "vitest";
import { ConfigSchema } from "../../config/index.ts";
import { openEngines } from "../../engines/index.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { admissionTo, bodyOf, testContext } from "../fixtures/test-context.ts";
import { ModelCall } from "./model-call.ts";

async function ask(dialect: string, target: string, body: object) {
  const config = ConfigSchema.parse({ engines: { sim: { preset: "sim", dialect } } });
  const engine = openEngines(config.engines, { env: {} }).get("sim");
  const context = testContext({ engines: [engine], defaultEngine: "sim" });
  const sink = new RecordingSink();
  const call = new ModelCall(context, admissionTo(target), bodyOf(body), sink).start();
  await sink.over;
  await call.recorded;
  return { sink, receipt: context.ledger.receipts.at(-1)! };
}

const MISSING = "answer: The model did not make the tool call that was required";
const forced = (stream: boolean) => ({
  model: "claude-opus-5-5",
  stream,
  messages: [{ role: "user", content: "sim: say no" }],
  tools: [{ type: "function", function: { name: "f", parameters: { type: "object", properties: {} } } }],
  tool_choice: "required",
});
const paused = (stream: boolean) => ({
  model: "m",
  stream,
  messages: [{ role: "user", content: "sim: say half\nsim: stop malformed" }],
});

describe("what an answer lost", () => {
  it("reaches the caller in a header of a whole answer and in a trailer of a stream", async () => {
    const whole = await ask("gemini", "/v1/chat/completions", paused(false));
    expect(whole.sink.status).toBe(200);
    expect(whole.sink.header("x-abp-loss")).toContain("answer disclosed $.candidates[0]");
    const streamed = await ask("gemini", "/v1/chat/completions", paused(true));
    expect(streamed.sink.status).toBe(200);
    expect(streamed.sink.trailers["x-abp-loss"]).toContain("answer disclosed $.candidates[0]");
  });

  it("is marked if a call was required and none was made, for the caller and in the receipt", async () => {
    const whole = await ask("claude", "/v1/chat/completions", forced(false));
    expect(whole.sink.status).toBe(200);
    expect(whole.sink.header("x-abp-loss")).toContain(MISSING);
    expect(JSON.stringify(whole.receipt)).toContain("did not make the tool call");
    const streamed = await ask("claude", "/v1/chat/completions", forced(true));
    expect(streamed.sink.trailers["x-abp-loss"]).toContain(MISSING);
    expect(JSON.stringify(streamed.receipt)).toContain("did not make the tool call");
  });

  it("says nothing of an answer that is whole", async () => {
    const { sink } = await ask("openai", "/v1/messages", {
      model: "m",
      max_tokens: 50,
      stream: true,
      messages: [{ role: "user", content: "sim: say yes" }],
    });
    expect(sink.status).toBe(200);
    expect(sink.trailers).toEqual({});
  });
});
