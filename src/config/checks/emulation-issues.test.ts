import { describe, expect, it } from "vitest";
import { configuredEmulators } from "../index.ts";
import type { ConfigIssue } from "../issue.ts";
import { loadConfig } from "../load.ts";
import { listEmulationIssues } from "./emulation-issues.ts";

function load(text: string) {
  const readFile = (path: string) => {
    if (path === "/home/ada/.config/abp/backplane.toml") return text;
    throw Object.assign(new Error("no such file"), { code: "ENOENT" });
  };
  return loadConfig({ cwd: "/work", home: "/home/ada", env: {}, readFile, ignoreProjectConfig: true }).config;
}

function issuesOf(text: string): string[] {
  try {
    load(text);
    return [];
  } catch (error) {
    const { details } = error as { details: { issues: { message: string; where: string }[] } };
    return details.issues.map(({ where, message }) => `${where.slice(where.indexOf(":") + 1)} ${message}`);
  }
}

describe("the section [emulation]", () => {
  it("names a capability that is not known, with its place and a near one", () => {
    expect(issuesOf('\n[emulation.extended_thinkin]\ntype = "disabled"\nreason = "x"')).toEqual([
      '3:1 `emulation.extended_thinkin` is not a capability; did you mean "extended_thinking"?',
    ]);
  });

  it("names a strategy that is not known, with its place", () => {
    expect(issuesOf('[emulation.json_mode]\ntype = "prompt"')).toEqual([
      '2:1 `emulation.json_mode.type` is "prompt", expected "system_prompt_injection" or "post_processing" or "disabled"',
    ]);
    expect(issuesOf('[emulation.json_mode]\ntype = "system_prompt_injection"')).toEqual([
      "2:1 `emulation.json_mode.prompt` is required",
    ]);
  });

  it.each([
    [
      "post_processing",
      "code_execution",
      'has no post-processing, expected "system_prompt_injection" or "disabled"',
    ],
    ["system_prompt_injection", "mcp_client", 'is content that a prompt cannot replace, expected "disabled"'],
    [
      "system_prompt_injection",
      "image_input",
      'is content that a prompt cannot replace, expected "disabled"',
    ],
  ])("refuses a strategy that nothing carries out: %s for %s", (type, capability, words) => {
    expect(issuesOf(`[emulation.${capability}]\ntype = "${type}"\nprompt = "p"`)).toEqual([
      `2:1 \`emulation.${capability}.type\` is "${type}": ${capability} ${words}`,
    ]);
  });

  it("refuses two entries for one capability, whatever they call it", () => {
    const text = '[emulation.extended_thinking]\ntype = "disabled"\n[emulation.Reasoning]\ntype = "disabled"';
    expect(issuesOf(text)).toEqual([
      "4:1 `emulation.Reasoning` is the capability extended_thinking, and so is `emulation.extended_thinking`",
    ]);
  });

  it("takes capabilities that only calls have, and fills in what is not said", () => {
    const config = load(
      '[emulation.tool_choice]\ntype = "disabled"\n[emulation.structured_output]\ntype = "post_processing"\n[emulation.stop]\ntype = "post_processing"\ndetail = "Cut"',
    );
    const set = configuredEmulators(config);
    expect(set.disabled.get("tool_choice")).toBe("switched off in the configuration");
    expect(set.calls.find(({ capability }) => capability === "tool_choice")).toBeUndefined();
    const strategyOf = (name: string) => set.calls.find(({ capability }) => capability === name)?.strategy;
    expect(strategyOf("structured_output_json_schema")).toEqual({
      type: "post_processing",
      detail: "Parse and validate JSON from text response",
    });
    expect(strategyOf("stop_sequences")).toEqual({ type: "post_processing", detail: "Cut" });
  });
});

describe("the entries of [emulation]", () => {
  const known = 'has no post-processing, expected "system_prompt_injection" or "disabled"';

  it.each<[string, [path: string, value: unknown][], [key: string, message: string, where?: string][]]>([
    ["of another table are none", [["emulations.nonsense.type", "disabled"]], []],
    ["are none if the table is no table", [["emulation", 5]], []],
    ["may be empty", [["emulation.json_mode", {}]], []],
    [
      "are named once if their capability is unknown, with a near one if there is one",
      [
        ["emulation.zzzzzzzzzzzz.type", "disabled"],
        ["emulation.zzzzzzzzzzzz.reason", "x"],
        ["emulation.stop_sequence.type", "disabled"],
      ],
      [
        ["emulation.zzzzzzzzzzzz", "is not a capability", "emulation.zzzzzzzzzzzz.type"],
        [
          "emulation.stop_sequence",
          'is not a capability; did you mean "stop_sequences"?',
          "emulation.stop_sequence.type",
        ],
      ],
    ],
    [
      "are named once if another one has their capability",
      [
        ["emulation.stop.type", "disabled"],
        ["emulation.stop.reason", "x"],
        ["emulation.stop_sequences.type", "disabled"],
        ["emulation.stop_sequences.reason", "x"],
        ["emulation.stop.detail", "x"],
      ],
      [
        [
          "emulation.stop_sequences",
          "is the capability stop_sequences, and so is `emulation.stop`",
          "emulation.stop_sequences.type",
        ],
      ],
    ],
    [
      "are judged by their type only",
      [
        ["emulation.code_execution.prompt", "post_processing"],
        ["emulation.code_execution.type", "post_processing"],
        ["emulation.mcp_client.type", "prompt"],
      ],
      [["emulation.code_execution.type", `is "post_processing": code_execution ${known}`]],
    ],
  ])("%s", (_, values, issues) => {
    const leaves = values.map(([path, value]) => ({
      path: path.split("."),
      value,
      origin: { layer: "user" as const, where: `at ${path}`, redacted: false },
    }));
    expect(listEmulationIssues(leaves)).toStrictEqual(
      issues.map(
        ([key, message, where = key]): ConfigIssue => ({
          message: `\`${key}\` ${message}`,
          where: `at ${where}`,
          key,
        }),
      ),
    );
  });
});

it("has a detail for post-processing, and keeps what is said of the others", () => {
  const post = { type: "post_processing" } as const;
  const disabled = { type: "disabled", reason: "no" } as const;
  const emulation = {
    json_mode: post,
    code_execution: post,
    enum_output: { ...post, detail: "Look" },
    vision: disabled,
  };
  expect(JSON.parse(configuredEmulators({ emulation }).key)).toStrictEqual([
    ["code_execution", { type: "post_processing", detail: "Process the response" }],
    ["enum_output", { type: "post_processing", detail: "Look" }],
    ["json_mode", { type: "post_processing", detail: "Parse JSON from text response" }],
    ["vision", disabled],
  ]);
});
