import { describe, expect, it } from "vitest";
import type { Block, Conversation, Message } from "../../contract/index.ts";
import { findDialect } from "../../dialects/index.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { questionFor } from "../fixtures/translation-question.ts";
import { markPrefix } from "./prompt-cache.ts";
import { translateCall } from "./translation.ts";

const rule = { marks: 4, minTokens: () => 10 };
const text = (value: string): Block => ({ type: "text", text: value });
const message = (role: Message["role"], ...content: Block[]): Message => ({ role, content });
const long = "a long prompt ".repeat(20);

function conversation(parts: Partial<Conversation> = {}): Conversation {
  return {
    ...{
      model: "m",
      system: [text(long)],
      tools: [{ kind: "function", name: "f", parameters: {} }],
      sampling: {},
      stop: [],
    },
    messages: [message("user", text("hi"))],
    ...parts,
  };
}

/** The places that carry a mark. */
function marksOf({ system, tools, messages }: Conversation): string[] {
  return [
    ...system.flatMap(({ cache }, index) => (cache === undefined ? [] : [`system ${index}`])),
    ...tools.flatMap(({ cache, name }) => (cache === undefined ? [] : [`tool ${name}`])),
    ...messages.flatMap(({ content }, index) =>
      content.flatMap(({ cache }, at) => (cache === undefined ? [] : [`message ${index}.${at}`])),
    ),
  ];
}

describe("the marks for the prompt cache", () => {
  it("lie on the system prompt, the last tool and the last two turns of the user", () => {
    const messages = [
      message("user", text("one")),
      message("assistant", text("1")),
      message("user", text("two")),
      message("assistant", text("2")),
      message("user", text("three"), text("four")),
    ];
    const tools = [
      { kind: "function", name: "f" },
      { kind: "function", name: "g" },
      { kind: "server", name: "s", dialect: "codex", value: {} },
    ] as Conversation["tools"];
    const marked = markPrefix(conversation({ system: [text("a"), text(long)], tools, messages }), rule);
    expect(marksOf(marked)).toEqual(["system 1", "tool g", "message 2.0", "message 4.1"]);
  });

  it("count the results of several calls as one turn", () => {
    const result = (id: string): Block => ({ type: "tool_result", id, kind: "function", content: [] });
    const messages = [
      message("user", text("one")),
      message("assistant", text("1")),
      message("tool", result("a")),
      message("tool", result("b")),
    ];
    expect(marksOf(markPrefix(conversation({ tools: [], messages }), rule))).toEqual([
      "system 0",
      "message 0.0",
      "message 3.0",
    ]);
  });

  it("never lie on thinking or on an empty text, and are never more than the vendor takes", () => {
    const thinking: Block = { type: "thinking", text: "hm" };
    const messages = [message("user", text("x"), text(" "), thinking)];
    expect(marksOf(markPrefix(conversation({ messages }), rule))).toContain("message 0.0");
    expect(marksOf(markPrefix(conversation(), { ...rule, marks: 2 }))).toEqual(["system 0", "tool f"]);
  });

  it("lie on the last instructions, wherever the dialect keeps them", () => {
    const blank = text(" ");
    const only = [message("system", text("a")), message("developer", text("b"))];
    expect(marksOf(markPrefix(conversation({ tools: [], messages: only }), rule))).toEqual(["message 1.0"]);
    const first = [
      message("system", text("a")),
      message("developer", blank),
      message("user", text("hi")),
      message("system", text("later")),
      message("assistant", text("1")),
    ];
    expect(marksOf(markPrefix(conversation({ tools: [], messages: first }), rule))).toEqual([
      "message 0.0",
      "message 2.0",
    ]);
    const none = [message("developer", blank), message("user", text("hi"))];
    expect(marksOf(markPrefix(conversation({ tools: [], messages: none }), rule))).toEqual([
      "system 0",
      "message 1.0",
    ]);
  });

  it("lie on images, documents and results, on no part without a place, and on no more turns than are left", () => {
    const source = { kind: "url", url: "https://a.example/i" } as const;
    const carried = [
      { type: "image", source },
      { type: "document", source },
    ] as unknown as Block[];
    for (const block of carried) {
      const messages = [message("user", text("x"), block)];
      expect(marksOf(markPrefix(conversation({ messages }), rule))).toContain("message 0.1");
    }
    const messages = [
      message("user", text("one")),
      message("assistant", text("1")),
      message("user", text(" ")),
      message("assistant", text("2")),
      message("user", text("three")),
    ];
    const parts = {
      system: [text(" ")],
      tools: [],
      messages: [...messages, message("assistant", text(long))],
    };
    expect(marksOf(markPrefix(conversation(parts), rule))).toEqual(["message 0.0", "message 4.0"]);
    expect(marksOf(markPrefix(conversation({ messages }), { ...rule, marks: 3 }))).toEqual([
      "system 0",
      "tool f",
      "message 4.0",
    ]);
  });

  it("are set from the least length on that is cached", () => {
    const system = [text(long)];
    const parts = conversation({ system, tools: [], messages: [] });
    const characters = JSON.stringify(system[0]).length;
    const atLeast = (tokens: number) => ({ ...rule, minTokens: () => tokens });
    expect(marksOf(markPrefix(parts, atLeast(characters / 4)))).toEqual(["system 0"]);
    expect(markPrefix(parts, atLeast((characters + 1) / 4))).toBe(parts);
  });

  it("leave a request whose tool or system prompt is marked", () => {
    const tool = conversation({ tools: [{ kind: "function", name: "f", parameters: {}, cache: {} }] });
    expect(markPrefix(tool, rule)).toBe(tool);
    const system = conversation({ system: [{ ...text(long), cache: {} } as Block] });
    expect(markPrefix(system, rule)).toBe(system);
  });

  it("leave a request with marks of its own, and one that is too short, as they are", () => {
    const own = conversation({ messages: [message("user", { ...text("hi"), cache: {} } as Block)] });
    expect(markPrefix(own, rule)).toBe(own);
    const inResult: Block = {
      type: "tool_result",
      id: "a",
      kind: "function",
      content: [{ ...text("x"), cache: {} } as Block],
    };
    const nested = conversation({ messages: [message("user", inResult)] });
    expect(markPrefix(nested, rule)).toBe(nested);
    const short = conversation({ system: [] });
    expect(markPrefix(short, { ...rule, minTokens: () => 4096 })).toBe(short);
  });
});

describe("prompt_cache = auto", () => {
  const translate = (more: object = {}, body: object = {}) =>
    translateCall(
      questionFor(fakeEngine("e", "claude", { provider: "anthropic", promptCache: "auto" }), {
        body: {
          model: "claude-opus-5",
          messages: [
            { role: "system", content: "a long prompt ".repeat(400) },
            { role: "user", content: "hi" },
          ],
          ...body,
        },
        ...more,
      }),
    );
  const isMarked = ({ request }: ReturnType<typeof translate>) =>
    JSON.stringify(request.body).split('"cache_control":{"type":"ephemeral"}').length - 1;

  it("marks the prefix, and is recorded as emulated", () => {
    const translated = translate();
    expect(isMarked(translated)).toBe(2);
    expect(translated.report.entries).toContainEqual(
      expect.objectContaining({
        disposition: "emulated",
        emulator: "cache_control.auto",
        feature: "cache.hint",
      }),
    );
    expect(JSON.stringify(translate().request.body)).toBe(JSON.stringify(translated.request.body));
  });

  it("marks each further round as the first", () => {
    const claude = findDialect("claude");
    const features = { ...claude.features, "tool.web_search": { is: "none", note: "it has none" } };
    const engine = fakeEngine("e", "claude", { provider: "anthropic", promptCache: "auto" });
    const { rounds, request } = translate({
      dialect: findDialect("codex"),
      engine: { ...engine, dialect: { ...claude, features } },
      gatewaySearch: { afterToolResults: true, dates: true, country: true },
      body: {
        model: "claude-opus-5",
        instructions: "a long prompt ".repeat(400),
        input: "hi",
        tools: [{ type: "web_search" }],
      },
    });
    expect(JSON.stringify(rounds!.write(rounds!.conversation))).toBe(JSON.stringify(request));
    expect(JSON.stringify(request)).toContain('"cache_control"');
  });

  it("does nothing for a count of tokens", () => {
    expect(isMarked(translate({ operation: "count_tokens" }))).toBe(0);
  });

  it("does nothing in strict mode, for a short prompt, or on an engine without it", () => {
    expect(isMarked(translate({ mode: "strict" }))).toBe(0);
    const short = translate({}, { messages: [{ role: "user", content: "hi" }] });
    expect(isMarked(short)).toBe(0);
    expect(short.report.entries.some(({ emulator }) => emulator === "cache_control.auto")).toBe(false);
    expect(isMarked(translate({ engine: fakeEngine("e", "claude", { provider: "anthropic" }) }))).toBe(0);
    const gemini = fakeEngine("e", "gemini", { promptCache: "auto" });
    expect(isMarked(translate({ engine: gemini }))).toBe(0);
  });
});
