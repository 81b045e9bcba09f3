import { describe, expect, it } from "vitest";
import { generateScene } from "../generate.ts";
import { object } from "../oracle/neutral.ts";
import { renderRequest } from "../render-request.ts";
import {
  all,
  allPairs,
  answer,
  ask,
  askOrRefuse,
  chatChunks,
  chatReply,
  isAdmitted,
  stream,
  textsIn,
} from "./stage.ts";

const schema = {
  type: "object",
  properties: { verdict: { type: "string" } },
  required: ["verdict"],
  additionalProperties: false,
};
const hello = [{ role: "user", content: "hi there" }];

describe("parameters", () => {
  it.each(allPairs.filter(([from]) => from !== "codex"))(
    "F1: stop sequences from %s reach %s, are emulated or refused",
    (from, to) => {
      const scene = { ...generateScene(1), stop: ["HALT-HERE"] };
      const outcome = askOrRefuse(from, to, renderRequest(from, scene).body);
      if (outcome instanceof Error) return;
      const isEmulated = outcome.entries.some(
        (entry) => entry.feature === "stop" && entry.disposition === "emulated",
      );
      if (!isEmulated) expect(outcome.neutral.parameters["stop"]).toEqual(["HALT-HERE"]);
      else expect(outcome.entries.find((entry) => entry.feature === "stop")?.emulator).toBeTruthy();
    },
  );

  it("F1: without its emulator a stop sequence for codex is a typed error", () => {
    const outcome = askOrRefuse(
      "openai",
      "codex",
      { model: "m", messages: hello, stop: ["HALT"] },
      { emulators: [] },
    );
    expect(outcome instanceof Error && isAdmitted(outcome, "stop")).toBe(true);
  });

  it.each(["openai", "codex", "gemini"])(
    "F2: an effort of %s never gives claude a budget at or above the output limit",
    (from) => {
      for (const max of [1500, 4096, 64_000])
        for (const effort of ["low", "medium", "high"]) {
          const body = {
            openai: { model: "m", messages: hello, reasoning_effort: effort, max_completion_tokens: max },
            codex: { model: "m", input: "hi there", reasoning: { effort }, max_output_tokens: max },
            gemini: {
              contents: [{ role: "user", parts: [{ text: "hi there" }] }],
              generationConfig: {
                maxOutputTokens: max,
                thinkingConfig: { thinkingLevel: effort.toUpperCase() },
              },
            },
          }[from];
          const outcome = askOrRefuse(from, "claude", body);
          if (outcome instanceof Error) {
            expect(isAdmitted(outcome, "reasoning")).toBe(true);
            continue;
          }
          const { budget, max: limit } = outcome.neutral.parameters;
          if (budget !== undefined) expect(Number(budget)).toBeLessThan(Number(limit));
          const isSaid = outcome.neutral.parameters["effort"] === effort || budget !== undefined;
          expect(isSaid || isAdmitted(outcome, "reasoning")).toBe(true);
        }
    },
  );

  it("F3: the output limit has the member's name that each chat endpoint knows", () => {
    const body = { model: "m", max_tokens: 321, messages: hello };
    expect(
      ask("claude", "openai", body).body["max_completion_tokens"] ??
        ask("claude", "openai", body).body["max_tokens"],
    ).toBe(321);
    expect(
      ask("claude", "kimi", body).body["max_tokens"] ??
        ask("claude", "kimi", body).body["max_completion_tokens"],
    ).toBe(321);
    for (const name of ["max_tokens", "max_completion_tokens"])
      expect(ask("openai", "openai", { model: "m", messages: hello, [name]: 321 }).body[name]).toBe(321);
    for (const to of all)
      expect(
        ask("openai", to, { model: "m", messages: hello, max_completion_tokens: 321 }).neutral.parameters[
          "max"
        ],
      ).toBe(321);
  });

  it.each(all)(
    "F4: an effort of xhigh is xhigh for %s, or the level used is named, or it is refused",
    (to) => {
      for (const [from, body] of [
        ["openai", { model: "m", messages: hello, reasoning_effort: "xhigh" }],
        ["codex", { model: "m", input: "hi there", reasoning: { effort: "xhigh" } }],
      ] as const) {
        const outcome = askOrRefuse(from, to, body);
        if (outcome instanceof Error) {
          expect(isAdmitted(outcome, "reasoning")).toBe(true);
          continue;
        }
        const isSame = String(outcome.neutral.parameters["effort"]).toLowerCase() === "xhigh";
        const entry = outcome.entries.find(
          (one) => one.feature?.startsWith("reasoning") && one.disposition === "disclosed",
        );
        expect(isSame || (entry?.reason.length ?? 0) > 5).toBe(true);
      }
    },
  );

  it.each(all)(
    "F5: an output schema with thinking is native for %s, or refused or emulated by name, never a forced tool",
    (to) => {
      const body = {
        model: "m",
        max_tokens: 4000,
        thinking: { type: "enabled", budget_tokens: 1024 },
        output_config: { format: { type: "json_schema", schema } },
        messages: hello,
      };
      const outcome = askOrRefuse("claude", to, body);
      if (outcome instanceof Error) return;
      expect(outcome.neutral.tools).toEqual([]);
      expect(outcome.neutral.choice).toBeUndefined();
      if (!isAdmitted(outcome, "output")) expect(JSON.stringify(outcome.neutral.output)).toContain("verdict");
    },
  );

  it.each(all)("F6: arguments in an envelope of their own reach %s as arguments and never as text", (to) => {
    const wrapped = '{"parameters":{"city":"Bern"}}';
    const call = { id: "call_1", type: "function", function: { name: "f", arguments: wrapped } };
    const whole = answer("openai", to, chatReply({ tool_calls: [call] }, "tool_calls"));
    const streamed = stream(
      "openai",
      to,
      chatChunks([{ tool_calls: [{ index: 0, ...call }] }], "tool_calls"),
    );
    for (const { neutral } of [whole, streamed]) {
      expect(textsIn(neutral.answers[0]?.said)).toEqual([]);
      expect(JSON.stringify(neutral.answers[0]?.said)).toContain("Bern");
    }
  });

  it.each(all)("F7: the output schema of codex and top_k of claude reach %s or are named", (to) => {
    const format = { type: "json_schema", name: "verdict", schema, strict: true };
    const outcome = askOrRefuse("codex", to, { model: "m", input: "hi there", text: { format } });
    if (outcome instanceof Error || isAdmitted(outcome, "output"))
      expect(isAdmitted(outcome, "output")).toBe(true);
    else expect(JSON.stringify(outcome.neutral.output)).toContain("verdict");
    const ranked = askOrRefuse("claude", to, { model: "m", max_tokens: 9, top_k: 17, messages: hello });
    if (ranked instanceof Error || isAdmitted(ranked, "top_k"))
      expect(isAdmitted(ranked, "top_k")).toBe(true);
    else expect(ranked.neutral.parameters["topK"]).toBe(17);
  });

  it.each(allPairs)("F8: nothing that the caller of %s did not say is added for %s", (from, to) => {
    const bodies: Record<string, unknown> = {
      claude: { model: "m", max_tokens: 77, messages: hello },
      codex: { model: "m", input: "hi there" },
      gemini: { contents: [{ role: "user", parts: [{ text: "hi there" }] }] },
    };
    const { neutral, body } = ask(from, to, bodies[from] ?? { model: "m", messages: hello });
    const { max, stream: streams, ...rest } = neutral.parameters;
    expect(rest).toEqual({});
    expect([neutral.tools, neutral.choice, neutral.output, streams ?? false]).toEqual([
      [],
      undefined,
      undefined,
      false,
    ]);
    if (from !== "claude" && to !== "claude") expect(max).toBeUndefined();
    expect(
      Object.keys(object(body)).filter((name) =>
        ["temperature", "top_p", "store", "metadata"].includes(name),
      ),
      // The Responses API stores what it is not told to forget; the other APIs store nothing.
    ).toEqual(to === "codex" && from !== "codex" ? ["store"] : []);
    if (to === "codex" && from !== "codex") expect(object(body)["store"]).toBe(false);
  });
});
