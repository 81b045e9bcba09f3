import { existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { StartPlan } from "../../process/index.ts";
import type { Sandbox, SandboxRequest } from "../sandbox.ts";
import { runSelfTest } from "./self-test.ts";

/** Runs the self-test with a shell script in place of the probes. `$1` is the file of the probes, `$2` the facts. */
async function run(script: string, more: { command?: string; onWrap?: (plan: StartPlan) => void } = {}) {
  const requests: SandboxRequest[] = [];
  const plans: StartPlan[] = [];
  let closed = 0;
  const open = (request: SandboxRequest): Sandbox => {
    requests.push(request);
    return {
      level: "L3",
      reason: undefined,
      selfTest: [],
      network: "proxy",
      wrap: (plan) => {
        plans.push(plan);
        more.onWrap?.(plan);
        const args = ["-c", script, "sh", ...plan.args];
        return { ...plan, command: more.command ?? "/bin/sh", args, env: { PATH: "/usr/bin:/bin" } };
      },
      close: () => {
        closed += 1;
        return Promise.resolve();
      },
    };
  };
  const outcome = await runSelfTest(open).catch((error: unknown) => ({ error }));
  return { outcome, request: requests[0]!, plan: plans[0]!, closed, requests };
}

describe("the self-test", () => {
  it("runs the probes in a workspace of its own, and reads what they say", async () => {
    const { outcome, request, plan, closed, requests } = await run(
      'grep -q host_processes "$1" && touch written && echo \'{"a":true,"b":false}\'',
    );
    expect(outcome).toEqual({
      results: [
        { probe: "a", held: true },
        { probe: "b", held: false },
        { probe: "host_untouched", held: true },
      ],
      failure: undefined,
    });
    const { workspaceRoot: cwd } = request;
    const program = { command: process.execPath, args: [join(cwd, "inside.mjs"), expect.any(String)], cwd };
    expect(request).toMatchObject({ level: "L3", program, readOnly: [] });
    expect(request.onDecision({} as never)).toBeUndefined();
    expect(request.now()).toBeInstanceOf(Date);
    const limits = { processes: 256, memoryBytes: 1024 ** 3, isMemoryOfTree: true };
    expect(plan).toEqual({ ...program, env: {}, mark: `self-test-${process.pid}`, limits });
    const facts: unknown = JSON.parse(plan.args[1]!);
    expect(facts).toMatchObject({ pid: process.pid, inside: join(cwd, "written") });
    expect([requests.length, closed, existsSync(dirname(cwd))]).toEqual([1, 1, false]);
  });

  it.each([
    ["nothing was written inside", "echo '{}'"],
    ["something was written outside", "touch written ../written; echo '{}'"],
  ])("does not hold where %s", async (_, script) => {
    expect((await run(script)).outcome).toEqual({
      results: [{ probe: "host_untouched", held: false }],
      failure: undefined,
    });
  });

  it("does not hold if a server of the host was reached", async () => {
    const { outcome } = await run("touch written; until [ -e go ]; do sleep 0.01; done; echo '{}'", {
      onWrap: ({ args, cwd }) => {
        const { port } = JSON.parse(args[1]!) as { port: number };
        connect(port, "127.0.0.1")
          .resume()
          .once("close", () => writeFileSync(join(cwd, "go"), ""));
      },
    });
    expect(outcome).toEqual({ results: [{ probe: "host_untouched", held: false }], failure: undefined });
  });

  it.each([
    ["the first line of the errors", "echo >&2; echo 'bwrap: no' >&2; echo second >&2", "bwrap: no"],
    ["a text where there is none", "echo no JSON", "the probes gave no answer"],
    ["at most 300 characters", `printf '%0400d' 1 >&2`, "0".repeat(300)],
    [
      "no answer that is too long",
      `printf '{"a":"'; head -c 300000 /dev/zero | tr '\\0' x; printf '"}'`,
      "the probes gave no answer",
    ],
  ])("fails with %s", async (_, script, failure) => {
    const { outcome, closed, request } = await run(script);
    expect(outcome).toEqual({ results: [], failure });
    expect([closed, existsSync(request.workspaceRoot)]).toEqual([1, false]);
  });

  it("cleans up if nothing can be started", async () => {
    const { outcome, closed, request } = await run("", { command: "/nonexistent/bwrap" });
    expect(outcome).toMatchObject({ error: { code: "sidecar_spawn_failed" } });
    expect([closed, existsSync(dirname(request.workspaceRoot))]).toEqual([1, false]);
  });
});
