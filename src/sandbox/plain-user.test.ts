import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { offeredIsolation } from "./fixtures/level.ts";

const NOBODY = "65534";
const asNobody = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--inh-caps=-all", "--"];
const program = fileURLToPath(new URL("./fixtures/plain-user.ts", import.meta.url));

it("L3 works for a user without privileges", (ctx) => {
  if (process.getuid?.() !== 0) ctx.skip("needs root, to become another user");
  const [setpriv, ...options] = asNobody;
  const runs = (...command: string[]) =>
    spawnSync(setpriv!, [...options, ...command], {
      cwd: "/",
      encoding: "utf8",
      env: { PATH: "/usr/bin:/bin", HOME: "/nonexistent" },
    });
  if (runs("true").status !== 0) ctx.skip("needs setpriv");
  if (runs(process.execPath, "--check", program).status !== 0)
    ctx.skip("needs a checkout that others can read");
  const isolation = offeredIsolation(false, asNobody);
  if (isolation === undefined) ctx.skip("needs bwrap and user namespaces for plain users");
  const { stdout, stderr } = runs(process.execPath, "--no-warnings", program);
  expect([stderr, JSON.parse(stdout || "{}")]).toEqual([
    "",
    { user: Number(NOBODY), level: "L3", output: "1000\nwritten\n" },
  ]);
});
