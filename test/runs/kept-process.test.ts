import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BackendRegistry, buildWorkOrder, runStreaming, SidecarPool, sidecarHost } from "../../src/index.ts";

/**
 * A sidecar that writes its process id to the workspace. For the task "late" it goes on writing after its final; for "leave" it
 * leaves a process behind that does.
 */
const program = `
const { spawn } = require("node:child_process");
const { writeFileSync } = require("node:fs");
const say = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
say({ t: "hello", contract_version: "abp/v0.1", backend: { id: "kept" }, capabilities: {} });
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { t, id, work_order } = JSON.parse(line);
  if (t !== "run") return;
  const root = work_order.workspace.root;
  writeFileSync(root + "/pid", String(process.pid));
  if (work_order.task === "late") setInterval(() => writeFileSync(root + "/late", String(Math.random())), 1);
  if (work_order.task === "leave") spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
  say({ t: "final", ref_id: id, receipt: { outcome: "complete" } });
}).on("close", () => process.exit(0));
`;

const isLinux = process.platform === "linux";
let root: string;
let registry: BackendRegistry;
const at = (name: string) => join(root, name);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-kept-"));
  for (const name of ["repo", "stages"]) mkdirSync(at(name), { mode: 0o700 });
  writeFileSync(at("kept.cjs"), program);
  const entry = { type: "sidecar", command: process.execPath, args: [at("kept.cjs")] } as const;
  registry = new BackendRegistry({ kept: entry }, sidecarHost(process.env, new SidecarPool(at("stages"))));
});
afterEach(async () => {
  await registry.close();
  rmSync(root, { recursive: true, force: true });
});

/** Runs a task in a copy of the repository. Gives the process that ran it, and the exit if it has ended. */
async function run(task: string) {
  const order = buildWorkOrder(crypto.randomUUID(), task, { workspace: { root: at("repo") } });
  const { receipt, error, patch } = await runStreaming(registry.find("kept"), order, {
    software: { name: "test", version: "1" },
    workspaceDir: at("stages"),
    runsDir: at("runs"),
    sandbox: "off",
  }).result;
  expect(error).toBeUndefined();
  const pid = Number(/^\+(\d+)$/m.exec(readFileSync(patch!.patch.path, "utf8"))?.[1]);
  return { pid, exit: receipt.observed?.exit, receipt };
}

const stateOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.[0];

describe.runIf(isLinux)("a library that keeps processes between runs", () => {
  it("runs several orders in one process, which is stopped between them and ends with the registry", async () => {
    const first = await run("work");
    expect(stateOf(first.pid)).toBe("T");
    const second = await run("work");
    expect(second.pid).toBe(first.pid);
    expect([first.exit, second.exit]).toEqual([undefined, undefined]);
    await registry.close();
    expect(() => process.kill(first.pid, 0)).toThrow("ESRCH");
    expect(readdirSync(at("stages"))).toEqual([]);
  });

  it("sees the workspace as it stays: a process that goes on writing is stopped before", async () => {
    const { pid, receipt } = await run("late");
    expect(stateOf(pid)).toBe("T");
    expect(receipt.observed?.workspace?.complete).toBe(true);
  });

  it("ends a process that left another one behind, with its whole tree", async () => {
    const first = await run("leave");
    expect(first.exit).toBeDefined();
    expect(() => process.kill(first.pid, 0)).toThrow("ESRCH");
    expect((await run("work")).pid).not.toBe(first.pid);
  });
});
