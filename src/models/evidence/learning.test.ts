import { describe, expect, it } from "vitest";
import { cpuTimeOf } from "../../../test/cpu-time.ts";
import { limitsFor } from "../limits/limits-for.ts";
import { errorPatterns } from "./error-patterns.ts";
import { learnFromError, withLessons } from "./learning.ts";

const anthropic = (message: string, type = "invalid_request_error") => ({
  type: "error",
  error: { type, message },
});
const openai = (message: string, code: string | null, more: object = {}) => ({
  error: { message, type: "invalid_request_error", code, ...more },
});
const google = (message: string) => ({ error: { code: 400, message, status: "INVALID_ARGUMENT" } });
const moonshot = (message: string) => ({ error: { message, type: "invalid_request_error" } });

const cases: readonly (readonly [
  api: string,
  error: object,
  sent: object,
  lesson: string,
  limits: object,
])[] = [
  [
    "claude",
    anthropic("`temperature` and `top_p` cannot both be specified for this model."),
    { temperature: 1, top_p: 1 },
    "anthropic.sampling_exclusive both",
    { sampling: { exclusive: true } },
  ],
  [
    "claude",
    anthropic("`top_k` is deprecated for this model."),
    { top_k: 5 },
    "anthropic.sampling_fixed top_k",
    { sampling: { topK: { is: "rejected" } } },
  ],
  [
    "claude",
    anthropic("tool_choice: type 'any' is not supported for this model"),
    { tool_choice: { type: "any" } },
    "anthropic.forced_choice forced",
    { choice: { forced: "never", named: "never" } },
  ],
  [
    "claude",
    anthropic('"thinking.type.disabled" is not supported for this model'),
    { thinking: { type: "disabled" } },
    "anthropic.thinking_mode off",
    { reasoning: { modes: ["adaptive", "budget"] } },
  ],
  [
    "claude",
    anthropic("This model does not support assistant message prefill."),
    { messages: [] },
    "anthropic.prefill prefill",
    { turns: { prefill: false } },
  ],
  [
    "claude",
    anthropic("tools.0.custom.input_schema does not support oneOf, allOf, or anyOf at the top level"),
    { tools: [] },
    "anthropic.schema_root root",
    { schema: { rootRejected: ["oneOf", "allOf", "anyOf"] } },
  ],
  [
    "claude",
    anthropic("messages.3: role 'system' is not supported on this model"),
    { messages: [] },
    "anthropic.system_turn system",
    { turns: { systemMidway: false } },
  ],
  [
    "openai",
    openai("Unsupported parameter: 'stop' is not supported with this model.", "unsupported_parameter"),
    { stop: ["x"] },
    "openai.unsupported_parameter stop",
    { stop: { count: 0 } },
  ],
  [
    "codex",
    openai("Unsupported parameter: 'temperature' is not supported with this model.", null),
    { temperature: 0 },
    "openai.unsupported_parameter temperature",
    { sampling: { temperature: { is: "rejected" } } },
  ],
  [
    "openai",
    openai("Unsupported value: 'temperature' does not support 0 with this model.", "unsupported_value"),
    { temperature: 0 },
    "openai.fixed_sampling temperature",
    { sampling: { temperature: { is: "only", value: 1 } } },
  ],
  [
    "codex",
    openai(
      "Unsupported value: 'reasoning.effort' does not support 'none' with this model. Supported values are: 'low', 'medium', and 'high'.",
      "unsupported_value",
    ),
    { reasoning: { effort: "none" } },
    "openai.efforts low medium high",
    { reasoning: { efforts: ["low", "medium", "high"] } },
  ],
  [
    "openai",
    openai("Function tools with reasoning_effort are not supported for m in /v1/chat/completions.", null),
    { tools: [] },
    "openai.tools_while_reasoning tools",
    { reasoning: { withTools: false } },
  ],
  [
    "openai",
    openai(
      "Invalid 'user': string too long. Expected a string with maximum length 32, but got one of 64.",
      "string_above_max_length",
    ),
    { user: "u" },
    "openai.length user 32",
    { identity: { userLength: 32 } },
  ],
  [
    "openai",
    openai(
      "Invalid 'tools': array too long. Expected an array with maximum length 64, but got 70.",
      "array_above_max_length",
    ),
    { tools: [] },
    "openai.tool_count 64",
    { toolNames: { count: 64 } },
  ],
  [
    "codex",
    openai(
      "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 1.",
      "integer_below_min_value",
    ),
    { max_output_tokens: 1 },
    "openai.output_minimum 16",
    { output: { min: 16 } },
  ],
  [
    "gemini",
    google("Penalty is not enabled for models/m"),
    { generationConfig: { presencePenalty: 1 } },
    "google.penalty penalties",
    { sampling: { frequencyPenalty: { is: "rejected" }, presencePenalty: { is: "rejected" } } },
  ],
  [
    "gemini",
    google("Thinking level MINIMAL is not supported for this model."),
    { generationConfig: { thinkingConfig: { thinkingLevel: "MINIMAL" } } },
    "google.thinking_level minimal",
    { reasoning: { efforts: ["low", "medium", "high"] } },
  ],
  [
    "kimi",
    moonshot("invalid temperature: only 0.6 is allowed for this model"),
    { temperature: 1 },
    "moonshot.fixed_sampling temperature 0.6",
    { sampling: { temperature: { is: "only", value: 0.6 } } },
  ],
  [
    "kimi",
    moonshot("tool_choice 'specified' is incompatible with thinking enabled"),
    { tool_choice: {} },
    "moonshot.forced_choice specified",
    { choice: { named: "without thinking" } },
  ],
];

describe("an error of an engine", () => {
  it.each(cases)("of %s teaches what its vendor says: %j", (api, error, sent, lesson, limits) => {
    const learned = learnFromError(api, error, sent)!;
    expect(`${learned.pattern} ${learned.value}`).toBe(lesson);
    expect(withLessons({}, [learned])).toEqual(limits);
  });

  it("has a case for every pattern", () => {
    const known = new Set(cases.map(([, , , lesson]) => lesson.split(" ")[0]));
    expect(errorPatterns.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
  });

  it.each(cases)("of %s teaches nothing if the field was not sent: %j", (api, error) => {
    expect(learnFromError(api, error, {})).toBeUndefined();
    expect(learnFromError(api, error, undefined)).toBeUndefined();
  });

  it.each(cases)("of %s teaches nothing without the vendor's code: %j", (api, error, sent) => {
    const { message } = (error as { error: { message: string } }).error;
    expect(learnFromError(api, { error: { message, type: "other", code: "other" } }, sent)).toBeUndefined();
    expect(learnFromError(api, message, sent)).toBeUndefined();
  });

  it("of another vendor teaches nothing", () => {
    const error = moonshot("invalid temperature: only 1 is allowed for this model");
    expect(learnFromError("claude", error, { temperature: 1 })).toBeUndefined();
  });

  it("is found in the text of a server that wraps the vendor's", () => {
    const wrapped = openai(
      'litellm.BadRequestError: {"error": "`temperature` is deprecated for this model."}',
      null,
    );
    expect(learnFromError("claude", wrapped, { temperature: 0 })?.value).toBe("temperature");
  });

  const deprecated = "`top_p` is deprecated for this model.";
  const type = "invalid_request_error";
  it.each<[string, object]>([
    ["in its error", { error: { type, message: deprecated } }],
    ["beside its error", { type, error: { message: deprecated } }],
    ["as its code", { error: { code: type, message: deprecated } }],
    ["as its status", { error: { status: type, message: deprecated } }],
    ["in its details", { error: { details: { error_code: type }, message: deprecated } }],
    ["in an error within", { error: { error: { type }, message: deprecated } }],
    ["without an error object", { type, message: deprecated }],
    ["with the error as text", { type, error: deprecated }],
    ["with the text elsewhere", { type, detail: [deprecated] }],
  ])("is recognised by its code %s", (_, error) => {
    expect(learnFromError("claude", error, { top_p: 1 })?.value).toBe("top_p");
  });

  const quoted = '"thinking.type.disabled" is not supported for this model';
  it.each<[string, object]>([
    ["in its error", { error: { type, message: quoted } }],
    ["beside its error", { type, error: {}, message: quoted }],
    ["without an error object", { type, message: quoted }],
    ["as the error", { type, error: quoted }],
  ])("is searched in its text as it is %s", (_, error) => {
    const exact = { ...error, detail: "x".repeat(5000) };
    expect(learnFromError("claude", exact, { thinking: {} })?.value).toBe("off");
  });

  it("is searched as JSON if its message is no text", () => {
    const error = { type, message: { text: deprecated } };
    expect(learnFromError("claude", error, { top_p: 1 })?.value).toBe("top_p");
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["text", deprecated],
    ["a code that is no text", { error: { type: [type], message: deprecated } }],
    ["an inherited code", Object.create({ type, error: { message: deprecated } })],
  ])("that is %s teaches nothing", (_, error) => {
    expect(learnFromError("claude", error, { top_p: 1 })).toBeUndefined();
  });

  it.each([
    [4000, true],
    [4001, false],
  ])("is searched in its first 4000 characters: %d, %s", (length, found) => {
    const error = anthropic(deprecated.slice(0, -1).padStart(length));
    expect(learnFromError("claude", error, { top_p: 1 }) !== undefined).toBe(found);
  });

  it.each<[unknown, boolean]>([
    [{ top_p: 0 }, true],
    [{ top_p: false }, true],
    [{ top_p: null }, false],
    [{ top_p: undefined }, false],
    [Object.create({ top_p: 1 }), false],
    [null, false],
    ["top_p", false],
  ])("needs its field in the request %j: %s", (sent, found) => {
    expect(learnFromError("claude", anthropic(deprecated), sent) !== undefined).toBe(found);
  });

  it("teaches by the first pattern whose field was sent", () => {
    const error = anthropic(`This model does not support assistant message prefill. ${deprecated}`);
    expect(learnFromError("claude", error, { top_p: 1, messages: [] })?.pattern).toBe(
      "anthropic.sampling_fixed",
    );
    expect(learnFromError("claude", error, { messages: [] })?.pattern).toBe("anthropic.prefill");
  });

  it("never makes us drop a field that is not in the table", () => {
    for (const field of ["messages", "tools", "model", "__proto__", "constructor", "max_tokens"]) {
      const error = openai(
        `Unsupported parameter: '${field}' is not supported with this model.`,
        "unsupported_parameter",
      );
      const sent = { messages: [], tools: [], model: "m", max_tokens: 1 };
      expect(learnFromError("openai", error, sent)).toBeUndefined();
    }
  });

  it("that is huge and nearly matches is read in a moment", () => {
    const message = `${"temperature top_p ".repeat(200_000)}`;
    const taken = cpuTimeOf(() => {
      expect(learnFromError("claude", anthropic(message), { temperature: 1 })).toBeUndefined();
    });
    expect(taken).toBeLessThan(2000);
  });
});

describe("what was learned", () => {
  it("is laid over what is known of the model, and replaces only what it names", () => {
    const known = limitsFor("claude", "claude-sonnet-4-5");
    const taught = withLessons(known, [{ pattern: "anthropic.sampling_fixed", value: "top_p" }]);
    expect(taught.sampling).toMatchObject({
      ...known.sampling,
      topP: { is: "rejected" },
      thinking: { topP: { is: "rejected" } },
    });
    expect({ ...taught, sampling: undefined }).toEqual({ ...known, sampling: undefined });
  });

  it("changes nothing if the pattern or its value is unknown", () => {
    const known = limitsFor("openai", "gpt-4o");
    const lessons = [
      { pattern: "gone", value: "x" },
      { pattern: "openai.unsupported_parameter", value: "messages" },
      { pattern: "openai.efforts", value: "whatever" },
    ];
    expect(withLessons(known, lessons)).toEqual(known);
  });
});
