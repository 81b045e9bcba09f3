import { describe, expect, it } from "vitest";
import { readCommandLine } from "./arguments.ts";
import { claudeFeatures } from "./features.ts";
import { claudeFlags, flagAliases } from "./flags.ts";

const flagsOf = (...argv: string[]) => Object.fromEntries(readCommandLine(argv).flags);

describe("readCommandLine", () => {
  it("reads values after a space and after an equals sign, and switches", () => {
    expect(flagsOf("--model", "a", "--verbose", "--max-turns=3", "--json-schema={}", "--model=b=c")).toEqual({
      "--model": ["a", "b=c"],
      "--verbose": [],
      "--max-turns": ["3"],
      "--json-schema": ["{}"],
    });
  });

  it("reads short spellings", () => {
    expect(flagsOf("-p", "-c", "-v")).toEqual({ "--print": [], "--continue": [], "--version": [] });
    expect(flagsOf("--allowed-tools", "A", "-r", "id")).toEqual({
      "--allowedTools": ["A"],
      "--resume": ["id"],
    });
  });

  it("a list takes all words up to the next flag", () => {
    expect(flagsOf("--allowedTools", "A", "B", "--tools", "", "--add-dir", "x", "-p")).toEqual({
      "--allowedTools": ["A", "B"],
      "--tools": [""],
      "--add-dir": ["x"],
      "--print": [],
    });
    expect(flagsOf("--allowedTools", "--verbose")).toEqual({ "--allowedTools": [], "--verbose": [] });
    expect(flagsOf("--allowedTools=A", "B").valueOf()).toEqual({ "--allowedTools": ["A"] });
  });

  it("an optional value may be missing", () => {
    expect(flagsOf("--resume", "--verbose")).toEqual({ "--resume": [], "--verbose": [] });
    expect(flagsOf("--resume")).toEqual({ "--resume": [] });
  });

  it("one value is taken whatever it looks like", () => {
    expect(flagsOf("--system-prompt", "--verbose")).toEqual({ "--system-prompt": ["--verbose"] });
  });

  it("the rest is the prompt", () => {
    expect(readCommandLine(["-p", "do", "it"]).prompt).toBe("do it");
    expect(readCommandLine(["-p", "--", "--model", "-"]).prompt).toBe("--model -");
    expect(readCommandLine(["-"]).prompt).toBe("-");
    expect(readCommandLine([]).prompt).toBeUndefined();
  });

  it("refuses what Claude Code does not have", () => {
    expect(() => readCommandLine(["--nope=1"])).toThrow("unknown option '--nope'");
    expect(() => readCommandLine(["--toString"])).toThrow("unknown option");
    expect(() => readCommandLine(["--model"])).toThrow("option '--model <value>' argument missing");
  });
});

describe("claudeFlags", () => {
  const switches =
    "--print --verbose --include-partial-messages --replay-user-messages --dangerously-skip-permissions " +
    "--allow-dangerously-skip-permissions --strict-mcp-config --continue --fork-session --no-session-persistence " +
    "--managed-settings-in-initialize --include-hook-events --session-mirror --debug-to-stderr --await-initialize --version";
  const lists = "--allowedTools --disallowedTools --tools --mcp-config --betas --add-dir";
  const optional = ["--resume", "--debug"];

  it("have no value, one, an optional one or several", () => {
    const words = (name: string) => readCommandLine([name, "a", "b"]);
    const others = [...switches.split(" "), ...lists.split(" "), ...optional];
    for (const name of switches.split(" ")) expect(words(name).prompt, name).toBe("a b");
    for (const name of lists.split(" ")) expect(words(name).flags.get(name), name).toEqual(["a", "b"]);
    for (const name of optional) {
      expect(words(name), name).toEqual({ flags: new Map([[name, ["a"]]]), prompt: "b" });
      expect(readCommandLine([name]).flags.get(name), name).toEqual([]);
    }
    for (const name of Object.keys(claudeFlags).filter((one) => !others.includes(one))) {
      expect(words(name), name).toEqual({ flags: new Map([[name, ["a"]]]), prompt: "b" });
      expect(() => readCommandLine([name]), name).toThrow("argument missing");
    }
  });

  it("ask for a feature, unless they change nothing here", () => {
    const asked = Object.entries(claudeFlags).map(([name, { feature }]) => [feature ?? "nothing", name]);
    const names = (wanted: string) => asked.flatMap(([feature, name]) => (feature === wanted ? name! : []));
    expect(names("nothing").join(" ")).toBe(
      "--print --verbose --allow-dangerously-skip-permissions --strict-mcp-config --debug --debug-file --debug-to-stderr --await-initialize --version",
    );
    expect(names("model_settings").join(" ")).toBe(
      "--thinking --max-thinking-tokens --thinking-display --effort --task-budget --betas --fallback-model",
    );
    expect(names("settings").join(" ")).toBe(
      "--setting-sources --settings --plugin-dir --plugin-dir-no-mcp --channels --project-config-root",
    );
    expect(names("diagnostics").join(" ")).toBe(
      "--permission-prompts --include-hook-events --session-mirror",
    );
    expect(names("resume_at")).toEqual(["--resume-session-at", "--resume-drops-turn"]);
    expect(names("managed_settings")).toEqual(["--managed-settings", "--managed-settings-in-initialize"]);
    expect([...names("agents"), ...names("directories")]).toEqual(["--agent", "--agents", "--add-dir"]);
  });

  it("have other spellings", () => {
    expect(flagAliases).toEqual({
      "-p": "--print",
      "-c": "--continue",
      "-r": "--resume",
      "-d": "--debug",
      "-v": "--version",
      "--allowed-tools": "--allowedTools",
      "--disallowed-tools": "--disallowedTools",
    });
  });

  it("names only features and flags that exist", () => {
    for (const { feature } of Object.values(claudeFlags)) {
      if (feature !== undefined) expect(Object.keys(claudeFeatures)).toContain(feature);
    }
    for (const name of Object.values(flagAliases)) expect(Object.keys(claudeFlags)).toContain(name);
  });
});
