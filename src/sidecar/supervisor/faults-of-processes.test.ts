import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { faultSize } from "../../../test/fault-size.ts";
import { probeLimits, startProgram } from "../../process/index.ts";
import { isAlive, runRequest, runToEnd, startFixture, textsOf } from "../fixtures/start-fixture.ts";

async function runFixture(behaviour: string, settings = {}, argument = "", plan = {}) {
  const sidecar = await startFixture(behaviour, settings, argument, plan);
  const result = await runToEnd(sidecar);
  const exit = await sidecar.close();
  return { ...result, texts: textsOf(result), exit, record: sidecar.record() };
}

describe("the process of a sidecar", () => {
  it("S15 keeps the end of standard error and counts what it drops", async () => {
    const megabytes = faultSize(2, 1000);
    const { record, texts } = await runFixture("stderr-flood", {}, String(megabytes));
    const written = megabytes * 1_000_000 + "the last words\n".length;
    expect(texts).toEqual(["done"]);
    expect(record.stderr_bytes).toBe(written);
    expect(record.stderr_dropped_bytes).toBe(written - 65_536);
    expect(record.stderr_tail?.endsWith("the last words\n")).toBe(true);
    expect(Buffer.byteLength(record.stderr_tail ?? "")).toBeLessThanOrEqual(65_536);
  });

  it.each(["SIGSEGV", "SIGABRT"] as const)(
    "S26 reports a crash by %s and keeps the events before it",
    async (signal) => {
      const { error, texts } = await runFixture("crash", {}, signal);
      expect(error).toMatchObject({
        code: "sidecar_exited_without_final",
        details: { exit: { code: null, signal } },
      });
      expect(texts).toEqual(["before"]);
    },
  );

  it("S27 never takes an exit with code 0 for a success", async () => {
    const { error, texts } = await runFixture("exit-without-final");
    expect(error).toMatchObject({ code: "sidecar_exited_without_final", details: { exit: { code: 0 } } });
    expect(texts).toEqual(["before"]);
  });

  it("S28 keeps the result of a sidecar that fails after its final, and notes the exit", async () => {
    const { claim, exit, record } = await runFixture("final-then-exit-4");
    expect(claim?.outcome).toBe("complete");
    expect(exit.code).toBe(4);
    expect(record.violations).toEqual({ nonzero_exit_after_final: 1 });
  });

  it("S29 ends a sidecar that does not exit after the end of its input", async () => {
    const { claim, exit } = await runFixture("refuses-to-exit", { exitGraceMs: 200, killGraceMs: 200 });
    expect(claim?.outcome).toBe("complete");
    expect(exit.signal).toBe("SIGKILL");
  });

  it("S30 ends a stopped sidecar as stalled", async () => {
    const { error, exit, texts } = await runFixture("stops-itself", { pingIntervalMs: 200, missedPings: 3 });
    expect(error?.code).toBe("sidecar_stalled");
    expect(texts).toEqual(["before"]);
    expect(exit.signal).toBe("SIGKILL");
  });

  it("S31 leaves a sidecar that answers pings and makes no progress to the limits of the run", async () => {
    const sidecar = await startFixture("pongs-without-progress", {
      pingIntervalMs: 200,
      missedPings: 100,
      cancelGraceMs: 50,
      killGraceMs: 50,
    });
    const { error } = await runToEnd(sidecar, { signal: AbortSignal.timeout(1000) });
    await sidecar.close();
    expect(error?.code).toBe("run_cancelled");
  });

  it("does not end a busy sidecar that answers no ping during its run", async () => {
    const { claim } = await runFixture("ignores-pings", { pingIntervalMs: 50, missedPings: 2 }, "800");
    expect(claim?.outcome).toBe("complete");
  });

  it("S33 ends a sidecar that ignores cancel and SIGTERM", async () => {
    const controller = new AbortController();
    const sidecar = await startFixture("ignores-cancel", { cancelGraceMs: 200, killGraceMs: 200 });
    const run = sidecar.run(runRequest({ signal: controller.signal }));
    await run.next();
    controller.abort("enough");
    await expect(run.next()).rejects.toMatchObject({
      code: "run_cancelled",
      message: "The run was cancelled: enough",
    });
    expect(sidecar.exit).toMatchObject({ signal: "SIGKILL" });
    await sidecar.close();
  });

  it("S35 lets a sidecar finish that closed its standard input", async () => {
    const { claim, texts } = await runFixture("closes-stdin", { pingIntervalMs: 50 });
    expect(texts).toEqual(["closed", "done"]);
    expect(claim?.outcome).toBe("complete");
  });

  it("S36 ends a sidecar that closes its output and goes on", async () => {
    const { error, texts } = await runFixture("closes-stdout", { exitGraceMs: 200, killGraceMs: 200 });
    expect(error?.code).toBe("sidecar_closed_output");
    expect(texts).toEqual(["before"]);
  });

  it("S37 does not mind a closed standard error", async () => {
    const { claim } = await runFixture("closes-stderr");
    expect(claim?.outcome).toBe("complete");
  });

  it("S39 finishes after the exit although another process keeps the output open", async () => {
    const { error, texts } = await runFixture("grandchild-keeps-stdout", { drainMs: 300 });
    expect(error).toMatchObject({ code: "sidecar_exited_without_final", details: { exit: { code: 5 } } });
    expect(isAlive(Number(texts[0]))).toBe(false);
  });

  it("S40 leaves no daemonised process behind", async () => {
    const { claim, texts } = await runFixture("daemonises");
    expect(claim?.outcome).toBe("complete");
    expect(Number(texts[0])).toBeGreaterThan(1);
    expect(isAlive(Number(texts[0]))).toBe(false);
  });

  it("S41 holds a fork bomb within its limit", async (ctx) => {
    if (!existsSync("/usr/bin/python3")) ctx.skip("needs python3");
    const limits = { processes: 60 };
    const held = await probeLimits(limits);
    if (held.processes !== "cgroup") ctx.skip("needs a control group that limits processes");
    const sidecar = await startFixture("fork-bomb", {}, "", { limits });
    const result = await runToEnd(sidecar, { signal: AbortSignal.timeout(20_000) });
    await sidecar.close();
    expect(result.claim).toBeUndefined();
    expect(["sidecar_exited_without_final", "run_cancelled"]).toContain(result.error?.code);
  });

  it("S42 reports a sidecar that reaches its memory limit", async (ctx) => {
    const limits = { memoryBytes: 160 * 1024 * 1024 };
    const held = await probeLimits({ memoryBytes: 2 ** 40 });
    if (held.memory !== "cgroup") ctx.skip("needs a control group that limits memory");
    const sidecar = await startFixture("memory-hog", {}, "", { limits });
    const { error } = await runToEnd(sidecar, { signal: AbortSignal.timeout(40_000) });
    const exit = await sidecar.close();
    expect(error?.code).toBe("sidecar_out_of_memory");
    expect(exit.signal).toBe("SIGKILL");
  });

  // Ten thousand processes at full size: a busy machine needs more than the usual limit for these.
  it("S43 leaves no zombie after many runs", async (ctx) => {
    if (!existsSync("/proc/self/stat")) ctx.skip("needs /proc");
    const rounds = faultSize(5, 2500);
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(
        [1, 2, 3, 4].map(async (number) => {
          const program = await startProgram({
            command: "/bin/true",
            args: [],
            env: {},
            cwd: "/",
            mark: `zombie-${round}-${number}`,
          });
          await program.exit;
          await program.endTree();
        }),
      );
    }
    expect(zombiesOf(process.pid)).toEqual([]);
  }, 3_600_000);

  it("S45 ends several sidecars that are cancelled together", async () => {
    const controller = new AbortController();
    const settings = { cancelGraceMs: 100, killGraceMs: 100 };
    const sidecars = await Promise.all([1, 2, 3].map(() => startFixture("ignores-cancel", settings)));
    const runs = sidecars.map((sidecar) => runToEnd(sidecar, { signal: controller.signal }));
    setTimeout(() => controller.abort("the backplane stops"), 50);
    const results = await Promise.all(runs);
    expect(results.map((result) => result.error?.code)).toEqual([
      "run_cancelled",
      "run_cancelled",
      "run_cancelled",
    ]);
    const exits = await Promise.all(sidecars.map((sidecar) => sidecar.close()));
    expect(exits.every((exit) => exit.signal !== null)).toBe(true);
  });

  it("S46 gives a sidecar no descriptors besides its three streams", async (ctx) => {
    if (!existsSync("/proc/self/fd")) ctx.skip("needs /proc");
    const { texts } = await runFixture("descriptors", {}, "");
    const { texts: again } = await runFixture("descriptors", {}, "");
    // Node opens descriptors of its own; the same ones whatever the parent has open.
    expect(texts).toEqual(again);
  });

  it("S49 reports a sidecar that fails on a full disk with its own words", async (ctx) => {
    if (!existsSync("/dev/full")) ctx.skip("needs /dev/full");
    const { error, record } = await runFixture("disk-full");
    expect(error?.code).toBe("sidecar_exited_without_final");
    expect(record.stderr_tail).toContain("ENOSPC");
  });
});

function zombiesOf(parent: number): string[] {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, "latin1").split(") ").at(-1)?.split(" ");
      return fields?.[0] === "Z" && Number(fields[1]) === parent;
    } catch {
      return false;
    }
  });
}
