import { describe, expect, it } from "vitest";
import type { Conversation, OutputFormat, Tool } from "../../../contract/index.ts";
import type { ModelLimits } from "../../../models/index.ts";
import { applying } from "../fixtures/applying.ts";
import { outputFormat } from "./format.ts";

type Limit = NonNullable<ModelLimits["format"]>;
const plain: OutputFormat = { kind: "json_schema", name: "n", schema: { type: "object" } };
const recursive = { ...plain, schema: { properties: { child: { $ref: "#" } } } } as typeof plain;
const json = { kind: "json" } as OutputFormat;
const call = { kind: "function", name: "f", parameters: {} } as Tool;
const hosted = { kind: "server", name: "s", dialect: "claude", value: {} } as Tool;

function notesOf(format: Limit | undefined, output: OutputFormat | undefined, tools: Tool[] = []) {
  const parts: Partial<Conversation> = { tools, ...(output === undefined ? {} : { output }) };
  const { before, after, notes } = applying(outputFormat, parts, format === undefined ? {} : { format });
  expect(after).toBe(before);
  return notes;
}

const schemaless = "m takes no JSON Schema for its answer";
const unkept = "the target cannot keep an answer to a schema that refers to itself";
const besideTools = "m takes no format beside tools";

describe("JSON that a model does not take as a format", () => {
  it.each<[Limit, OutputFormat, Tool[], string]>([
    [{ schema: false }, plain, [], schemaless],
    [{ schema: false, recursion: "rejected", withTools: false } as Limit, recursive, [call], schemaless],
    [{ recursion: "rejected" } as Limit, recursive, [], unkept],
    [{ recursion: "rejected", withTools: false } as Limit, recursive, [call], unkept],
    [{ recursion: "unfolded" } as Limit, { ...recursive, strict: true } as OutputFormat, [], unkept],
    [{ recursion: "unfolded" } as Limit, { ...recursive, enforced: true } as OutputFormat, [], unkept],
    [{ withTools: false } as Limit, plain, [hosted, call], besideTools],
  ])("is asked for by a prompt, with the limits %j and the format %j", (limit, output, tools, reason) => {
    expect(notesOf(limit, output, tools)).toStrictEqual([
      {
        node: undefined,
        at: "$",
        disposition: "emulated",
        emulator: "structured_output_json_schema.instruct",
        reason,
        feature: "output.json_schema",
      },
    ]);
  });

  it("is asked for without a schema, too", () => {
    expect(notesOf({ withTools: false } as Limit, json, [call])).toStrictEqual([
      {
        node: undefined,
        at: "$",
        disposition: "emulated",
        emulator: "json_mode.instruct",
        reason: besideTools,
        feature: "output.json",
      },
    ]);
  });

  it.each<[Limit | undefined, OutputFormat | undefined, Tool[]]>([
    [undefined, plain, [call]],
    [{ schema: false, withTools: false } as Limit, undefined, [call]],
    [{ withTools: false } as Limit, { kind: "text" } as OutputFormat, [call]],
    [{ withTools: false } as Limit, { kind: "enum", values: ["a"] } as unknown as OutputFormat, [call]],
    [{ schema: false } as Limit, json, [call]],
    [{ schema: true } as unknown as Limit, recursive, [call]],
    [{ recursion: "rejected" } as Limit, plain, []],
    [{ recursion: "rejected" } as Limit, json, []],
    [{ recursion: "unfolded" } as Limit, recursive, []],
    [
      { recursion: "unfolded" } as Limit,
      { ...recursive, strict: false, enforced: false } as unknown as OutputFormat,
      [],
    ],
    [{ withTools: false } as Limit, plain, [hosted]],
    [{ withTools: false } as Limit, plain, []],
    [{ withTools: true } as unknown as Limit, plain, [call]],
  ])("stays a format with the limits %j and the format %j", (limit, output, tools) => {
    expect(notesOf(limit, output, tools)).toEqual([]);
  });
});
