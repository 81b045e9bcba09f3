import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { readCommandLine } from "../../src/stand-in/claude/arguments.ts";
import { readOptions } from "../../src/stand-in/claude/options.ts";
import { ToolPermission } from "../../src/stand-in/claude/permission/tool-permission.ts";
import { findExecutable, warnAbsent } from "../agents/installed.ts";
import { openToolVendor, type ScriptedTool } from "./scripted-vendors.ts";

const claude = findExecutable("claude");
if (claude === undefined) warnAbsent("claude");

const bash = (command: string): ScriptedTool => ({ name: "Bash", input: { command, description: "Try" } });
const write = (file_path: string): ScriptedTool => ({ name: "Write", input: { file_path, content: "x\n" } });

/** Flags, and tools that the model tries with them. No tool of a row is used without a rule that decides. */
const rows: readonly { readonly flags: readonly string[]; readonly tools: readonly ScriptedTool[] }[] = [
  {
    flags: ["--allowedTools", "Bash(git:*)", "Edit(src/**)", "Bash(npm run test *)"],
    tools: [
      ...["git --version", "git --version && touch z", "git --version | tee z", "git --version > z"].map(
        bash,
      ),
      ...["git --version > src/z", "FOO=1 git --version", "timeout 5 git --version", "echo $(git log)"].map(
        bash,
      ),
      ...["npm run testing", "git --version || true", "bash -c 'git --version'", "(git --version)"].map(bash),
      ...["src/new.txt", "new.txt"].map(write),
    ],
  },
  {
    flags: [
      ...["--dangerously-skip-permissions", "--disallowedTools", "Bash(git:*)", "Bash(touch *)"],
      ...["--settings", '{"permissions":{"deny":["Bash(cat secret)"],"ask":["Bash(echo *)"]}}'],
    ],
    tools: [
      ...["git status", "true && git status", "A=1 git status", "env git status", "time git status"].map(
        bash,
      ),
      ...["gitk --version", "true; touch z", "ls", "cat secret", "cat other", "echo hi", "printf x"].map(
        bash,
      ),
    ],
  },
];

describe.skipIf(claude === undefined)("rules on tools", () => {
  for (const { flags, tools } of rows) {
    it(`decide as those of Claude Code with ${flags.join(" ")}`, async () => {
      const root = mkdtempSync(join(tmpdir(), "abp-rules-"));
      const cwd = join(root, "work");
      mkdirSync(join(cwd, "src"), { recursive: true });
      writeFileSync(join(cwd, "other"), "x\n");
      try {
        const here = tools.map(({ name, input }) =>
          name === "Write"
            ? { name, input: { ...input, file_path: join(cwd, String(input["file_path"])) } }
            : { name, input },
        );
        expect(await deniedByUs(flags, cwd, here)).toEqual(await deniedByClaude(flags, root, here));
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    });
  }
});

/** The tools that our rules deny if nobody answers questions. */
async function deniedByUs(
  flags: readonly string[],
  cwd: string,
  tools: readonly ScriptedTool[],
): Promise<unknown[]> {
  const options = await readOptions(readCommandLine(["-p", "Go.", ...flags]), async () => "");
  const channel = { request: () => Promise.reject(new Error("nobody answers")) };
  const permission = new ToolPermission({
    ...{ ...options, cwd, channel },
    hookBase: () => ({}),
    onInterrupt: () => undefined,
  });
  const denied: unknown[] = [];
  for (const { name, input } of tools) {
    const question = { tool: name, input, needsPerson: false };
    const answer = await permission.decide({ id: "t", name, input }, question, new AbortController().signal);
    if ("deny" in answer) denied.push(input);
  }
  return denied;
}

/** The tools that Claude Code denies, as its result lists them. */
async function deniedByClaude(
  flags: readonly string[],
  root: string,
  tools: readonly ScriptedTool[],
): Promise<unknown[]> {
  const vendor = await openToolVendor(tools);
  const words = ["-p", "Go.", "--output-format", "json", "--model", "claude-sonnet-4-5", ...flags];
  const env = {
    ...{ PATH: process.env["PATH"], HOME: root, CLAUDE_CONFIG_DIR: join(root, ".claude"), IS_SANDBOX: "1" },
    ...{ ANTHROPIC_BASE_URL: vendor.url, ANTHROPIC_API_KEY: "key", DISABLE_AUTOUPDATER: "1" },
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
  const child = spawn(claude!, words, { cwd: join(root, "work"), env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    let out = "";
    for await (const line of createInterface({ input: child.stdout })) out += line;
    const { permission_denials: denials } = JSON.parse(out) as {
      permission_denials: { tool_input: unknown }[];
    };
    return denials.map(({ tool_input }) => tool_input);
  } finally {
    child.kill("SIGKILL");
    vendor.close();
  }
}
