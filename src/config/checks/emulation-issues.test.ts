import { describe, expect, it } from "vitest";
import { configuredEmulators } from "../index.ts";
import { loadConfig } from "../load.ts";

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
