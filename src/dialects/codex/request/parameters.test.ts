import { describe, expect, it } from "vitest";
import type { Conversation, OutputFormat, Reasoning } from "../../../contract/index.ts";
import type { WriterNote } from "../../codec/writer-note.ts";
import { conversation } from "../../rules/fixtures/applying.ts";
import { writeInclude, writeReasoning, writeServiceTier, writeText } from "./parameters.ts";

const LOGPROBS = "message.output_text.logprobs";

function write<Written>(
  writer: (conversation: Conversation, note: (note: WriterNote) => void) => Written,
  parts: Partial<Conversation>,
) {
  const notes: WriterNote[] = [];
  return { written: writer(conversation(parts), (note) => notes.push(note)), notes };
}

const own = (members: object) => ({ vendor: { codex: members } }) as Partial<Conversation>;

it.each([
  [{}, undefined],
  [own({ include: ["x"] }), ["x"]],
  [{ sampling: { logprobs: 0 } }, [LOGPROBS]],
  [{ sampling: { logprobs: 2 }, ...own({ include: "x" }) }, [LOGPROBS]],
  [{ sampling: { logprobs: 2 }, ...own({ include: ["x"] }) }, ["x", LOGPROBS]],
  [{ sampling: { logprobs: 2 }, ...own({ include: [LOGPROBS, "x"] }) }, [LOGPROBS, "x"]],
  [{ sampling: { logprobs: 2 }, vendor: { "codex:top_logprobs": {} } }, undefined],
] as [Partial<Conversation>, unknown][])("of %j, the extra data are %j", (parts, include) => {
  expect(writeInclude(conversation(parts))).toEqual(include);
});

describe("the form of an answer", () => {
  const schema = { type: "object" };
  it.each<[Partial<Conversation>, unknown]>([
    [{}, undefined],
    [{ verbosity: "low" }, { verbosity: "low" }],
    [{ output: { kind: "enum", values: ["a"] } as OutputFormat }, {}],
    [{ output: { kind: "text" } }, { format: { type: "text" } }],
    [{ output: { kind: "json" } }, { format: { type: "json_object" } }],
    [
      { output: { kind: "json_schema", name: "n", schema } },
      { format: { type: "json_schema", name: "n", schema } },
    ],
    [
      {
        output: { kind: "json_schema", name: "n", description: "d", schema, strict: false },
        verbosity: "high",
      },
      {
        format: { type: "json_schema", name: "n", description: "d", schema, strict: false },
        verbosity: "high",
      },
    ],
    [own({ text: "x" }), {}],
    [own({ text: { a: 1 } }), { a: 1 }],
    [own({ text: { a: 1, format: { b: 2 } } }), { a: 1, format: { b: 2 } }],
    [own({ text: { a: 1, format: "x" } }), { a: 1 }],
    [
      { output: { kind: "json" }, ...own({ text: { format: { b: 2 } } }) },
      { format: { type: "json_object", b: 2 } },
    ],
  ])("of %j is %j", (parts, text) => {
    expect(write(writeText, parts)).toStrictEqual({ written: text, notes: [] });
  });

  it("has a name for its schema", () => {
    expect(write(writeText, { output: { kind: "json_schema", schema } })).toStrictEqual({
      written: { format: { type: "json_schema", name: "response", schema } },
      notes: [
        {
          node: undefined,
          at: "$.text.format.name",
          disposition: "mapped",
          reason: "a schema must have a name here, so it is called response",
          feature: "output.json_schema",
        },
      ],
    });
  });
});

describe("how much a model is to think", () => {
  type Told = [disposition: string, feature: string, reason: string];
  it.each<[Reasoning, object, Told[]]>([
    [{}, {}, []],
    [{ effort: "low" }, { effort: "low" }, []],
    [
      { effort: "great" },
      { effort: "great" },
      [["disclosed", "effort", "great is no level that the API documents; sent as it stands"]],
    ],
    [
      { effort: "low", budgetTokens: 5 },
      { effort: "low" },
      [["disclosed", "budget", "the level low stands in for 5 tokens"]],
    ],
    [{ mode: "off", budgetTokens: 5 }, { effort: "none" }, []],
    [
      { budgetTokens: 4096 },
      { effort: "low" },
      [["disclosed", "budget", "the level low stands in for 4096 tokens"]],
    ],
    [
      { budgetTokens: 4097 },
      { effort: "medium" },
      [["disclosed", "budget", "the level medium stands in for 4097 tokens"]],
    ],
    [
      { budgetTokens: 16_384 },
      { effort: "medium" },
      [["disclosed", "budget", "the level medium stands in for 16384 tokens"]],
    ],
    [
      { budgetTokens: 16_385 },
      { effort: "high" },
      [["disclosed", "budget", "the level high stands in for 16385 tokens"]],
    ],
    [
      { mode: "on" },
      { effort: "medium" },
      [["mapped", "mode", "thinking is switched on by a level, so medium is requested"]],
    ],
    [{ display: "none" }, {}, []],
    [{ display: "summary" }, { summary: "auto" }, []],
    [{ display: "concise" }, { summary: "concise" }, []],
    [
      { display: "full" },
      { summary: "detailed" },
      [["disclosed", "display", "the API shows a summary of the thinking, so a detailed one is requested"]],
    ],
    [
      { display: "loud" },
      {},
      [["disclosed", "display", "loud is no way of showing thinking here; the default is used"]],
    ],
  ] as [Reasoning, object, Told[]][])("%j is written as %j", (reasoning, written, told) => {
    expect(write(writeReasoning, { reasoning })).toStrictEqual({
      written,
      notes: told.map(([disposition, feature, reason]) => ({
        node: undefined,
        at: "$.reasoning",
        disposition,
        reason,
        feature: `reasoning.${feature}`,
      })),
    });
  });

  it.each<[Partial<Conversation>, unknown]>([
    [{}, undefined],
    [own({ reasoning: "x" }), undefined],
    [own({ reasoning: { a: 1 } }), { a: 1 }],
    [
      { reasoning: { effort: "low" }, ...own({ reasoning: { a: 1 } }) },
      { effort: "low", a: 1 },
    ],
    [{ reasoning: { effort: "low" }, ...own({ reasoning: "x" }) }, { effort: "low" }],
  ])("has members of its own: %j is written as %j", (parts, written) => {
    expect(write(writeReasoning, parts)).toStrictEqual({ written, notes: [] });
  });
});

describe("the service tier", () => {
  it.each([undefined, "auto", "default", "flex", "scale", "priority", "fast", "ultrafast"])(
    "%s stays",
    (tier) => {
      const parts = tier === undefined ? {} : { serviceTier: tier };
      expect(write(writeServiceTier, parts)).toStrictEqual({ written: tier, notes: [] });
    },
  );

  it.each([
    ["standard_only", "default", "mapped", "standard_only is called default here"],
    ["standard", "default", "mapped", "standard is called default here"],
    [
      "slow",
      undefined,
      "disclosed",
      "slow is not one of auto, default, flex, scale, priority, fast, ultrafast",
    ],
  ])("%s becomes %s", (serviceTier, written, disposition, reason) => {
    expect(write(writeServiceTier, { serviceTier })).toStrictEqual({
      written,
      notes: [{ node: undefined, at: "$.service_tier", feature: "service_tier", disposition, reason }],
    });
  });
});
