import { describe, expect, it } from "vitest";
import type { Members } from "../members/members.ts";
import { findDialect } from "../registry/lookup.ts";
import { translateRequest } from "./request.ts";

const result = {
  type: "search_result",
  source: "https://docs.example/limits",
  title: "Limits",
  content: [
    { type: "text", text: "Ten calls." },
    { type: "text", text: "Per second." },
  ],
  citations: { enabled: false },
};
const notes = {
  type: "document",
  title: "Notes",
  context: "written in May",
  source: { type: "text", media_type: "text/plain", data: "Bring tea." },
};
const chapters = { type: "document", source: { type: "content", content: [{ type: "text", text: "One." }] } };
const written = [
  "Limits\nSource: https://docs.example/limits\n\nTen calls.\nPer second.",
  "Notes\nContext: written in May\n\nBring tea.",
  "One.",
];

const inResult = {
  model: "m",
  max_tokens: 100,
  tools: [{ name: "look", input_schema: { type: "object", properties: {} } }],
  messages: [
    { role: "user", content: "Look." },
    { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "look", input: {} }] },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "c1",
          content: [{ type: "text", text: "Found:" }, result, notes, chapters],
        },
      ],
    },
  ],
};
const inTurn = {
  model: "m",
  max_tokens: 100,
  messages: [{ role: "user", content: [result, notes, chapters] }],
};

function translated(to: string, body: object): Members {
  const { request, report } = translateRequest(findDialect("claude"), findDialect(to), body, {
    strict: true,
  });
  expect(report.entries.filter(({ disposition }) => disposition !== "mapped")).toEqual([]);
  return request.body;
}

describe("search results and documents of text", () => {
  it.each(["openai", "kimi", "copilot"])(
    "stay in the result of a tool of %s, with title, address and context, and nothing is lost",
    (to) => {
      const messages = translated(to, inResult)["messages"] as Members[];
      expect(messages).toHaveLength(3);
      expect(messages[2]).toEqual({
        role: "tool",
        tool_call_id: "c1",
        content: ["Found:", ...written].map((text) => ({ type: "text", text })),
      });
    },
  );

  it("stay in the output of a call of Responses", () => {
    const items = translated("codex", inResult)["input"] as Members[];
    expect(items.at(-1)).toEqual({
      type: "function_call_output",
      call_id: "c1",
      output: ["Found:", ...written].map((text) => ({ type: "input_text", text })),
    });
  });

  it("stay in a function response of Gemini", () => {
    const contents = translated("gemini", inResult)["contents"] as Members[];
    const output = ["Found:", ...written].join("\n");
    expect(contents.at(-1)).toEqual({
      role: "user",
      parts: [{ functionResponse: { id: "c1", name: "look", response: { output } } }],
    });
  });

  it.each([
    ["openai", "messages", (text: string) => ({ type: "text", text }), "content"],
    ["codex", "input", (text: string) => ({ type: "input_text", text }), "content"],
    ["gemini", "contents", (text: string) => ({ text }), "parts"],
  ] as const)("are texts in a turn of the user of %s", (to, list, part, member) => {
    const [turn] = translated(to, inTurn)[list] as Members[];
    expect(turn![member]).toEqual(written.map(part));
  });

  it("come back as they were in their own dialect", () => {
    const claude = findDialect("claude");
    for (const body of [inResult, inTurn])
      expect(translateRequest(claude, claude, body).request.body).toEqual(body);
  });
});
