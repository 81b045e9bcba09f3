import { describe, expect, it } from "vitest";
import { agentConnections } from "../registry.ts";
import { findAgentCommand } from "./agent-command.ts";

const find = (...words: string[]) => findAgentCommand(words, agentConnections);

describe("an agent within a command", () => {
  it.each<[string, string[], string, number]>([
    ["by its name", ["codex", "exec", "x"], "codex", 1],
    ["by an absolute path", ["/opt/bin/claude", "-p"], "claude", 1],
    ["by a path of Windows", ["C:\\tools\\codex.CMD"], "codex", 1],
    ["after env", ["env", "codex"], "codex", 2],
    ["after env with variables and options", ["env", "-u", "A", "B=1", "C=2", "codex", "x"], "codex", 6],
    ["after /usr/bin/env", ["/usr/bin/env", "gemini"], "gemini", 2],
    ["after timeout", ["timeout", "60", "claude", "-p"], "claude", 3],
    [
      "after timeout with options",
      ["timeout", "-k", "5", "--foreground", "60s", "claude", "-p"],
      "claude",
      6,
    ],
    ["after nice", ["nice", "-n", "10", "kimi"], "kimi", 4],
    ["after nice in its old form", ["nice", "-10", "kimi"], "kimi", 3],
    ["after several wrappers", ["nohup", "nice", "env", "A=b", "timeout", "9", "codex"], "codex", 7],
    ["by npx", ["npx", "codex"], "codex", 2],
    ["by npx with the package", ["npx", "-y", "@openai/codex@0.166.0", "exec"], "codex", 3],
    ["by npx with package and program", ["npx", "-p", "@openai/codex", "codex", "exec"], "codex", 4],
    ["by npm exec with dashes", ["npm", "exec", "--", "@openai/codex", "exec"], "codex", 4],
    ["by npm exec with dashes behind", ["npm", "exec", "-y", "codex", "--", "exec"], "codex", 5],
    ["by bunx", ["bunx", "@google/gemini-cli"], "gemini", 2],
    ["by pnpm dlx", ["pnpm", "dlx", "opencode-ai", "run"], "opencode", 3],
    [
      "as a script of its package",
      ["node", "--import", "x", "/a/node_modules/@openai/codex/bin/codex.js", "-v"],
      "codex",
      4,
    ],
    [
      "as another file of its package",
      ["node", "./node_modules/@moonshot-ai/kimi-code/dist/main.mjs"],
      "kimi",
      2,
    ],
    ["as a script of its name", ["bun", "run", "/x/gemini.js"], "gemini", 3],
    ["after an unknown program and dashes", ["dotenvx", "run", "--", "claude", "-p"], "claude", 4],
  ])("is found %s", (_, words, name, at) => {
    const command = find(...words)!;
    expect(command.tool.name).toBe(name);
    expect(command.place).toEqual({ in: "words", at, before: [] });
    expect(command.clearedBy).toBeUndefined();
  });

  it("needs dashes before its arguments if npm would read them", () => {
    expect(find("npm", "exec", "codex", "exec")!.place).toEqual({ in: "words", at: 3, before: ["--"] });
  });

  it.each<[string, string[], string, boolean]>([
    ["", ["bash", "-c", "codex exec 'do it'"], "codex", true],
    ["", ["sh", "-lc", "cd /x && A=1 timeout 60 codex exec"], "codex", true],
    ["", ["zsh", "-o", "x", "-ic", "echo a; exec claude"], "claude", true],
    ["", ["bash", "--norc", "-c", "/opt/bin/codex exec"], "codex", false],
    ["", ["bash", "-c", "npx codex exec"], "codex", false],
    ["", ["bash", "-c", 'if true; then "codex" exec; fi'], "codex", true],
    ["", ["env", "bash", "-c", "bash -c 'codex exec'"], "codex", true],
    ["", ["npx", "-c", "codex exec"], "codex", true],
    ["", ["bash", "-c", "x=$(codex exec a | tail -1)"], "codex", true],
  ])("is found in a shell's script%s: %j", (_, words, name, isOnPath) => {
    const command = find(...words)!;
    expect(command.tool.name).toBe(name);
    expect(command.place).toEqual({ in: "script", isOnPath });
  });

  it.each<[string[]]>([
    [["python", "agent.py", "codex"]],
    [["claude-wrapper"]],
    [["bash", "run.sh", "codex"]],
    [["bash", "-c", "echo codex; git commit -m 'claude did it'"]],
    [["bash", "-c", "# codex\nls"]],
    [["node", "-e", "codex"]],
    [["npm", "run", "codex"]],
    [["npx", "eslint", "codex"]],
    [["env"]],
    [["timeout", "5"]],
    [["npm"]],
    [["bash", "-c"]],
    [["env", "A=codex", "ls"]],
  ])("is not seen in %j", (words) => {
    expect(find(...words)).toBeUndefined();
  });

  it("is known to lose or to get variables by the command itself", () => {
    expect(find("env", "-i", "PATH=/bin", "claude")).toMatchObject({ clearedBy: "env", assigned: ["PATH"] });
    expect(find("sudo", "-u", "me", "claude")!.clearedBy).toBe("sudo");
    expect(find("sudo", "-E", "claude")!.clearedBy).toBeUndefined();
    expect(find("sudo", "--preserve-env=A,B", "claude")!.clearedBy).toBeUndefined();
    expect(find("doas", "claude")!.clearedBy).toBe("doas");
    expect(find("sh", "-c", "ANTHROPIC_BASE_URL=x claude")!.assigned).toEqual(["ANTHROPIC_BASE_URL"]);
    expect(find("env", "-i", "sh", "-c", "A=1 claude")).toMatchObject({ clearedBy: "env", assigned: ["A"] });
  });
});
