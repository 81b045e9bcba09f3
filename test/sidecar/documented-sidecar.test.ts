import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { allowedEnvironment } from "../../src/process/index.ts";
import { checkSidecar } from "../../src/sidecar/index.ts";

const python = "/usr/bin/python3";

it("a Python sidecar that was written from docs/sidecars.md, without a kit, passes the check", async (ctx) => {
  if (!existsSync(python)) return ctx.skip("needs /usr/bin/python3");
  const report = await checkSidecar({
    command: python,
    args: [resolve(import.meta.dirname, "fixtures/plain_sidecar.py")],
    env: allowedEnvironment(process.env, [], {}),
    cwd: import.meta.dirname,
    signal: new AbortController().signal,
  });
  expect(report.results.filter(({ verdict }) => verdict !== "pass")).toEqual([
    expect.objectContaining({ id: "tools.asks", verdict: "skip" }),
    expect.objectContaining({ id: "tools.obeys", verdict: "skip" }),
  ]);
  expect([report.ok, report.backend?.id]).toEqual([true, "plain"]);
});
