import { describe, expect, it } from "vitest";
import type { SceneAnswer } from "../generate.ts";
import { renderReply, renderStream } from "../render-reply.ts";
import {
  all,
  allPairs,
  answer,
  callsIn,
  chatChunks,
  chatReply,
  claudeReply,
  codexReply,
  geminiReply,
  stream,
} from "./stage.ts";

const mixed: SceneAnswer = {
  id: "reply_1",
  model: "m",
  pieces: [
    { is: "text", text: "I will look." },
    { is: "call", id: "call_a", name: "look_up_weather", input: { place: "Bern" } },
  ],
  ending: "tools",
  usage: { input: 40, output: 20, cacheRead: 0, reasoning: 0 },
};
const chatCall = {
  tool_calls: [{ id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }],
};
const chatCallDelta = {
  tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }],
};

describe("stop reasons", () => {
  it.each(allPairs)(
    "C1: a turn of text and a call from %s stops for the tool in %s, streamed or not",
    (from, to) => {
      expect(stream(from, to, renderStream(from, mixed, 1)).neutral.answers[0]?.ending).toBe("tools");
      expect(answer(from, to, renderReply(from, mixed)).neutral.answers[0]?.ending).toBe("tools");
    },
  );

  it.each(all.filter((to) => to !== "claude"))(
    "C2: a call that claude ends with end_turn stops for the tool in %s",
    (to) => {
      const reply = claudeReply(
        [
          { type: "text", text: "so" },
          { type: "tool_use", id: "toolu_1", name: "f", input: {} },
        ],
        "end_turn",
      );
      expect(answer("claude", to, reply).neutral.answers[0]?.ending).toBe("tools");
    },
  );

  it.each(["openai", "kimi", "copilot"])("C3: a response with a call stops for the tool in %s", (to) => {
    const reply = codexReply([
      { type: "function_call", id: "fc_1", call_id: "c1", name: "f", arguments: "{}", status: "completed" },
    ]);
    expect(answer("codex", to, reply).neutral.answers[0]?.ending).toBe("tools");
  });

  it.each(all.filter((to) => to !== "gemini"))(
    "C4: STOP with a functionCall, and stop with a chat call, stop for the tool in %s",
    (to) => {
      const reply = geminiReply([{ functionCall: { name: "f", args: {} } }], "STOP");
      expect(answer("gemini", to, reply).neutral.answers[0]?.ending).toBe("tools");
      expect(stream("gemini", to, [reply]).neutral.answers[0]?.ending).toBe("tools");
      if (to === "openai") return;
      expect(answer("openai", to, chatReply(chatCall, "stop")).neutral.answers[0]?.ending).toBe("tools");
      expect(stream("openai", to, chatChunks([chatCallDelta], "stop")).neutral.answers[0]?.ending).toBe(
        "tools",
      );
    },
  );

  const cutText: SceneAnswer = {
    ...mixed,
    pieces: [{ is: "text", text: "It was a dark and" }],
    ending: "length",
  };

  it.each(allPairs)("C5: an answer of %s that was cut off is marked as such for %s", (from, to) => {
    expect(stream(from, to, renderStream(from, cutText, 1)).neutral.answers[0]?.ending).toBe("length");
    expect(answer(from, to, renderReply(from, cutText)).neutral.answers[0]?.ending).toBe("length");
  });

  it.each(all)(
    "C5, C7: a call that was cut off is kept for %s as far as it came, and not as a whole one",
    (to) => {
      const partial = '{"city":"Ber';
      const deltas = [
        {
          tool_calls: [
            {
              index: 0,
              id: "call_1",
              type: "function",
              function: { name: "get_weather", arguments: partial },
            },
          ],
        },
      ];
      const streamed = stream("openai", to, chatChunks(deltas, "length"));
      expect(streamed.neutral.answers[0]?.ending).toBe("length");
      const message = {
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "get_weather", arguments: partial } },
        ],
      };
      const whole = answer("openai", to, chatReply(message, "length"));
      expect(whole.neutral.answers[0]?.ending).toBe("length");
      for (const said of [streamed.neutral.answers[0]?.said, whole.neutral.answers[0]?.said]) {
        const [call] = callsIn(said);
        expect(call?.["name"]).toBe("get_weather");
        // A body of Claude or Gemini holds an object: there only members that are whole can be kept.
        if (!["claude", "gemini"].includes(to)) expect(JSON.stringify(call?.["input"])).toContain("Ber");
        else expect(JSON.stringify(call?.["input"])).not.toContain("Bern");
      }
    },
  );

  it.each(all)("C6: a refusal or a filter is never a normal stop for %s", (to) => {
    const replies = [
      ["openai", chatReply({ content: "I c" }, "content_filter")],
      ["claude", claudeReply([{ type: "text", text: "I c" }], "refusal")],
      ["gemini", geminiReply([{ text: "I c" }], "SAFETY")],
      ["codex", codexReply([], { status: "incomplete", incomplete_details: { reason: "content_filter" } })],
    ] as const;
    for (const [from, reply] of replies) {
      const ending = answer(from, to, reply).neutral.answers[0]?.ending;
      expect(["filter", "refusal"], `${from} gives ${String(ending)}`).toContain(ending);
    }
    const streamed = stream("openai", to, chatChunks([{ content: "I c" }], "content_filter"));
    expect(["filter", "refusal"]).toContain(streamed.neutral.answers[0]?.ending);
  });
});
