import { describe, expect, it } from "vitest";
import { findDialect, memoryCustody } from "../../dialects/index.ts";
import { configureEmulators } from "../../negotiation/index.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { questionFor } from "../fixtures/translation-question.ts";
import { explainCall, type TranslationQuestion, translateCall } from "./translation.ts";

const messages = [{ role: "user", content: "hi" }];

function translate(engine: string, more: Partial<TranslationQuestion> = {}) {
  return translateCall(questionOf(engine, more));
}

const questionOf = (engine: string, more?: Partial<TranslationQuestion>) =>
  questionFor(fakeEngine("e", engine), more);

const refused = (code: string, where?: string) =>
  expect.objectContaining({ code, ...(where === undefined ? {} : { where }) });

describe("a translated call", () => {
  it("has the engine's request, the caller's model, no emulation, and a decision without findings", () => {
    const { request, report, memory, emulation, negotiation } = translate("claude");
    expect(request).toMatchObject({ path: "/v1/messages", body: { model: "m" } });
    expect(report).toMatchObject({ from: "openai", to: "claude" });
    expect([memory.model, memory.streams, emulation, negotiation?.findings]).toEqual([
      "m",
      false,
      undefined,
      [],
    ]);
  });

  it.each([
    ["claude", true, true],
    ["claude", false, false],
    ["openai", true, false],
  ])(
    "estimates the tokens of a request for a stream of %s that begins with them (%s)",
    (id, stream, isEstimated) => {
      const dialect = findDialect(id);
      const content = "A text of some forty characters, or more.";
      const body = { model: "m", max_tokens: 9, stream, messages: [{ role: "user", content }] };
      const { inputTokens } = translate("codex", { dialect, body });
      expect(inputTokens !== undefined).toBe(isEstimated);
      if (isEstimated)
        expect(inputTokens).toBeGreaterThan(
          translate("codex", { dialect, body: { ...body, messages } }).inputTokens!,
        );
    },
  );

  it("applies the emulators that the rules of the model ask for", () => {
    const tool = { type: "function", function: { name: "f", parameters: { type: "object" } } };
    const { request, report, emulation } = translate("claude", {
      body: { model: "m", messages, stop: ["END", "\n"], tools: [tool], tool_choice: "required" },
      targetModel: "claude-opus-5-5",
    });
    expect(emulation?.active.map(({ id }) => id).toSorted()).toEqual([
      "stop_sequences.truncate",
      "tool_choice.prompt",
    ]);
    expect(request.body).not.toHaveProperty("stop_sequences");
    expect(request.body).not.toHaveProperty("tool_choice");
    expect(request.body["system"]).toContain("tool call");
    const rules = report.entries.flatMap(({ rule, disposition }) =>
      disposition === "emulated" ? [rule] : [],
    );
    expect(rules.toSorted()).toEqual(["choice.forced", "stop"]);
    expect(() =>
      translate("claude", { body: { model: "m", messages, stop: [" "] }, mode: "strict" }),
    ).toThrow("is not in use");
  });

  it("uses the configured emulators, and names them in the report and the record", () => {
    const body = { model: "m", messages, stop: ["END"] };
    const strategy = { type: "system_prompt_injection", prompt: "Stop at END." } as const;
    const emulatorSet = configureEmulators(new Map([["stop_sequences", strategy]]));
    const { request, report, negotiation } = translate("codex", { body, emulatorSet });
    expect(request.body["instructions"]).toBe("Stop at END.");
    const said = { disposition: "emulated", emulator: "stop_sequences.prompt" };
    expect(report.entries).toContainEqual(expect.objectContaining({ path: "$.stop", ...said }));
    expect(explainCall(questionOf("codex", { body, emulatorSet })).entries).toEqual(report.entries);
    expect(negotiation?.emulations).toEqual([
      { capability: "stop_sequences", emulator: "stop_sequences.prompt", fidelity: "major", strategy },
    ]);
    const off = configureEmulators(new Map([["stop_sequences", { type: "disabled", reason: "no" }]]));
    expect(() => translate("codex", { body, emulatorSet: off })).toThrow(
      refused("mapping_unsupported_capability", "$.stop"),
    );
    expect(() => translate("codex", { body })).not.toThrow();
  });

  it("refuses what its model lacks and the configuration does not emulate, and keeps sets apart", () => {
    const body = { model: "gpt-4o", messages, reasoning_effort: "high" };
    const question = {
      ...questionOf("codex", { body }),
      engine: fakeEngine("e", "codex", { provider: "openai" }),
    };
    const { emulation } = translateCall(question);
    expect(emulation?.active.map(({ id }) => id)).toEqual(["extended_thinking.prompt"]);
    const emulatorSet = configureEmulators(
      new Map([["extended_thinking", { type: "disabled", reason: "native only" }]]),
    );
    expect(() => translateCall({ ...question, emulatorSet })).toThrow(/not emulated: native only|not in use/);
    expect(translateCall(question).emulation?.active).toHaveLength(1);
  });

  it("requests the target's model", () => {
    const { request, memory } = translate("claude", { targetModel: "n" });
    expect([request.body["model"], memory.model]).toEqual(["n", "m"]);
  });

  it("takes the model and the stream from the path", () => {
    const { request, memory } = translate("claude", {
      dialect: findDialect("gemini"),
      body: { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
      pathModel: "g",
      pathStream: true,
    });
    expect(request.body).toMatchObject({ model: "g", stream: true });
    expect(memory.streams).toBe(true);
  });

  it("counts tokens at the engine's counter", () => {
    const { request } = translate("codex", {
      dialect: findDialect("claude"),
      body: { model: "m", messages },
      operation: "count_tokens",
    });
    expect(request.path).toMatch(/input_tokens$/);
  });

  it("gives reasoning back from custody", () => {
    const custody = memoryCustody();
    custody.hold("toolu_1", {
      dialect: "claude",
      thinking: [{ type: "thinking", text: "hm", signature: "proof" }],
    });
    const call = { id: "toolu_1", type: "function", function: { name: "f", arguments: "{}" } };
    const turns = [
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "toolu_1", content: "done" },
    ];
    const { request } = translate("claude", {
      custody,
      body: { model: "m", messages: [...messages, ...turns] },
    });
    expect(JSON.stringify(request.body)).toContain("proof");
  });
});

describe("what an engine's dialect cannot express", () => {
  const stop = { model: "m", messages, stop: ["END"] };

  it("is emulated in best effort, and refused in strict mode", () => {
    const { emulation, request, report } = translate("codex", { body: stop });
    expect(report.entries).toContainEqual(
      expect.objectContaining({ path: "$.stop", disposition: "emulated" }),
    );
    expect(emulation?.report.applied).toMatchObject([{ capability: expect.stringMatching(/^stop/) }]);
    expect(request.body).not.toHaveProperty("stop");
    expect(() => translate("codex", { body: stop, mode: "strict" })).toThrow(
      refused("mapping_unsupported_capability", "$.stop"),
    );
  });

  it("is disclosed in best effort, and refused in strict mode", () => {
    const body = { model: "m", messages, store: true };
    expect(translate("claude", { body }).report.entries).toContainEqual(
      expect.objectContaining({ path: "$.store", disposition: "disclosed" }),
    );
    expect(() => translate("claude", { body, mode: "strict" })).toThrow(/store/);
  });

  it("is disclosed in strict mode if its name is waived", () => {
    const body = { model: "m", messages, store: true };
    const question = { body, mode: "strict", waived: ["store", "n"] } as const;
    expect(translate("claude", question).report.entries).toContainEqual(
      expect.objectContaining({ path: "$.store", disposition: "disclosed" }),
    );
    expect(() => translate("claude", { ...question, body: { ...body, n: 2 } })).toThrow(
      refused("mapping_unsupported_capability", "$.n"),
    );
  });
});

describe("what an engine's model cannot do", () => {
  it("does not end a conversation whose history holds an image", () => {
    const image = { type: "image_url", image_url: { url: "https://a.example/i.png" } };
    const ask = (...turns: readonly object[]) =>
      translateCall(
        questionFor(fakeEngine("e", "kimi", { provider: "moonshotai" }), {
          body: { model: "kimi-k2-thinking", messages: [...turns] },
        }),
      );
    const shown = { role: "user", content: [image] };
    const { request, report } = ask(shown, { role: "assistant", content: "A cat." }, messages[0]!);
    expect(JSON.stringify(request.body)).toContain("cannot read images");
    expect(JSON.stringify(request.body)).not.toContain("a.example");
    expect(report.entries).toContainEqual(
      expect.objectContaining({ disposition: "disclosed", rule: "media.history" }),
    );
    expect(() => ask(shown)).toThrow(refused("capability_unsupported"));
  });

  const claude = findDialect("claude");
  const body = {
    model: "gpt-4o",
    max_tokens: 2000,
    thinking: { type: "enabled", budget_tokens: 1024 },
    messages,
  };
  const engine = fakeEngine("e", "openai", { provider: "openai" });

  it("is emulated in best effort, with the decision for the receipt", () => {
    const { emulation, negotiation, request } = translate("openai", { dialect: claude, engine, body });
    expect(emulation?.report.applied).toMatchObject([{ capability: "extended_thinking" }]);
    expect(negotiation).toMatchObject({ verdict: "accept", mode: "best_effort" });
    expect(JSON.stringify(request.body)).toMatch(/think/i);
  });

  it("is refused if the model is the target's, whatever the caller's is called", () => {
    const question = { dialect: claude, engine, mode: "strict" } as const;
    expect(() => translate("openai", { ...question, body })).toThrow(refused("capability_unsupported"));
    const own = { ...body, model: "gpt-5" };
    expect(() => translate("openai", { ...question, body: own, targetModel: "gpt-4o" })).toThrow(
      refused("capability_unsupported"),
    );
  });
});

describe("a header that only the caller's vendor knows", () => {
  const claude = findDialect("claude");
  const body = { model: "m", max_tokens: 1, messages };
  const headers = ["Anthropic-Beta", "b", "Anthropic-Version", "2023-06-01"];
  const headerEntries = (question: Partial<TranslationQuestion>, engine = "openai") =>
    translate(engine, question).report.entries.filter(({ path }) => path.startsWith("header "));

  it("is disclosed, except if every client of the dialect sends it", () => {
    expect(headerEntries({ dialect: claude, body, headers })).toEqual([
      { path: "header anthropic-beta", reason: "openai has no such header", disposition: "disclosed" },
    ]);
  });

  it("is no loss if it was not sent", () => {
    expect(headerEntries({ dialect: claude, body })).toEqual([]);
  });

  it("is no loss if the engine's dialect knows it too", () => {
    const organisation = { headers: ["openai-organization", "o"] };
    expect(headerEntries(organisation, "codex")).toEqual([]);
    expect(headerEntries(organisation, "claude")).toHaveLength(1);
  });

  it("is refused in strict mode", () => {
    expect(() => translate("openai", { dialect: claude, body, headers, mode: "strict" })).toThrow(
      refused("mapping_lossy_conversion", "header anthropic-beta"),
    );
  });

  it("is disclosed in strict mode if its name is waived", () => {
    const question = { dialect: claude, body, headers, mode: "strict", waived: ["Anthropic-Beta"] } as const;
    expect(translate("openai", question).report.entries).toContainEqual(
      expect.objectContaining({ path: "header anthropic-beta", disposition: "disclosed" }),
    );
  });
});

describe("a call that goes on after the engine's first answer", () => {
  const gatewaySearch = { afterToolResults: true, dates: true, country: true };
  const search = { type: "web_search_20250305", name: "web_search" };
  const searched = (
    more: Partial<TranslationQuestion>,
    body: object = {},
    tools: readonly object[] = [search],
  ) =>
    questionOf("openai", {
      dialect: findDialect("claude"),
      gatewaySearch,
      body: { model: "m", max_tokens: 3000, messages, tools: [...tools], ...body },
      ...more,
    });

  it("writes the same request for the same conversation, with its emulators, limits and tool names", () => {
    const engine = fakeEngine("e", "openai", { provider: "openai" });
    const thinking = { thinking: { type: "enabled", budget_tokens: 1024 } };
    const bash = { type: "bash_20250124", name: "bash" };
    const own = { name: "bash", input_schema: { type: "object", properties: {} } };
    const long = { name: "a_tool_with_a_name", input_schema: { type: "object", properties: {} } };
    for (const question of [
      searched({}),
      searched({ engine }, { model: "gpt-4o", ...thinking }),
      searched({}, {}, [bash, own, search]),
      searched({ limits: { toolNames: { maxLength: 12 } } }, {}, [long, search]),
    ]) {
      const { rounds, request } = translateCall(question);
      expect(JSON.stringify(rounds!.write(rounds!.conversation))).toBe(JSON.stringify(request));
    }
  });

  it("is none if nothing is searched, nor in strict mode", () => {
    expect(translate("openai").rounds).toBeUndefined();
    expect(() => translateCall(searched({ mode: "strict" }))).toThrow(refused("mapping_unmappable_tool"));
  });

  it("is explained as it is translated", () => {
    expect(explainCall(searched({}))).toEqual(translateCall(searched({})).report);
    const kimi = { engine: fakeEngine("e", "kimi"), gatewaySearch: undefined };
    expect(explainCall(searched(kimi))).toEqual(translateCall(searched(kimi)).report);
  });
});

describe("the explanation of a call", () => {
  it("names what is emulated, disclosed and refused, and throws nothing", () => {
    const body = { model: "m", messages, stop: ["END"], store: true };
    expect(explainCall(questionOf("codex", { body }))).toEqual(translate("codex", { body }).report);
    const strict = explainCall(questionOf("codex", { body, mode: "strict" }));
    expect(strict.entries).toContainEqual(
      expect.objectContaining({ path: "$.stop", disposition: "refused" }),
    );
    const one = explainCall(questionOf("codex", { body, emulators: [] }));
    expect(one.entries).toContainEqual(expect.objectContaining({ path: "$.stop", disposition: "refused" }));
  });

  it("names what the model cannot do", () => {
    const engine = fakeEngine("e", "openai", { provider: "openai" });
    const thinking = { type: "enabled", budget_tokens: 1024 };
    const body = { model: "gpt-4o", max_tokens: 2000, thinking, messages };
    const question = questionOf("openai", { dialect: findDialect("claude"), engine, body, mode: "strict" });
    expect(explainCall(question).entries).toContainEqual(
      expect.objectContaining({ path: expect.any(String), disposition: "refused" }),
    );
  });
});
