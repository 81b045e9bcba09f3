import { describe, expect, it } from "vitest";
import { openStrict } from "../../../src/engines/sim/strict/index.ts";
import { answers } from "../../../src/gateway/fixtures/scripted-engine.ts";
import { serveCall } from "../../../src/gateway/fixtures/served-call.ts";
import { dialects } from "../subjects.ts";
import { plainAnswer } from "./engine-answers.ts";
import { requestWith } from "./planted-request.ts";
import { writers } from "./wire-turns.ts";

const names = [
  "kimi-k3",
  "kimi-k2.6",
  "moonshot-v1-8k",
  "claude-opus-5-5",
  "gemini-3.8-flash",
  "gpt-5.4",
  "copilot/x",
];

const calling = {
  turns: writers.chat.called("call_1", "f", {}, { text: "ok" }),
  tools: [writers.chat.tool("f", { type: "object", properties: {} })],
  isKept: () => true,
};

describe.each(dialects.map(({ id }) => [id] as const))(
  "a caller of Chat Completions on an engine of %s",
  (engine) => {
    it.each(names)("is one whatever model it names: %s", async (model) => {
      const body = { ...requestWith("openai", [calling]), model };
      const answer = answers(200, plainAnswer(engine, "Done."));
      const served = await serveCall(engine, answer, "/v1/chat/completions", body);
      expect([served.sink.status, served.receipt.observed?.call?.dialect]).toEqual([200, "openai"]);
      const [sent] = served.engine.requests;
      const written = JSON.parse(Buffer.from(sent!.body as Uint8Array).toString("utf8")) as object;
      if (engine === "kimi" && model.startsWith("kimi"))
        expect(openStrict(engine)!(sent!.path, written, sent!.headers)?.message).toBeUndefined();
    });
  },
);
