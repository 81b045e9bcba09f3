import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { sharedExists, sharedJson, sharedPath } from "../../../test/shared.ts";
import { formatKeyPath, PolicyProfile } from "../../contract/index.ts";
import { variableName } from "../layers/variable.ts";
import { ConfigSchema } from "./config-schema.ts";
import { key } from "./key-facts.ts";
import { findDefinition, isSection, listKeys, namesBelow } from "./key-table.ts";

const definitions = listKeys(ConfigSchema);

describe("the key table", () => {
  test("has the variables that abp/v0.1 has", () => {
    const variables = definitions.map((definition) => variableName(definition.path));
    expect(variables).toEqual(
      expect.arrayContaining([
        "ABP_DEFAULT_BACKEND",
        "ABP_LOG_LEVEL",
        "ABP_RECEIPTS_DIR",
        "ABP_WORKSPACE_DIR",
        "ABP_BIND_ADDRESS",
        "ABP_PORT",
      ]),
    );
    expect(new Set(variables).size).toBe(variables.length);
  });

  test("gives each key its type, range, options and default", () => {
    expect(findDefinition(definitions, ["port"])).toMatchObject({
      kind: "integer",
      minimum: 1,
      maximum: 65_535,
      default: 8088,
    });
    expect(findDefinition(definitions, ["prices", "claude-*", "input"])).toMatchObject({
      kind: "number",
      minimum: 0,
      required: true,
    });
    expect(findDefinition(definitions, ["prices", "claude-*", "input"])).not.toHaveProperty("maximum");
    expect(findDefinition(definitions, ["log_level"])).toMatchObject({
      kind: "string",
      options: ["error", "warn", "info", "debug", "trace"],
      default: "info",
    });
    expect(findDefinition(definitions, ["backends", "x", "type"])).toMatchObject({
      options: ["mock", "sidecar", "agent", "engine"],
      discriminator: true,
      required: true,
    });
    expect(findDefinition(definitions, ["backends", "x", "args"])).toMatchObject({
      kind: "list",
      default: [],
      required: false,
    });
  });

  test("joins the keys of the variants of an entry, and leaves alone what only looks like one", () => {
    const fact = { description: "A key." };
    const text = key(z.string().optional(), fact);
    const entry = z.discriminatedUnion("type", [
      z.object({
        type: key(z.literal("a"), fact),
        shared: key(z.enum(["x"]), fact),
        env: z.record(z.string(), text),
        list: key(z.array(z.string()).default(["d"]), fact),
      }),
      z.object({
        type: key(z.literal(["b", "c"]), fact),
        shared: key(z.enum(["y"]), fact),
        env: z.object({ "*": text }),
        count: key(z.int().max(7).optional(), fact),
      }),
    ]);
    const schema = z.object({
      entries: z.record(z.string(), entry),
      share: key(z.number().min(-1).prefault(2), fact),
      ok: key(z.boolean(), fact),
      at: key(z.iso.date(), fact),
    });
    const variant = (...values: string[]) => ({ member: "type", values });
    const base = { facts: fact, required: true, discriminator: false };
    expect(listKeys(schema)).toStrictEqual([
      {
        ...base,
        path: ["entries", "*", "type"],
        kind: "string",
        discriminator: true,
        options: ["a", "b", "c"],
        variant: variant("a", "b", "c"),
      },
      {
        ...base,
        path: ["entries", "*", "shared"],
        kind: "string",
        options: ["x", "y"],
        variant: variant("a", "b", "c"),
      },
      { ...base, path: ["entries", "*", "env", "*"], kind: "string", required: false },
      {
        ...base,
        path: ["entries", "*", "list"],
        kind: "list",
        required: false,
        default: ["d"],
        variant: variant("a"),
      },
      {
        ...base,
        path: ["entries", "*", "count"],
        kind: "integer",
        required: false,
        maximum: 7,
        variant: variant("b", "c"),
      },
      { ...base, path: ["share"], kind: "number", required: false, minimum: -1 },
      { ...base, path: ["ok"], kind: "boolean" },
      { ...base, path: ["at"], kind: "string" },
    ]);
  });

  test("has the lists of a policy profile, all of them", () => {
    expect(namesBelow(definitions, ["policy"])).toEqual(Object.keys(PolicyProfile.shape));
  });

  test("names below a path leave out those that the user chooses", () => {
    expect(namesBelow(definitions, ["backends"])).toEqual([]);
    expect(namesBelow(definitions, ["backends", "any"])).toEqual([
      "type",
      "command",
      "args",
      "pass_env",
      "env",
      "lenient_lines",
      "memory_mb",
      "processes",
      "read_only",
      "timeout_secs",
      "idle_timeout_secs",
      "dialect",
      "priority",
      "agent",
      "engine",
      "model",
      "system",
      "tools",
      "max_turns",
    ]);
    expect(namesBelow(definitions, ["port"])).toEqual([]);
    expect(namesBelow(definitions, [])).toContain("retention");
  });

  test("a section has keys below it, and a key has none", () => {
    expect(isSection(definitions, ["backends", "any"])).toBe(true);
    expect(isSection(definitions, ["port"])).toBe(false);
    expect(isSection(definitions, ["nothing"])).toBe(false);
  });

  test("refuses a schema with a member that is not described", () => {
    expect(() => listKeys(z.object({ bare: z.string() }))).toThrow(/bare is neither/);
    expect(() => listKeys(z.object({ odd: key(z.date(), { description: "A date." }) }))).toThrow(
      /odd has a type/,
    );
  });

  test("describes every key", () => {
    for (const definition of definitions)
      expect(definition.facts.description, formatKeyPath(definition.path)).toMatch(/\.$/);
  });
});

describe("the JSON Schema of the table", () => {
  const schema = z.toJSONSchema(ConfigSchema, { io: "input" });
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);

  test("accepts what the loader accepts and refuses what it refuses", () => {
    expect(validate({})).toBe(true);
    expect(validate({ port: 1, backends: { a: { type: "sidecar", command: "x" } }, future: 1 })).toBe(true);
    expect(validate({ port: 0 })).toBe(false);
    expect(validate({ log_level: "loud" })).toBe(false);
    expect(validate({ backends: { a: { type: "sidecar" } } })).toBe(false);
    expect(validate({ backends: { "": { type: "mock" } } })).toBe(false);
    expect(validate({ negotiation: { mode: "lax" } })).toBe(false);
    expect(validate({ prices: { "gpt-*": { input: 1.25, output: 10 } } })).toBe(true);
    expect(validate({ prices: { "gpt-*": { input: -1, output: 10 } } })).toBe(false);
  });

  test("holds the description of every key", () => {
    const text = JSON.stringify(schema);
    for (const definition of definitions)
      expect(text).toContain(JSON.stringify(definition.facts.description));
  });

  test.skipIf(!sharedExists)("has the properties of the abp/v0.1 schema and accepts its example", () => {
    const theirs = sharedJson<{ properties: object }>(
      "vectors/abp-v0.1/schemas/backplane_config.schema.json",
    );
    expect(Object.keys(schema.properties ?? {})).toEqual(
      expect.arrayContaining(Object.keys(theirs.properties)),
    );
    const example = readFileSync(sharedPath("vectors/abp-v0.1/fixtures/backplane.example.toml"), "utf8");
    expect(validate(JSON.parse(JSON.stringify(parse(example))))).toBe(true);
  });
});
