import { describe, expect, it } from "vitest";
import { applying, translating } from "../fixtures/applying.ts";
import { cacheBreakpoints } from "./breakpoints.ts";

const cache_control = { type: "ephemeral" };
const cached = {
  max_tokens: 99,
  system: [{ type: "text", text: "s", cache_control }],
  tools: [{ name: "f", input_schema: { type: "object", properties: {} }, cache_control }],
  messages: [
    { role: "user", content: [{ type: "text", text: "q", cache_control }] },
    {
      role: "assistant",
      content: [
        { type: "text", text: "a", cache_control },
        { type: "tool_use", id: "c", name: "f", input: {}, cache_control },
      ],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "c",
          content: [{ type: "text", text: "r", cache_control }],
          cache_control,
        },
        { type: "text", text: "next", cache_control },
      ],
    },
  ],
};
const marksOf = (body: unknown) => JSON.stringify(body).split('"prompt_cache_breakpoint"').length - 1;

describe("cache breakpoints", () => {
  it.each(["gpt-4o", "gpt-4.1", "o3", "gpt-5", "gpt-5.4-mini", "gpt-5.5", "gpt-5.6-terra", "my-alias"])(
    "are left out for %s, and each is disclosed at its place",
    (model) => {
      for (const dialect of ["openai", "codex"]) {
        const { body, entries } = translating("claude", dialect, model, cached);
        expect(marksOf(body)).toBe(0);
        const places = entries.filter(({ rule }) => rule === "cache.breakpoints").map(({ path }) => path);
        expect(places).toEqual([
          "$.system[0]",
          "$.tools[0]",
          "$.messages[0].content[0]",
          "$.messages[1].content[0]",
          "$.messages[1].content[1]",
          "$.messages[2].content[0]",
          "$.messages[2].content[0].content[0]",
          "$.messages[2].content[1]",
        ]);
      }
    },
  );

  it.each(["gpt-5.6-sol", "gpt-5.6-luna", "gpt-6-astra", "gpt-6.1-terra", "openai/gpt-5.6"])(
    "reach %s in the prompt, and not in turns of the model",
    (model) => {
      const { body: codex, said } = translating("claude", "codex", model, {
        ...cached,
        thinking: { type: "adaptive" },
      });
      expect(said).toContain("cache.breakpoints disclosed");
      const parts = (codex["input"] as { content?: { type: string }[] }[]).flatMap(
        ({ content }) => content ?? [],
      );
      const marked = parts.filter((part) => "prompt_cache_breakpoint" in part);
      expect(new Set(marked.map(({ type }) => type))).toEqual(new Set(["input_text"]));
      expect(marked.length).toBeGreaterThan(1);
    },
  );

  it("are left alone if the API has none of its own or nothing is known", () => {
    for (const limits of [{}, { cache: {} }, { cache: { breakpoints: "of the prompt" as const } }]) {
      const { before, after, notes } = applying(
        cacheBreakpoints,
        { system: [{ type: "text", text: "s", cache: {} }] },
        limits,
      );
      expect(after).toBe(before);
      expect(notes).toEqual([]);
    }
    const plain = applying(cacheBreakpoints, {}, { cache: { breakpoints: "rejected" } });
    expect(plain.after).toBe(plain.before);
  });
});
