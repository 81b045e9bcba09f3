import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import type { Reply } from "../../contract/index.ts";
import { copilot } from "../copilot/index.ts";
import type { Dialect } from "../dialect.ts";
import { expand } from "../expand.ts";
import { kimi } from "../kimi/index.ts";
import { openai } from "../openai/index.ts";
import { writeStream, writing } from "./fixtures/driving.ts";

const dialects = [openai, kimi, copilot];

function clientOver(text: string, type = "text/event-stream"): OpenAI {
  // Split in odd places: a client must not depend on where the network cuts.
  const bytes = new TextEncoder().encode(text);
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; from += 13) pieces.push(bytes.slice(from, from + 13));
  const body = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
  return new OpenAI({
    apiKey: "k",
    maxRetries: 0,
    fetch: async () => new Response(body(), { headers: { "content-type": type } }),
  });
}

const request = { model: "m", messages: [{ role: "user", content: "hi" }] } as const;
const params = () => ({ model: request.model, messages: [...request.messages] });

const reply: Reply = {
  id: "chatcmpl-9",
  model: "m-9",
  created: 9,
  candidates: [
    {
      index: 0,
      content: [
        { type: "thinking", text: "Let me séé…" },
        { type: "text", text: "Looking it up 🔎" },
        { type: "tool_use", id: "c1", name: "find", kind: "function", input: { q: "ü", n: [1, 2] } },
        { type: "tool_use", id: "c2", name: "list", kind: "function", input: {} },
      ],
      stop: { reason: "tool_use" },
    },
    { index: 1, content: [{ type: "refusal", text: "No." }], stop: { reason: "refusal" } },
  ],
  usage: { input: 10, output: 5, cacheRead: 4, reasoning: 2 },
};

describe.each(dialects.map((one) => [one.id, one] as const))(
  "the OpenAI SDK over a stream of %s",
  (_, dialect: Dialect) => {
    it("collects the same message as from the whole reply", async () => {
      const stream = clientOver(writeStream(dialect, expand(reply))).chat.completions.stream(params());
      const final = await stream.finalChatCompletion();
      const whole = dialect.writeReply(reply, writing) as unknown as OpenAI.ChatCompletion;
      expect(final.id).toBe(whole.id);
      expect(final.usage).toEqual(whole.usage);
      for (const [index, choice] of whole.choices.entries()) {
        const collected = final.choices[index]!;
        expect(collected.finish_reason).toBe(choice.finish_reason);
        expect(collected.message.content ?? null).toBe(choice.message.content);
        expect(collected.message.refusal ?? null).toBe(choice.message.refusal);
        const calls = (message: OpenAI.ChatCompletionMessage) =>
          message.tool_calls?.map(
            (call) => call.type === "function" && [call.id, call.function.name, call.function.arguments],
          );
        expect(calls(collected.message)).toEqual(calls(choice.message));
      }
    });

    it("reads every chunk, pings and all", async () => {
      const events = [...expand(reply)].flatMap((event) => [event, { type: "ping" } as const]);
      const stream = await clientOver(writeStream(dialect, events)).chat.completions.create({
        ...params(),
        stream: true,
      });
      let text = "";
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
      expect(text).toBe("Looking it up 🔎");
    });

    it("H10: throws the error that comes in the middle", async () => {
      const events = [...expand(reply)].slice(0, 5);
      const failing = [...events, { type: "error", code: "backend_unavailable", message: "gone" } as const];
      const stream = await clientOver(writeStream(dialect, failing)).chat.completions.create({
        ...params(),
        stream: true,
      });
      const consume = async () => {
        for await (const _ of stream);
      };
      await expect(consume()).rejects.toThrow(/gone/);
    });

    it("reads the whole reply", async () => {
      const body = JSON.stringify(dialect.writeReply(reply, writing));
      const read = await clientOver(body, "application/json").chat.completions.create(params());
      expect(read.choices[0]?.message.tool_calls).toHaveLength(2);
    });
  },
);
