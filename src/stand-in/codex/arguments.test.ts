import { describe, expect, it } from "vitest";
import { type CodexCommandLine, readCodexCommandLine } from "./arguments.ts";

const none: CodexCommandLine = {
  isVersion: false,
  model: undefined,
  sandbox: undefined,
  directory: undefined,
  images: [],
  outputSchema: undefined,
  lastMessage: undefined,
  settings: [],
  others: [],
  hasAdditionalDirectories: false,
  writesJson: false,
  resume: undefined,
  prompt: undefined,
};

describe("the command line of codex exec", () => {
  it.each<[readonly string[], Partial<CodexCommandLine>]>([
    [["exec"], {}],
    [["e"], {}],
    [["exec", "a", "b"], { prompt: "a b" }],
    [["exec", "-"], {}],
    [["exec", "--", "-m", "--last"], { prompt: "-m --last" }],
    [["exec", "a", "--", "b"], { prompt: "a b" }],
    [["--version"], { isVersion: true }],
    [["-V", "exec", "a"], { isVersion: true }],
    [["exec", "--model", "m"], { model: "m" }],
    [["exec", "-m", "m", "--model=n=1"], { model: "n=1" }],
    [["exec", "--sandbox", "s"], { sandbox: "s" }],
    [["exec", "-s", "s"], { sandbox: "s" }],
    [["exec", "--full-auto"], { sandbox: "workspace-write" }],
    [["exec", "--full-auto", "-s", "s"], { sandbox: "s" }],
    [["exec", "--yolo", "-s", "s"], { sandbox: "danger-full-access" }],
    [["exec", "--dangerously-bypass-approvals-and-sandbox"], { sandbox: "danger-full-access" }],
    [["exec", "--cd", "d"], { directory: "d" }],
    [["exec", "-C", "d"], { directory: "d" }],
    [["exec", "--image", "a,b", "-i", "c"], { images: ["a", "b", "c"] }],
    [["exec", "--output-schema", "o"], { outputSchema: "o" }],
    [["exec", "--output-last-message", "l"], { lastMessage: "l" }],
    [["exec", "-o", "l"], { lastMessage: "l" }],
    [["exec", "--config", "a=1", "-c", "b=2"], { settings: ["a=1", "b=2"] }],
    [["exec", "--profile", "p"], { others: ["--profile"] }],
    [["exec", "-p", "p"], { others: ["--profile"] }],
    [["exec", "--disable", "x", "--enable", "y"], { others: ["--enable", "--disable"] }],
    [["exec", "--oss"], { others: ["--oss"] }],
    [["exec", "--cyber-access-program", "x"], { others: ["--cyber-access-program"] }],
    [["exec", "--color", "never", "--thread-source", "x"], {}],
    [["exec", "--skip-git-repo-check", "--ephemeral", "--all"], {}],
    [["exec", "--add-dir", "d"], { hasAdditionalDirectories: true }],
    [["exec", "--json"], { writesJson: true }],
    [["exec", "--experimental-json"], { writesJson: true }],
    [["exec", "resume", "T"], { resume: "T" }],
    [["exec", "resume", "T", "a", "b"], { resume: "T", prompt: "a b" }],
    [["exec", "resume", "--last"], { resume: "latest" }],
    [["exec", "resume", "--last", "a", "b"], { resume: "latest", prompt: "a b" }],
    [["exec", "a", "resume"], { prompt: "a resume" }],
    [["exec", "--last", "a"], { prompt: "a" }],
  ])("%j", (argv, members) => {
    expect(readCodexCommandLine(argv)).toEqual({ ...none, ...members });
  });

  it.each([
    [[], "only 'codex exec' is stood in for, not the interactive Codex"],
    [["login"], "only 'codex exec' is stood in for, not 'codex login'"],
    [["exec", "--nothing"], "unexpected argument '--nothing' found"],
    [["exec", "--nothing=1"], "unexpected argument '--nothing' found"],
    [["exec", "--constructor"], "unexpected argument '--constructor' found"],
    [["exec", "-x"], "unexpected argument '-x' found"],
    [["exec", "--model"], "a value is required for '--model <value>'"],
    [["exec", "-m"], "a value is required for '-m <value>'"],
    [["exec", "resume"], "'codex exec resume' needs the id of a thread, or --last"],
  ])("%j is refused", (argv, message) => {
    expect(() => readCodexCommandLine(argv)).toThrow(
      expect.objectContaining({ code: "usage_invalid", message }),
    );
  });
});
