import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Agent, agents } from "../../src/agents/index.ts";
import { builtHosts } from "../package/built-hosts.ts";

const hosts = await builtHosts();

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-hello-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Starts the host of an agent with a program that only prints a version, and gives the first frame that it sends. */
async function readHello({ name }: Agent): Promise<Record<string, unknown>> {
  const program = join(root, "agent");
  writeFileSync(program, "#!/bin/sh\necho 9.9.9\n");
  chmodSync(program, 0o755);
  const home = join(root, "home");
  mkdirSync(home, { mode: 0o700 });
  const host = spawn(process.execPath, [join(hosts, name, "host.js")], {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      HOME: root,
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      ABP_AGENT_COMMAND: program,
      ABP_AGENT_HOME: home,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(host, "exit");
  try {
    for await (const line of createInterface({ input: host.stdout })) return JSON.parse(line);
    throw new Error(`the host of ${name} sent nothing`);
  } finally {
    host.kill("SIGKILL");
    await ended;
  }
}

describe("the capabilities that the hosts of agents declare", () => {
  it.each(agents.map((agent) => [agent.name, agent] as const))(
    "are those of docs/capability-matrix.md for %s",
    async (name, agent) => {
      const hello = await readHello(agent);
      expect(hello).toMatchObject({ t: "hello", backend: { id: name } });
      const levels = Object.entries(agent.capabilities).map(([capability, { level }]) => [capability, level]);
      expect(hello["capabilities"]).toEqual(Object.fromEntries(levels));
    },
  );

  it("each have evidence, which is a sentence", () => {
    for (const { name, capabilities } of agents) {
      for (const [capability, { evidence }] of Object.entries(capabilities)) {
        expect(evidence, `${name} ${capability}`).toMatch(/\S.*\.$/s);
      }
    }
  });
});
