import { describe, expect, it } from "vitest";
import type { CompatibilityMode, Conversation, LossEntry } from "../../contract/index.ts";
import { sha256Hex } from "../../lib/index.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { checkModel, passedRecord, withPlanned } from "./model-check.ts";

interface Question {
  readonly provider?: string;
  readonly model?: string;
  readonly mode?: CompatibilityMode;
  readonly reasoning?: Conversation["reasoning"];
  /** The blocks of the conversation; an image if they are not given. */
  readonly blocks?: readonly object[];
}

const entry = (feature: string | undefined, disposition: LossEntry["disposition"] = "mapped"): LossEntry => ({
  path: "$.x",
  disposition,
  reason: "r",
  ...(feature === undefined ? {} : { feature }),
});

function check(entries: readonly LossEntry[], question: Question = {}) {
  const { provider = "openai", model = "gpt-5", mode = "best_effort", reasoning, blocks } = question;
  const image = { type: "image", source: { kind: "url", url: "u" } };
  const messages = [{ role: "user", content: blocks ?? [image] }];
  const conversation = { model, system: [], messages, ...(reasoning === undefined ? {} : { reasoning }) };
  return checkModel(conversation as unknown as Conversation, entries, {
    engine: fakeEngine("e", "openai", { provider }),
    mode,
  });
}

function capabilities(entries: readonly LossEntry[], question: Question = {}): string[] {
  return check(entries, question).record.findings.map(({ capability }) => capability);
}

describe("the record of a call that passes through", () => {
  // Of a demand for streaming on use, which may be emulated.
  const STREAMING_SHA256 = "f62e19c81ad31bf707df01755bf3810f96d68d56c47a1582b2a7990889ebcb81";
  const finding = (outcome: string, reason: string) => ({
    ...{ capability: "streaming", need: "on_use", outcome, reason, required_by: "dialect:request" },
  });
  const unsupported = finding("deferred", "unsupported");

  it.each([
    ["openai", "gpt-5", true, [finding("satisfied", "ok")], []],
    ["openai", "gpt-5", false, [], []],
    [
      ...["openai", "text-embedding-3-small", true, [unsupported]],
      ["to be found out on first use: streaming (unsupported, needed by dialect:request)"],
    ],
    [
      ...["none", undefined, true, [finding("deferred", "unknown")]],
      [
        "to be found out on first use: streaming (not known: the catalogue does not know the model, needed by dialect:request)",
      ],
    ],
  ] as const)(
    "of %s/%s that streams (%s) has the findings %j",
    (provider, model, streams, findings, warnings) => {
      for (const mode of ["strict", "best_effort"] as const) {
        const record = passedRecord({ provider }, model, mode, streams);
        const { manifest_sha256: manifest } = record;
        expect(record).toEqual({
          ...{ verdict: "accept", mode, lane: "passthrough", findings, warnings, emulations: [] },
          decision_id: `call/${manifest.slice(0, 16)}`,
          demand_sha256: streams ? STREAMING_SHA256 : sha256Hex("[]"),
          manifest_sha256: manifest,
        });
        expect(passedRecord({ provider }, model, mode, streams)).toBe(record);
      }
    },
  );
});

describe("the capability that a feature needs of a model", () => {
  it.each([
    ["image.base64", "image_input"],
    ["image.url", "image_input"],
    ["image.file", "image_input"],
    ["document.base64", "pdf_input"],
    ["document.url", "pdf_input"],
    ["audio.base64", "audio"],
    ["audio.url", "audio"],
    ["tool.function", "tool_use"],
    ["tool.custom", "tool_use"],
    ["reasoning.mode", "extended_thinking"],
    ["reasoning.effort", "extended_thinking"],
    ["reasoning.budget", "extended_thinking"],
    ["output.json_schema", "structured_output_json_schema"],
    ["output.json", "json_mode"],
    ["logprobs", "logprobs"],
  ])("of %s is %s", (feature, capability) => {
    // The catalogue does not say whether this model takes audio, so it is not refused.
    expect(capabilities([entry(feature)], { model: "gpt-5.1-codex" })).toEqual([capability]);
  });

  it("is none if the feature needs nothing, has no name, or is emulated by the translation", () => {
    expect(capabilities([entry("seed"), entry(undefined), entry("output.json", "emulated")])).toEqual([]);
    expect(capabilities([entry("output.json", "disclosed")])).toEqual(["json_mode"]);
  });

  it("is none for images in whose place a rule put a text", () => {
    const text = { type: "text", text: "an image was here" };
    expect(capabilities([entry("image.url")], { blocks: [text] })).toEqual([]);
    const result = { type: "tool_result", content: [{ type: "image" }] };
    expect(capabilities([entry("image.url")], { blocks: [text, result] })).toEqual(["image_input"]);
  });

  it("is none for documents that are plain text", () => {
    const inline = (mediaType: string) => ({
      type: "document",
      source: { kind: "base64", mediaType, data: "QQ==" },
    });
    const entries = [entry("document.base64")];
    expect(capabilities(entries, { blocks: [inline("text/plain")] })).toEqual([]);
    expect(capabilities(entries, { blocks: [inline("text/plain"), inline("application/pdf")] })).toEqual([
      "pdf_input",
    ]);
  });

  it("is asked once, in the order of the names", () => {
    const entries = [entry("tool.function"), entry("image.url"), entry("image.base64")];
    expect(capabilities(entries)).toEqual(["image_input", "tool_use"]);
  });

  it.each([
    [{ mode: "off" }, []],
    [{ effort: "none" }, []],
    [{ mode: "on" }, ["extended_thinking"]],
    [{ effort: "low" }, ["extended_thinking"]],
    [undefined, ["extended_thinking"]],
  ])("is none for thinking that is switched off (%j)", (reasoning, expected) => {
    const question = { model: "gpt-5.1", reasoning: reasoning as Conversation["reasoning"] };
    expect(capabilities([entry("reasoning.mode"), entry("seed")], question)).toEqual(expected);
    const others = capabilities([entry("reasoning.mode"), entry("image.url")], question);
    expect(others).toContain("image_input");
  });
});

describe("the decision on a model", () => {
  it("leaves every need open if the catalogue does not know the model, in strict mode too", () => {
    for (const mode of ["strict", "best_effort"] as const)
      for (const question of [{ model: "nobody-knows" }, { provider: "nobody" }]) {
        const { plan, record } = check([entry("image.url"), entry("tool.function")], { ...question, mode });
        expect(plan).toEqual([]);
        expect(record).toMatchObject({ verdict: "accept", mode });
        expect(record.findings).toMatchObject([
          { capability: "image_input", need: "on_use", outcome: "deferred" },
          { capability: "tool_use", need: "on_use", outcome: "deferred" },
        ]);
      }
  });

  it("accepts a model that has what is needed, with no plan and a record for the receipt", () => {
    const found = check([entry("image.url")], { mode: "strict" });
    expect(found.plan).toEqual([]);
    expect(found.record).toMatchObject({ verdict: "accept", mode: "strict", emulations: [] });
    expect(found.record.decision_id).toMatch(/^call\/[0-9a-f]{16}$/);
    expect(found.record.findings[0]).toMatchObject({
      capability: "image_input",
      need: "required",
      outcome: "satisfied",
      required_by: "dialect:request",
    });
  });

  it("plans an emulator for what the model lacks, and records it", () => {
    const found = check([entry("reasoning.effort")], { model: "gpt-4o" });
    expect(found.plan).toMatchObject([
      { capability: "extended_thinking", emulator: "extended_thinking.prompt" },
    ]);
    expect(found.record.emulations).toEqual([
      { capability: "extended_thinking", emulator: "extended_thinking.prompt", fidelity: "minor" },
    ]);
  });

  it("refuses in strict mode what would be emulated, and in both what nobody can emulate", () => {
    const refused = expect.objectContaining({ code: "capability_unsupported" });
    expect(() => check([entry("reasoning.effort")], { model: "gpt-4o", mode: "strict" })).toThrow(refused);
    for (const mode of ["strict", "best_effort"] as const) {
      const question = { provider: "anthropic", model: "claude-opus-5", mode };
      expect(() => check([entry("audio.base64")], question)).toThrow(refused);
    }
  });

  it("is made once for the same question, and anew for another mode, model, provider or need", () => {
    const first = check([entry("image.url")]);
    expect(check([entry("image.base64")])).toBe(first);
    expect(check([entry("image.url")], { mode: "strict" })).not.toBe(first);
    expect(check([entry("image.url")], { model: "gpt-5.1" })).not.toBe(first);
    expect(check([entry("tool.function")])).not.toBe(first);
    expect(check([entry("image.url")], { provider: "codex" })).not.toBe(first);
    expect(check([entry("image.url")])).toBe(first);
    const both = check([entry("tool.function"), entry("image.url")]);
    expect(check([entry("image.url"), entry("tool.function")])).toBe(both);
  });

  it("stays the same after callers made up thousands of names, and is then made anew", () => {
    const first = check([entry("image.url")]);
    for (let index = 0; index < 2100; index += 1)
      check([entry("image.url")], { model: `gpt-5-20${String(index).padStart(6, "0")}` });
    const again = check([entry("image.url")]);
    expect(again).toEqual(first);
    expect(again).not.toBe(first);
  });
});

describe("the report of a call whose model lacks something", () => {
  const plan = [{ capability: "extended_thinking", emulator: "extended_thinking.prompt", fidelity: "minor" }];

  it("names what is emulated in its place", () => {
    const [thinking, tool, other] = withPlanned(
      [entry("reasoning.mode"), entry("tool.function"), entry(undefined)],
      plan,
    );
    expect(thinking).toEqual({
      ...entry("reasoning.mode", "emulated"),
      emulator: "extended_thinking.prompt",
      reason: "the model does not have extended_thinking",
    });
    expect([tool, other]).toEqual([entry("tool.function"), entry(undefined)]);
  });

  it("names it once, and changes nothing that has another fate", () => {
    const told = { ...entry("reasoning.mode", "emulated"), emulator: "extended_thinking.prompt" };
    const lost = entry("reasoning.budget", "disclosed");
    expect(withPlanned([entry("reasoning.mode"), told, lost], plan)).toEqual([
      entry("reasoning.mode"),
      told,
      lost,
    ]);
  });
});
