import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { programsFolder } from "../package/programs.ts";
import { agentCases, scriptedPrompt } from "./agent-cases.ts";
import { findExecutable } from "./installed.ts";
import { Workplace } from "./workplace.ts";

const bin = join(await programsFolder(), "abp.js");
const run = promisify(execFile);

describe("abp exec", () => {
  const executable = findExecutable("claude");
  const claude = agentCases.find((one) => one.agent === "claude")!;

  it.skipIf(executable === undefined)(
    "runs the real Claude Code on a gateway of its own, and leaves receipts of what it called",
    async () => {
      const workplace = new Workplace();
      const env = {
        PATH: process.env["PATH"],
        HOME: workplace.home,
        ABP_HOME: join(workplace.home, "abp"),
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
        ...claude.environment!(workplace.home),
      };
      const abp = async (...words: string[]) => {
        const options = { cwd: workplace.repository, env, timeout: 200_000 };
        const running = run(process.execPath, [bin, ...words], options);
        running.child.stdin!.end();
        return (await running).stdout;
      };
      try {
        const prompt = scriptedPrompt(claude.steps(workplace.repository), "All is done.");
        const out = await abp(
          "exec",
          "--engine",
          "sim-codex",
          "--",
          executable!,
          ...claude.arguments(prompt),
        );
        expect(JSON.parse(out)).toMatchObject({ is_error: false, result: "All is done." });
        expect(workplace.read("copy.txt")).toBe("hello\n");
        const log = await abp("receipt", "log");
        expect(log.match(/sim-codex +complete/g)).toHaveLength(claude.steps("").length + 1);
      } finally {
        workplace.close();
      }
    },
  );
});
