import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { agents } from "../../src/agents/index.ts";
import { sampled } from "../fault-size.ts";
import { programsFolder } from "../package/programs.ts";
import { agentsFolder, findExecutable, warnAbsent } from "./installed.ts";
import { Workplace } from "./workplace.ts";

const bin = join(await programsFolder(), "abp.js");
const execute = promisify(execFile);
const TIME_LIMIT_MS = 200_000;

const installable = agents.flatMap(({ name, installation }) => (installation === undefined ? [] : [name]));
/** Two by default, because one command drives several of them at the same time. */
const names = sampled(installable, (name) => name === "claude" || name === "codex");
const installed = names.filter((name) => findExecutable(name) !== undefined);
for (const name of names) if (!installed.includes(name)) warnAbsent(name);

/** Runs a command on a place of its own, without any configuration. Gives what it wrote to standard output. */
async function abp(...words: string[]): Promise<string> {
  const workplace = new Workplace();
  const home = workplace.home;
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    ABP_HOME: join(home, "abp"),
    ABP_AGENTS: agentsFolder,
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
  };
  try {
    const options = { cwd: workplace.repository, env, timeout: TIME_LIMIT_MS };
    const running = execute(process.execPath, [bin, ...words], options);
    running.child.stdin!.end();
    return (await running.catch((error: { stdout: string }) => error)).stdout;
  } finally {
    workplace.close();
  }
}

describe("without any configuration", () => {
  it.skipIf(installed.length === 0)(
    `every agent works on a simulated engine that speaks as it does: ${installed.join(", ")}`,
    async () => {
      const words = ["--backends", installed.join(","), "--task", "sim: say hello", "--sandbox", "off"];
      const { runs } = JSON.parse(await abp("compare", ...words, "--parallel", "--json"));
      const facts = runs.map((run: Record<string, unknown>) => [
        run["backend"],
        run["outcome"],
        run["losses"],
      ]);
      expect(facts).toEqual(
        installed.map((name) => [name, "complete", { fields: 0, listed: [], unread: 0 }]),
      );
    },
  );

  it.skipIf(!installed.includes("codex"))(
    "abp exec runs Codex, which it finds among the installed agents",
    async () => {
      const out = await abp("exec", "--", "codex", "exec", "--skip-git-repo-check", "sim: say hello");
      expect(out).toBe("hello\n");
    },
  );
});
