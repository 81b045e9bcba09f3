import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { useDirectory, writeTree } from "../patch/fixtures/tree.ts";
import { type GitCall, requireGit, runGit } from "./run-git.ts";

const directory = useDirectory();
const path = process.env["PATH"];
afterEach(() => {
  process.env["PATH"] = path;
});

/** Runs a script in the place of git, and returns its code and output. */
async function run(script: string, call: Partial<GitCall> = {}): Promise<{ code: number; out: string }> {
  const bin = join(directory(), "bin");
  writeTree(bin, { git: { content: `#!/bin/sh\n${script}\n`, mode: 0o755 } });
  process.env["PATH"] = `${bin}:${path}`;
  let out = "";
  const onOutput = (chunk: Buffer): void => {
    out += chunk.toString();
  };
  const signal = new AbortController().signal;
  const code = await runGit({ gitDir: directory(), args: ["status"], onOutput, signal, ...call });
  return { code, out };
}

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(65_536);
}

describe("a call of git", () => {
  it("has an environment of its own and works in the private repository", async () => {
    const { code, out } = await run("env | grep -v '^PWD=\\|^_=\\|^OLDPWD=\\|^SHLVL=' | sort; pwd");
    const gitDir = directory();
    expect(code).toBe(0);
    expect(out.trim().split("\n")).toEqual([
      "GIT_ATTR_NOSYSTEM=1",
      "GIT_CONFIG_GLOBAL=/dev/null",
      "GIT_CONFIG_NOSYSTEM=1",
      `GIT_DIR=${gitDir}`,
      "GIT_NO_LAZY_FETCH=1",
      "GIT_NO_REPLACE_OBJECTS=1",
      "GIT_PAGER=cat",
      "GIT_TERMINAL_PROMPT=0",
      `HOME=${gitDir}`,
      "LC_ALL=C",
      `PATH=${process.env["PATH"]}`,
      `XDG_CONFIG_HOME=${gitDir}`,
      gitDir,
    ]);
  });

  it("is looked up in the usual places if there is no path", async (ctx) => {
    if (!existsSync("/usr/bin/git")) ctx.skip("needs git in /usr/bin");
    delete process.env["PATH"];
    let out = "";
    const onOutput = (chunk: Buffer): void => {
      out += chunk.toString();
    };
    const args = ["-c", "alias.show-path=!echo $PATH", "show-path"];
    await runGit({ gitDir: directory(), args, onOutput, signal: new AbortController().signal });
    expect(out.trim().endsWith("/usr/bin:/bin")).toBe(true);
  });

  it("gets the settings before its arguments", async () => {
    const { out } = await run('for one in "$@"; do echo "$one"; done', { args: ["log", "a b"] });
    const lines = out.trim().split("\n");
    expect(lines.slice(-2)).toEqual(["log", "a b"]);
    const settings = lines.slice(0, -2);
    expect(settings.filter((_, index) => index % 2 === 0)).toEqual(Array(10).fill("-c"));
    expect(settings.filter((_, index) => index % 2 === 1)).toEqual([
      "core.fsmonitor=false",
      "safe.bareRepository=explicit",
      "core.hooksPath=/dev/null",
      "core.attributesFile=/dev/null",
      "protocol.allow=never",
      "core.quotePath=true",
      "core.bigFileThreshold=16m",
      "gc.auto=0",
      "maintenance.auto=false",
      "fastimport.unpackLimit=1",
    ]);
  });

  it("gets its input, also none", async () => {
    async function* input(): AsyncGenerator<Buffer> {
      yield Buffer.from("one ");
      yield Buffer.from("two");
    }
    expect((await run("cat", { input: input() })).out).toBe("one two");
    expect((await run("cat")).out).toBe("");
  });

  it("returns codes that the caller accepts, and fails with others", async () => {
    expect((await run("exit 3", { accepts: (code) => code === 3 })).code).toBe(3);
    await expect(run("echo ' words ' >&2; exit 4", { accepts: (code) => code === 3 })).rejects.toMatchObject({
      code: "execution_workspace_error",
      message: "git status failed with code 4: words",
    });
    await expect(run("kill -9 $$")).rejects.toMatchObject({ message: "git status failed with code -1: " });
  });

  it("keeps the end of what it wrote to standard error", async () => {
    const failure = await run("head -c 9000 /dev/zero | tr '\\0' x >&2; echo END >&2; exit 1").catch(
      (error: unknown) => error as Error,
    );
    const words = (failure as Error).message.replace("git status failed with code 1: ", "");
    expect(words).toHaveLength(4095);
    expect(words.endsWith("xEND")).toBe(true);
  });

  it("says that the disk is full", async () => {
    await expect(run("echo 'x: No space left on device' >&2; exit 1")).rejects.toMatchObject({
      code: "workspace_full",
      message: "git status could not write: no space left",
    });
  });

  it("that ends before it has read its input fails with its own code", async () => {
    await expect(run("exit 5", { input: endless() })).rejects.toMatchObject({
      message: "git status failed with code 5: ",
    });
    expect((await run("exit 0", { input: endless() })).code).toBe(0);
  });

  it("is ended if its input or its reader fails", async () => {
    const broken = new Error("broken");
    // biome-ignore lint/correctness/useYield: it fails before
    async function* input(): AsyncGenerator<Buffer> {
      throw broken;
    }
    await expect(run("exec sleep 600", { input: input() })).rejects.toBe(broken);
    const onOutput = async (): Promise<void> => {
      throw broken;
    };
    await expect(run("echo x; exec sleep 600", { onOutput })).rejects.toBe(broken);
  });

  it("is not started if the signal is aborted", async () => {
    const mark = join(directory(), "started");
    await expect(run(`touch '${mark}'`, { signal: AbortSignal.abort("stop") })).rejects.toBe("stop");
    expect(existsSync(mark)).toBe(false);
  });

  it("is ended by the signal, also if it ignores polite ones", async () => {
    const controller = new AbortController();
    const onOutput = (): void => controller.abort("enough");
    const pidFile = join(directory(), "pid");
    const script = `trap '' TERM INT; echo $$ > '${pidFile}'; echo ready; while :; do sleep 0.05; done`;
    await expect(run(script, { onOutput, signal: controller.signal })).rejects.toBe("enough");
    const pid = Number(readFileSync(pidFile, "utf8"));
    await eventually(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
  });

  it("is not waited for by an input that waits itself, once it has failed or is ended", async () => {
    const waiting = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from("first");
      await new Promise(() => undefined);
    };
    await expect(run("exit 3", { input: waiting() })).rejects.toMatchObject({
      message: expect.stringContaining("failed with code 3"),
    });
    const ending = new AbortController();
    const call = { input: waiting(), signal: ending.signal, onOutput: () => ending.abort("enough") };
    await expect(run("head -c 5; exec sleep 600", call)).rejects.toBe("enough");
  });

  it("waits for the reader of each piece", async () => {
    let busy = 0;
    let most = 0;
    const onOutput = async (): Promise<void> => {
      busy += 1;
      most = Math.max(most, busy);
      await new Promise((resolve) => setImmediate(resolve));
      busy -= 1;
    };
    await run("head -c 1000000 /dev/zero", { onOutput });
    expect([busy, most]).toEqual([0, 1]);
  });
});

describe("a machine without git", () => {
  it("is refused before a run begins, with what to install", () => {
    expect(() => requireGit()).not.toThrow();
    process.env["PATH"] = "/nowhere";
    expect(() => requireGit()).toThrow(
      expect.objectContaining({
        code: "execution_workspace_error",
        message: expect.stringMatching(/^git cannot be started \(.*(not exist|no such file).*\)$/),
        advice: "Install git: it writes and merges the patches of runs.",
      }),
    );
  });
});
