import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { allowedEnvironment, startProgram } from "../../src/process/index.ts";
import { type CheckSettings, checkSidecar } from "../../src/sidecar/index.ts";
import { sampled } from "../fault-size.ts";

const fixture = resolve(import.meta.dirname, "fixtures/wrong-sidecar.js");
const env = allowedEnvironment(process.env, [], {});

/** Faults, the rules that the check must name (no others), a part of the reason, and settings that save time. */
const cases: [fault: string, named: string[], reason: RegExp, settings?: Partial<CheckSettings>][] = [
  ["late-hello", ["hello.in_time"], /^no line after 1 s$/, { helloMs: 1000 }],
  ["no-hello", ["hello.in_time"], /^no line after 1 s$/, { helloMs: 1000 }],
  ["exits-before-hello", ["hello.in_time"], /^it ended before its hello \(exit code 3\)$/],
  ["text-first", ["hello.first", "stdout.json"], /first line is not/],
  ["event-first", ["hello.first", "run.before"], /first line is a frame of type "event"/],
  ["hello-twice", ["hello.once"], /second hello/],
  ["bad-version", ["hello.version"], /"abp\/v1\.0" is not compatible/],
  ["invalid-hello", ["hello.valid"], /^capabilities: /],
  ["unknown-capability", ["hello.capabilities"], /"mind_reading"/],
  ["garbage", ["stdout.json"], /a line is not JSON: "Loading model\.\.\."/],
  ["invalid-utf8", ["stdout.utf8"], /a line is not UTF-8/],
  ["giant-line", ["stdout.line_size"], /a line is longer than/, { maxLineBytes: 512 * 1024 }],
  ["endless-line", ["stdout.line_size"], /a line is longer than/, { maxLineBytes: 1024 * 1024 }],
  ["flood", ["stdout.volume"], /it wrote more than 4 MiB/, { maxOutputBytes: 4 * 1024 * 1024 }],
  ["silence", ["run.final"], /^no final after 1 s$/, { runMs: 1000 }],
  ["exits-without-final", ["run.final", "exit.code"], /ended \(exit code 3\)/],
  ["dies-by-signal", ["run.final", "exit.code"], /ended \(SIGKILL\)/],
  ["closes-stdout", ["run.final", "eof.exit"], /closed standard output/, { exitMs: 500 }],
  ["final-before-run", ["run.before"], /a frame of type final came before the first run/],
  ["two-finals", ["run.one_final"], /a final came after the end of its run/],
  ["fatal-after-final", ["run.one_final"], /a fatal came after the end of its run/],
  ["event-after-final", ["run.after_final"], /a frame of type event came after/],
  ["wrong-ref-id", ["run.ref_id"], /a frame of type event has ref_id "another"/],
  ["wrong-ref-id-of-final", ["run.ref_id", "run.final"], /type final has ref_id "another"/, { runMs: 1000 }],
  ["unknown-frame", ["frames.known"], /"progress"/],
  ["invalid-event", ["events.valid"], /"tool_result": is_error/],
  ["unknown-event", ["events.valid"], /"thinking"/],
  ["no-timestamp", ["events.timestamp"], /assistant_delta has no ts/],
  ["invalid-receipt", ["receipt.valid"], /^verification/],
  ["wrong-receipt-ids", ["receipt.ids"], /^meta\.run_id is/],
  ["one-run-only", ["run.second"], /the process ended after its first run/],
  ["ignores-ping", ["ping.idle", "ping.busy"], /no pong/, { pongMs: 300 }],
  ["wrong-pong", ["ping.idle", "ping.busy"], /no pong with the same seq/, { pongMs: 300 }],
  ["blocks", ["ping.busy", "run.one_at_a_time", "cancel"], /./, { pongMs: 1500, cancelMs: 300 }],
  ["ignores-cancel", ["cancel"], /^the run goes on 0\.5 s after cancel$/, { cancelMs: 500 }],
  ["two-at-once", ["run.one_at_a_time"], /two runs at the same time/],
  ["dies-on-bad-line", ["input.bad_line", "exit.code"], /the process ended/],
  ["dies-on-blank-line", ["input.blank_line", "exit.code"], /the process ended/],
  ["dies-on-unknown-frame", ["input.unknown_frame", "exit.code"], /the process ended/],
  ["strict-members", ["input.unknown_members"], /fatal: "unknown member"/],
  ["ascii-only", ["input.non_ascii", "exit.code"], /the process ended \(exit code 1\)/],
  ["no-crlf", ["input.crlf"], /no final after 3 s/, { runMs: 3000 }],
  ["small-buffer", ["input.large"], /no final after 3 s/, { runMs: 3000 }],
  ["never-asks", ["tools.asks"], /it used "Write" without a tool_request/],
  ["ignores-denial", ["tools.obeys"], /changed the workspace though every tool was denied/],
  ["never-exits", ["eof.exit"], /still runs 0\.5 s after/, { exitMs: 500 }],
  ["bad-exit-code", ["exit.code"], /^exit code 1$/],
  ["daemonises", ["process.leftovers"], /of its processes ran on after it had ended/],
];

/** Faults of the process itself, or of its pipes. A sidecar in this process shows the others, beside the code of the check. */
const ofProcess = new Set([
  ...["no-hello", "exits-before-hello", "invalid-utf8", "endless-line", "flood", "exits-without-final"],
  ...["dies-by-signal", "closes-stdout", "blocks", "small-buffer", "ignores-denial"],
  ...["never-exits", "bad-exit-code", "daemonises"],
]);
const tried = sampled(cases, ([fault]) => ofProcess.has(fault));

async function check(fault: string, settings: Partial<CheckSettings> = {}) {
  const report = await checkSidecar({
    command: process.execPath,
    args: [fixture, fault],
    env,
    cwd: import.meta.dirname,
    settings: { quietMs: 150, orderBytes: 2 * 1024 * 1024, ...settings },
    signal: new AbortController().signal,
  });
  const named = report.results.filter(({ verdict }) => verdict === "fail" || verdict === "warn");
  return { report, named };
}

describe.concurrent("the check of a wrong sidecar", () => {
  it.for(tried)("names %s as %j", async ([fault, expected, reason, settings]) => {
    const { named } = await check(fault, settings);
    expect(named.map(({ id }) => id).sort()).toEqual([...expected].sort());
    expect(named.find(({ id }) => id === expected[0])?.reason).toMatch(reason);
    expect(named.every(({ advice }) => advice !== undefined)).toBe(true);
  });

  it("names nothing of a sidecar without a fault", async () => {
    const { report, named } = await check("none");
    expect([report.ok, named]).toEqual([true, []]);
  });

  it("names a fork bomb, which the limit of processes holds", async (ctx) => {
    const limits = { processes: 64 };
    const plan = { command: process.execPath, args: ["-e", ""], env, cwd: import.meta.dirname };
    const probe = await startProgram({ ...plan, mark: `probe-${process.pid}`, limits });
    await probe.exit;
    await probe.endTree();
    if (probe.limits.processes !== "cgroup") return ctx.skip("needs a control group that limits processes");
    const { named } = await check("fork-bomb", limits);
    expect(named.map(({ id }) => id)).toEqual(["process.count", "process.leftovers"]);
    const count = Number(/^\d+/.exec(named[0]!.reason)?.[0]);
    // The limit holds at each moment. A process that starts between the two looks at the tree, in place of one that has ended, is
    // counted, too.
    expect(count).toBeLessThanOrEqual(2 * limits.processes);
  });
});
