import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, type TestContext, vi } from "vitest";
import { seccompProgram } from "../seccomp/filter.ts";
import { findSetup } from "./find-setup.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-find-setup-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  rmSync(directory, { recursive: true, force: true });
});

function need(ctx: TestContext): void {
  if (process.platform !== "linux" || seccompProgram(process.arch) === undefined)
    ctx.skip("needs Linux on a processor that the filter knows");
}

/** Puts a shell script in place of bwrap. It notes its arguments; the last one holds the facts of the self-test. */
function placeBwrap(script: string): void {
  const path = join(directory, "bwrap");
  const note = `echo "$*" >> "${directory}/calls"; for last; do :; done\n`;
  const inside = `inside=$(echo "$last" | sed 's/.*"inside":"\\([^"]*\\)".*/\\1/')\n`;
  writeFileSync(path, `#!/bin/sh\nPATH=/usr/bin:/bin\n${note}${inside}${script}`);
  chmodSync(path, 0o755);
}
const calls = () => readFileSync(join(directory, "calls"), "utf8").trim().split("\n");

describe("the search for a setup", () => {
  it("takes the strongest isolation whose self-test holds, and tests it once", async (ctx) => {
    need(ctx);
    placeBwrap(`: > "$inside"; echo '{"one":true}'`);
    const search = findSetup(directory);
    expect(findSetup(directory)).toBe(search);
    expect(await search).toEqual({
      setup: {
        bwrap: join(directory, "bwrap"),
        isolation: expect.objectContaining({ name: "user-namespace" }),
        seccomp: seccompProgram(process.arch),
        selfTest: [
          { probe: "one", held: true },
          { probe: "host_untouched", held: true },
        ],
      },
    });
    expect(calls()).toHaveLength(1);
    expect(calls()[0]).toContain('[{"host":"127.0.0.1","port":3128}]');
    // No program of the working directory is taken for it.
    expect(await findSetup(directory.slice(1))).toMatchObject({ setup: { bwrap: join(directory, "bwrap") } });
  });

  it("goes on to the next isolation if one does not hold", async (ctx) => {
    need(ctx);
    placeBwrap(
      `: > "$inside"; case "$*" in *--disable-userns*) echo '{"one":false}';; *) echo '{"one":true}';; esac`,
    );
    expect(await findSetup(`${directory}:`)).toMatchObject({
      setup: { isolation: { name: "user-namespace-nested" } },
    });
    expect(calls()).toHaveLength(2);
  });

  it("says which probes got through if none holds, of the last isolation", async (ctx) => {
    need(ctx);
    for (const [uid, tried] of [
      [0, 3],
      [1000, 2],
    ] as const) {
      rmSync(join(directory, "calls"), { force: true });
      vi.spyOn(process as Required<typeof process>, "getuid").mockReturnValue(uid);
      placeBwrap(`: > "$inside"; echo '{"one":false,"two":true,"three":false}'`);
      expect(await findSetup(`${directory}:/nonexistent/${uid}`)).toEqual({
        missing: "isolation",
        remedy: expect.stringContaining("bwrap --unshare-user"),
        reason: "bubblewrap cannot isolate programs here: the self-test failed: one, three",
        selfTest: [
          { probe: "one", held: false },
          { probe: "two", held: true },
          { probe: "three", held: false },
          { probe: "host_untouched", held: true },
        ],
      });
      expect(calls()).toHaveLength(tried);
    }
  });

  it("says why the probes could not run", async (ctx) => {
    need(ctx);
    placeBwrap("echo 'bwrap: out of order' >&2; exit 1");
    expect(await findSetup(directory)).toEqual({
      missing: "isolation",
      remedy: expect.stringContaining("bwrap --unshare-user"),
      reason: "bubblewrap cannot isolate programs here: bwrap: out of order",
      selfTest: [],
    });
    placeBwrap("echo 'bwrap: No permissions to create a new namespace' >&2; exit 1");
    expect(await findSetup(`${directory}:/nonexistent/refused`)).toMatchObject({
      missing: "user_namespaces",
      reason:
        "user namespaces are not permitted here; bubblewrap cannot isolate programs here: bwrap: No permissions to create a new namespace",
    });
  });

  it("says so if bwrap is missing, or the system is another one", async () => {
    const reasonOf = async (path: string) => {
      const found = await findSetup(join(directory, path));
      return "reason" in found ? [found.missing, found.reason, found.selfTest] : found;
    };
    if (process.platform === "linux")
      expect(await reasonOf("a")).toEqual(["bubblewrap", "bubblewrap (bwrap) is not installed", []]);
    vi.stubGlobal(
      "process",
      Object.create(process, { arch: { value: "riscv64" }, platform: { value: "linux" } }),
    );
    expect(await reasonOf("b")).toEqual(["system", "the system calls of riscv64 are not known", []]);
    vi.stubGlobal("process", Object.create(process, { platform: { value: "darwin" } }));
    expect(await reasonOf("c")).toEqual(["system", "the sandbox needs Linux", []]);
  });
});
