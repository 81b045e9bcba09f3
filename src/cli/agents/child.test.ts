import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { runChild } from "./child.ts";

const module = resolve(import.meta.dirname, "child.ts");
const run = (script: string, environment = {}) =>
  runChild({ command: process.execPath, arguments: ["-e", script], environment, cwd: import.meta.dirname });

/** Starts a process that runs `script` as its program, and waits for the program to say its number. */
async function startParent(script: string) {
  const child = { command: process.execPath, arguments: ["-e", script], environment: {}, cwd: "/" };
  const parent = spawn(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { runChild } from ${JSON.stringify(module)};
       process.exit(await runChild(${JSON.stringify(child)}));`,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  started.push(parent.pid!);
  const [said] = (await once(parent.stdout, "data")) as [Buffer];
  started.push(Number(said.toString()));
  return parent;
}

const started: number[] = [];

// A program that did not hear its signals would go on for ever.
afterEach(() => {
  for (const pid of started.splice(0)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
});

describe("a program that is run in our place", () => {
  it("gives its exit code", async () => {
    expect(await run("process.exit(0)")).toBe(0);
    expect(await run("process.exit(37)")).toBe(37);
  });

  it("gives 128 and the number of the signal that ended it", async () => {
    expect(await run("process.kill(process.pid, 'SIGKILL')")).toBe(137);
  });

  it("has the environment that it was given and no other", async () => {
    expect(
      await run("process.exit(process.env.ANSWER === '42' && !process.env.HOME ? 0 : 1)", { ANSWER: "42" }),
    ).toBe(0);
  });

  it("that is not there is a mistake in the command line", async () => {
    const missing = { command: "no-such-program-abp", arguments: [], environment: {}, cwd: "/" };
    await expect(runChild(missing)).rejects.toMatchObject({
      code: "usage_invalid",
      message: "no-such-program-abp is not found",
      where: "abp exec",
      advice: "Install the program, or name it with its path.",
      cause: { code: "ENOENT" },
    });
  });

  it("leaves no listeners behind", async () => {
    const count = () => ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"].map((name) => process.listenerCount(name));
    const before = count();
    await run("0");
    expect(count()).toEqual(before);
    const missing = { command: "no-such-program-abp", arguments: [], environment: {}, cwd: "/" };
    await expect(runChild(missing)).rejects.toThrow("no-such-program-abp is not found");
    expect(count()).toEqual(before);
  });

  it("that is an agent and not there says how to install it", async () => {
    const missing = { command: "claude", arguments: [], environment: { PATH: "/nowhere" }, cwd: "/" };
    await expect(runChild(missing)).rejects.toMatchObject({
      code: "agent_not_installed",
      advice: expect.stringContaining("`abp agents install claude`"),
    });
  });

  it("that cannot be started says why", async () => {
    const directory = { command: import.meta.dirname, arguments: [], environment: {}, cwd: "/" };
    await expect(runChild(directory)).rejects.toMatchObject({
      code: "usage_invalid",
      message: `${import.meta.dirname} cannot be started (EACCES)`,
      cause: { code: "EACCES" },
      where: "abp exec",
    });
  });

  it("gets each signal that we get, and decides itself when to end", async () => {
    const script = `
      let seen = [];
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => {
        seen.push(name);
        if (name === "SIGHUP") process.exit(seen.join() === "SIGTERM,SIGTERM,SIGINT,SIGHUP" ? 9 : 1);
        console.log(name);
      });
      setInterval(() => {}, 1000);
      console.log(process.pid);`;
    const parent = await startParent(script);
    const ended = once(parent, "exit");
    for (const name of ["SIGTERM", "SIGTERM", "SIGINT"] as const) {
      const heard = once(parent.stdout!, "data");
      parent.kill(name);
      await heard;
    }
    parent.kill("SIGHUP");
    expect(await ended).toEqual([9, null]);
  });
});
