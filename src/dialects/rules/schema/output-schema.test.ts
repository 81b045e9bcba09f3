import { describe, expect, it } from "vitest";
import { chatRequest, messagesRequest, translating } from "../fixtures/applying.ts";

const closed = (properties: Record<string, object>) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const enforcing: readonly [string, (schema: unknown) => object][] = [
  [
    "claude",
    (schema) => ({ ...messagesRequest, output_config: { format: { type: "json_schema", schema } } }),
  ],
  [
    "gemini",
    (schema) => ({
      contents: [{ role: "user", parts: [{ text: "hi" }] }],
      generationConfig: { responseMimeType: "application/json", responseSchema: schema },
    }),
  ],
  [
    "gemini",
    (schema) => ({
      contents: [{ role: "user", parts: [{ text: "hi" }] }],
      generationConfig: { responseMimeType: "application/json", responseJsonSchema: schema },
    }),
  ],
];
const targets = [
  ["openai", "gpt-5.5"],
  ["codex", "gpt-6-sol"],
  ["copilot", "gpt-4.1"],
  ["kimi", "kimi-k3"],
] as const;
const formatOf = (body: Readonly<Record<string, unknown>>) => {
  const { response_format, text } = body as {
    response_format?: { json_schema?: object };
    text?: { format?: object };
  };
  return (response_format?.json_schema ?? text?.format) as { schema?: unknown; strict?: boolean } | undefined;
};

describe("an answer that the caller's API holds to its schema", () => {
  const pairs = enforcing.flatMap(([from, ask]) =>
    targets.map(([to, model]) => [from, to, model, ask] as const),
  );

  it.each(pairs)("of %s is strict at %s %s, if the schema can be", (from, to, model, ask) => {
    const schema = closed({
      n: { type: "integer", minimum: 1 },
      tags: { type: "array", items: { type: "string" } },
    });
    const { body, entries } = translating(from, to, model, ask(schema));
    expect(formatOf(body)).toMatchObject({ schema, strict: true });
    expect(entries.filter(({ disposition }) => disposition !== "mapped")).toEqual([]);
  });

  it.each(pairs)(
    "of %s is not enforced at %s %s otherwise, and that is disclosed",
    (from, to, model, ask) => {
      for (const [schema, why] of [
        [{ ...closed({ a: { type: "string" }, b: { type: "string" } }), required: ["a"] }, '"b" is optional'],
        [closed({ a: { type: "string", minLength: 2 } }), "minLength is not one of its keywords"],
        [
          closed({ a: { type: "object", properties: {}, additionalProperties: true } }),
          "fields that are not named",
        ],
        [closed({ a: { description: "anything" } }), "a part of it has no type"],
        [closed({ a: { type: "string", format: "int99" } }), 'no format "int99"'],
      ] as const) {
        const { body, entries } = translating(from, to, model, ask(schema));
        expect(formatOf(body)?.strict).toBeUndefined();
        const said = entries.find(({ rule }) => rule === "schema.enforced_output");
        expect(said).toMatchObject({ disposition: "disclosed", feature: "output.strict" });
        expect(said?.reason).toContain(why);
        if (from === "claude") expect(() => translating(from, to, model, ask(schema), true)).toThrow(why);
      }
    },
  );

  it("keeps the order that Gemini names, as the order of the properties", () => {
    const schema = {
      ...closed({ a: { type: "string" }, b: { type: "string" } }),
      propertyOrdering: ["b", "a"],
    };
    const { body } = translating("gemini", "codex", "gpt-5.5", enforcing[2]![1](schema));
    const written = formatOf(body)?.schema as { properties: object };
    expect(Object.keys(written.properties)).toEqual(["b", "a"]);
    expect(written).not.toHaveProperty("propertyOrdering");
  });

  it("says strict or not as the caller does, if its API leaves it to the caller", () => {
    const schema = closed({ a: { type: "string" } });
    for (const strict of [true, false, undefined]) {
      const response_format = {
        type: "json_schema",
        json_schema: { name: "n", schema, ...(strict === undefined ? {} : { strict }) },
      };
      const { body, said } = translating("openai", "codex", "gpt-5.5", { ...chatRequest, response_format });
      expect(formatOf(body)?.strict).toBe(strict);
      expect(said).toEqual([]);
    }
  });
});

describe("an answer whose schema is not that of an object", () => {
  const roots = [
    { type: "array", items: { type: "string" } },
    { type: "string", enum: ["a", "b"] },
    { anyOf: [closed({}), { type: "null" }] },
    { ...closed({}), anyOf: [{}] },
    { type: ["object", "null"], properties: {} },
    true,
  ];

  it.each(targets)("is asked of %s %s by a prompt", (to, model) => {
    const chat = to === "openai" ? "codex" : "openai";
    for (const schema of roots) {
      const format = { type: "json_schema", name: "n", schema };
      const asked =
        chat === "codex"
          ? { input: "hi", text: { format } }
          : { ...chatRequest, response_format: { type: "json_schema", json_schema: { name: "n", schema } } };
      for (const [from, request] of [
        [chat, asked],
        ["claude", enforcing[0]![1](schema)],
      ] as const) {
        if (from === to) continue;
        const { entries } = translating(from, to, model, request);
        expect(entries).toContainEqual(
          expect.objectContaining({
            rule: "schema.output_root",
            disposition: "emulated",
            emulator: "structured_output_json_schema.instruct",
          }),
        );
      }
    }
  });

  it("is written as an object if it means one", () => {
    const $defs = { cat: closed({ name: { type: "string" } }) };
    const { body, said } = translating(
      "claude",
      "codex",
      "gpt-5.5",
      enforcing[0]![1]({ $ref: "#/$defs/cat", $defs }),
    );
    expect(formatOf(body)).toMatchObject({ schema: $defs.cat, strict: true });
    expect(said).toEqual(["schema.output_root mapped", "schema.enforced_output mapped"]);
  });
});

describe("arrays without items and objects without properties", () => {
  const parameters = {
    type: "object",
    properties: {
      list: { type: "array" },
      maybe: { type: ["array", "null"] },
      free: { type: "object", additionalProperties: { type: "array" } },
      any: { anyOf: [{ type: "object" }, { type: "string" }] },
      fine: { type: "array", items: { type: "string" } },
      named: { enum: [{ type: "array" }] },
    },
    required: ["list"],
  };
  const complete = {
    type: "object",
    properties: {
      list: { type: "array", items: {} },
      maybe: { type: ["array", "null"], items: {} },
      free: { type: "object", additionalProperties: { type: "array", items: {} }, properties: {} },
      any: { anyOf: [{ type: "object", properties: {} }, { type: "string" }] },
      fine: { type: "array", items: { type: "string" } },
      named: { enum: [{ type: "array" }] },
    },
    required: ["list"],
  };
  const parametersOf = (body: Readonly<Record<string, unknown>>) => {
    const [tool] = body["tools"] as { function?: { parameters?: unknown }; parameters?: unknown }[];
    return tool?.function?.parameters ?? tool?.parameters;
  };

  it.each([
    ["openai", "gpt-5.2"],
    ["codex", "gpt-5.5"],
    ["copilot", "gpt-4.1"],
    ["openai", "some-model"],
  ])("get the ones that they mean, for %s %s", (to, model) => {
    for (const [input_schema, expected] of [
      [parameters, complete],
      [{ type: "object" }, { type: "object", properties: {} }],
      [
        { type: "object", additionalProperties: false },
        { type: "object", additionalProperties: false, properties: {} },
      ],
    ]) {
      const { body, said } = translating("claude", to, model, {
        ...messagesRequest,
        tools: [{ name: "f", input_schema }],
      });
      expect(parametersOf(body)).toEqual(expected);
      expect(said).toContain("schema.complete mapped");
    }
    const { said } = translating("claude", to, model, {
      ...messagesRequest,
      tools: [{ name: "f", input_schema: complete }],
    });
    expect(said).not.toContain("schema.complete mapped");
  });

  it("of an answer get them too", () => {
    const response_format = { type: "json_schema", json_schema: { name: "n", schema: parameters } };
    const { body } = translating("openai", "codex", "gpt-5.5", { ...chatRequest, response_format });
    expect(formatOf(body)?.schema).toEqual(complete);
  });

  it("stay as they are for other vendors", () => {
    const { body, said } = translating("openai", "claude", "claude-opus-5", {
      ...chatRequest,
      tools: [{ type: "function", function: { name: "f", parameters } }],
    });
    expect((body["tools"] as { input_schema: unknown }[])[0]?.input_schema).toEqual(parameters);
    expect(said).not.toContain("schema.complete mapped");
  });
});
