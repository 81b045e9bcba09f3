import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestDaemons } from "../../src/daemon/fixtures/test-daemon.ts";
import { programsFolder } from "../package/programs.ts";

const bin = join(await programsFolder(), "abp.js");
const run = promisify(execFile);
const daemons = new TestDaemons();
const project = join(daemons.home, "project");
const env = {
  PATH: process.env["PATH"],
  HOME: daemons.home,
  ABP_HOME: daemons.home,
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
};
const abp = async (...words: string[]) =>
  (await run(process.execPath, [bin, ...words], { cwd: project, env, timeout: 100_000 })).stdout;

beforeAll(async () => {
  mkdirSync(project);
  writeFileSync(join(project, "a.txt"), "a\n");
  await daemons.start({}, { env });
});
afterAll(() => daemons.close());

it("commands of another process submit a run to the daemon, follow it to its end and prove its receipt", async () => {
  const id = (await abp("run", "--detach", "--task", "Say hello")).trim();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await abp("logs", id, "--follow")).toContain("This is a mock backend.");
  const [first] = JSON.parse(await abp("runs", "--json")) as unknown[];
  expect(first).toMatchObject({ run_id: id, state: "completed", key: "local-admin" });
  const proof = join(daemons.home, "run.tlog-proof");
  await abp("receipt", "prove", id, "-o", proof);
  expect(JSON.parse(await abp("receipt", "verify", proof, "--json"))).toMatchObject({ ok: true });
});
