import { describe, expect, test } from "vitest";
import type { KeyDefinition, KeyKind } from "../schema/key-table.ts";
import { readText, variableName } from "./variable.ts";

const definition = (kind: KeyKind): KeyDefinition => ({
  path: ["x"],
  kind,
  facts: { description: "A key." },
  required: false,
  discriminator: false,
});

describe("the text of a variable", () => {
  test.each<[KeyKind, string, unknown]>([
    ["string", " 8080 ", " 8080 "],
    ["integer", "8080", 8080],
    ["integer", " -1 ", -1],
    ["number", "0.25", 0.25],
    ["number", " 15 ", 15],
    ["number", ".5", 0.5],
    ["number", "1e-3", 0.001],
    ["boolean", "TRUE", true],
    ["boolean", " true ", true],
    ["boolean", "1", true],
    ["boolean", "yes", true],
    ["boolean", "on", true],
    ["boolean", "false", false],
    ["boolean", "0", false],
    ["boolean", "no", false],
    ["boolean", "off", false],
    ["integer", "+5", 5],
    ["number", "-1.5", -1.5],
    ["number", "2.", 2],
    ["number", "1E+2", 100],
    ["list", "a, b,,c ", ["a", "b", "c"]],
    ["list", '["a,b", "c"]', ["a,b", "c"]],
    ["list", "[]", []],
  ])("as %s, %j is %j", (kind, text, value) => {
    expect(readText(definition(kind), text)).toEqual({ value });
  });

  test.each<[KeyKind, string, string]>([
    ["integer", "80.5", "is not a whole number"],
    ["integer", "0x10", "is not a whole number"],
    ["integer", "1e3", "is not a whole number"],
    ["number", "0x10", "is not a number"],
    ["number", "Infinity", "is not a number"],
    ["number", "1,5", "is not a number"],
    ["number", ".", "is not a number"],
    ["integer", "", "is not a whole number"],
    ["number", "1e", "is not a number"],
    ["number", "x1", "is not a number"],
    ["boolean", "", "is not `true` or `false`"],
    ["boolean", "maybe", "is not `true` or `false`"],
    ["list", "[a]", "begins with `[` and is not a JSON array"],
  ])("as %s, %j is refused", (kind, text, problem) => {
    expect(readText(definition(kind), text)).toStrictEqual({ problem });
  });

  test("names are upper case with two underscores between levels", () => {
    expect(variableName(["backends", "my-agent.2", "command"])).toBe("ABP_BACKENDS__MY_AGENT_2__COMMAND");
  });

  test("a name never looks like two levels", () => {
    expect(variableName(["prices", "claude-*", "input"])).toBe("ABP_PRICES__CLAUDE__INPUT");
    expect(variableName(["prices", "gpt--5.*-[a-c]", "input"])).toBe("ABP_PRICES__GPT_5_A_C__INPUT");
  });
});
