import { describe, expect, it } from "vitest";
import { faultSize } from "../../fault-size.ts";
import type { SceneAnswer } from "../generate.ts";
import { generateScene } from "../generate.ts";
import { list, object } from "../oracle/neutral.ts";
import { renderReply, renderStream } from "../render-reply.ts";
import { renderRequest } from "../render-request.ts";
import { plainMemory } from "../subjects.ts";
import { all, allPairs, answer, ask, askOrRefuse, chatChunks, isAdmitted, stream } from "./stage.ts";

const counted: SceneAnswer = {
  id: "reply_1",
  model: "m",
  pieces: [{ is: "text", text: "Twelve." }],
  ending: "end",
  usage: { input: 1000, output: 120, cacheRead: 640, reasoning: 0 },
};

describe("usage, caching and counting", () => {
  it.each(all.filter((from) => from !== "claude"))(
    "G1: tokens read from the cache by %s are in claude's stream",
    (from) => {
      const { events, neutral } = stream(from, "claude", renderStream(from, counted, 1));
      expect(neutral.usage).toMatchObject({ input: 1000, output: 120, cacheRead: 640 });
      const last = object(events.find((event) => event["type"] === "message_delta")?.["usage"]);
      const first = object(object(events[0]?.["message"])["usage"]);
      expect([last["cache_read_input_tokens"], first["cache_read_input_tokens"]]).toContain(640);
    },
  );

  it.each(allPairs)("G2: cached tokens of %s are counted in the words of %s", (from, to) => {
    expect(answer(from, to, renderReply(from, counted)).neutral.usage).toMatchObject({
      input: 1000,
      output: 120,
      cacheRead: 640,
    });
  });

  it.each(allPairs)("G3: usage of %s is the same for %s, streamed or not", (from, to) => {
    const streamed = stream(from, to, renderStream(from, counted, 2)).neutral.usage;
    expect(streamed).toEqual(answer(from, to, renderReply(from, counted)).neutral.usage);
    expect(streamed).toMatchObject({ input: 1000, output: 120, cacheRead: 640 });
  });

  it.each(all)("G4: running totals reach %s once, the last one counting", (to) => {
    const usage = (count: number) => ({
      prompt_tokens: 10,
      completion_tokens: count,
      total_tokens: 10 + count,
    });
    const head = { id: "c1", object: "chat.completion.chunk", created: 1_790_000_000, model: "m" };
    const events = [1, 2, 3].map((count) => ({
      ...head,
      choices: [{ index: 0, delta: { content: "x" }, finish_reason: count === 3 ? "stop" : null }],
      usage: usage(count),
    }));
    expect(stream("openai", to, [...events, "[DONE]"]).neutral.usage).toMatchObject({ input: 10, output: 3 });
    const chunks = [4, 5].map((count) => ({
      candidates: [
        {
          index: 0,
          content: { role: "model", parts: [{ text: "x" }] },
          ...(count === 5 ? { finishReason: "STOP" } : {}),
        },
      ],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: count, totalTokenCount: 10 + count },
    }));
    expect(stream("gemini", to, chunks).neutral.usage).toMatchObject({ input: 10, output: 5 });
    const claude = [
      {
        type: "message_start",
        message: {
          id: "m1",
          type: "message",
          role: "assistant",
          model: "m",
          content: [],
          usage: { input_tokens: 10, output_tokens: 1 },
        },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "x" } },
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: { input_tokens: 12, output_tokens: 6 },
      },
      { type: "message_stop" },
    ];
    expect(stream("claude", to, claude).neutral.usage).toMatchObject({ input: 12, output: 6 });
  });

  it.each(all.filter((to) => to !== "codex"))(
    "G5: usage of a response that was cut off or failed is counted for %s",
    (to) => {
      const usage = {
        input_tokens: 9,
        output_tokens: 4,
        total_tokens: 13,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens_details: { reasoning_tokens: 0 },
      };
      const response = {
        id: "r1",
        object: "response",
        created_at: 1_790_000_000,
        model: "m",
        output: [],
        usage,
      };
      const cut = [
        { type: "response.created", response: { ...response, status: "in_progress", usage: null } },
        {
          type: "response.incomplete",
          response: {
            ...response,
            status: "incomplete",
            incomplete_details: { reason: "max_output_tokens" },
          },
        },
      ];
      expect(stream("codex", to, cut).neutral.usage).toMatchObject({ input: 9, output: 4 });
      const whole = {
        ...response,
        status: "incomplete",
        incomplete_details: { reason: "max_output_tokens" },
      };
      expect(answer("codex", to, whole).neutral.usage).toMatchObject({ input: 9, output: 4 });
    },
  );

  it.each(["openai", "kimi", "copilot"])(
    "G5: the usage chunk without choices is for callers of %s who asked for it",
    (to) => {
      const memory = { ...plainMemory(), streamUsage: false };
      const chunks = chatChunks([{ content: "x" }], "stop", {
        prompt_tokens: 1,
        completion_tokens: 1,
        total_tokens: 2,
      });
      for (const from of ["claude", "gemini", "codex"]) {
        const { events } = stream(from, to, renderStream(from, counted, 3), memory);
        expect(events.filter((event) => list(event["choices"]).length === 0 && event["usage"])).toEqual([]);
      }
      const asked = stream(to === "openai" ? "kimi" : "openai", to, chunks);
      expect(asked.neutral.usage).toMatchObject({ input: 1, output: 1 });
    },
  );

  it.each(allPairs)(
    "G6: equal requests of %s are equal bytes for %s, whatever the order of their members",
    (from, to) => {
      for (let seed = 0; seed < faultSize(5, 12); seed += 1) {
        const { body } = renderRequest(from, generateScene(seed));
        const first = askOrRefuse(from, to, body);
        const second = askOrRefuse(from, to, structuredClone(body));
        const shuffled = askOrRefuse(from, to, Object.fromEntries(Object.entries(body).reverse()));
        if (first instanceof Error || second instanceof Error || shuffled instanceof Error) continue;
        expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body));
        expect(JSON.stringify(shuffled.body)).toBe(JSON.stringify(first.body));
      }
    },
  );

  it.each(allPairs)(
    "G7: the stable prefix of a request from %s stands before the turns for %s",
    (from, to) => {
      for (let seed = 0; seed < faultSize(5, 12); seed += 1) {
        const outcome = askOrRefuse(
          from,
          to,
          renderRequest(from, { ...generateScene(seed), system: ["Be kind."] }).body,
        );
        if (outcome instanceof Error) continue;
        const names = Object.keys(outcome.body);
        const turns = names.findIndex(
          (name) => name === "messages" || name === "contents" || name === "input",
        );
        for (const name of ["model", "system", "systemInstruction", "instructions", "tools"])
          if (names.includes(name)) expect(names.indexOf(name)).toBeLessThan(turns);
      }
    },
  );

  it("G8: cache marks and the order of a schema's members are untouched in claude", () => {
    const body = {
      model: "m",
      max_tokens: 9,
      system: [{ type: "text", text: "Be kind.", cache_control: { type: "ephemeral", ttl: "1h" } }],
      tools: [
        {
          name: "f",
          description: "d",
          input_schema: {
            type: "object",
            required: ["b", "a"],
            properties: { b: { type: "string" }, a: { type: "string" } },
          },
          cache_control: { type: "ephemeral" },
        },
      ],
      messages: [
        { role: "user", content: [{ type: "text", text: "hi there", cache_control: { type: "ephemeral" } }] },
      ],
    };
    const written = ask("claude", "claude", body).body;
    expect(written).toEqual(body);
    expect(JSON.stringify(object(list(written["tools"])[0])["input_schema"])).toBe(
      JSON.stringify(body.tools[0]?.input_schema),
    );
  });

  it.each(all.filter((to) => to !== "openai"))("G9: cache hints of openai reach %s or are named", (to) => {
    const outcome = ask("openai", to, {
      model: "m",
      prompt_cache_key: "tenant-42-key",
      messages: [{ role: "user", content: "hi there" }],
    });
    expect(JSON.stringify(outcome.body).includes("tenant-42-key") || isAdmitted(outcome, "cache.key")).toBe(
      true,
    );
    const marked = {
      model: "m",
      messages: [
        { role: "user", content: [{ type: "text", text: "hi there", cache_control: { type: "ephemeral" } }] },
      ],
    };
    const kept = ask("openai", to, marked);
    expect(
      JSON.stringify(kept.body).includes("ephemeral") ||
        isAdmitted(kept, "cache.hint") ||
        isAdmitted(kept, "vendor"),
    ).toBe(true);
  });
});
