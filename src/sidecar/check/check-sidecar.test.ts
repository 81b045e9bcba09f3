import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import type { CheckSettings } from "./check-settings.ts";
import { checkSidecar } from "./check-sidecar.ts";
import {
  type Behaviour,
  type FakeProcess,
  FakeStarter,
  type ReceivedFrame,
} from "./fixtures/fake-sidecar.ts";

const quick: Partial<CheckSettings> = { quietMs: 20, pongMs: 200, cancelMs: 200, exitMs: 200, runMs: 1000 };

async function check(behaviour: Behaviour = {}, settings: Partial<CheckSettings> = {}, env = {}) {
  const starter = new FakeStarter(behaviour);
  const report = await checkSidecar(
    {
      command: "fake",
      args: ["a"],
      env,
      cwd: "/",
      settings: { ...quick, orderBytes: 64 * 1024, ...settings },
      signal: new AbortController().signal,
    },
    starter,
  );
  const broken = report.results.filter(({ verdict }) => verdict === "fail" || verdict === "warn");
  const named = Object.fromEntries(broken.map(({ id, reason }) => [id, reason]));
  return { report, starter, named, result: (id: string) => report.results.find((one) => one.id === id) };
}

describe("the check of a sidecar", () => {
  it("passes a good one, and skips the rules on tools if it does not claim to ask", async () => {
    const { report, result } = await check();
    expect(report).toMatchObject({ ok: true, backend: { id: "fake", version: "1" } });
    expect(report.results.filter(({ verdict }) => verdict !== "pass").map(({ id }) => id)).toEqual([
      "tools.asks",
      "tools.obeys",
    ]);
    expect(result("tools.asks")).toMatchObject({
      verdict: "skip",
      reason: "hello does not claim asks_before_tools",
    });
  });

  it("starts each process with limits and a mark of its own", async () => {
    const { starter } = await check({}, { processes: 17 });
    expect(starter.plans.length).toBe(4);
    expect(starter.plans[0]).toMatchObject({
      command: "fake",
      args: ["a"],
      cwd: "/",
      limits: { processes: 17 },
    });
    expect(new Set(starter.plans.map(({ mark }) => mark)).size).toBe(4);
    expect(starter.processes.every(({ hasEnded }) => hasEnded)).toBe(true);
  });

  it("gives work orders with an empty workspace, and removes it", async () => {
    const roots = new Set<string>();
    const contents: string[][] = [];
    await check({
      run: (process, frame) => {
        const { root } = (frame.work_order as unknown as { workspace: { root: string } }).workspace;
        roots.add(root);
        contents.push(readdirSync(root));
        process.work(frame);
      },
    });
    expect(roots.size).toBe(1);
    const [root] = [...roots];
    expect([root?.startsWith(tmpdir()), existsSync(root!)]).toEqual([true, false]);
    expect(contents.flat()).toEqual([]);
  });

  it("reports a program that cannot be started, and throws other errors", async () => {
    const failing = (code: "sidecar_spawn_failed" | "backend_unavailable") => ({
      start: () => Promise.reject(new AbpError(code, "no such file")),
      endMarked: async () => 0,
    });
    const request = { command: "x", args: [], env: {}, cwd: "/", signal: new AbortController().signal };
    const report = await checkSidecar(request, failing("sidecar_spawn_failed"));
    expect(report.ok).toBe(false);
    expect(report.results[0]).toMatchObject({ id: "start", verdict: "fail", reason: "no such file" });
    expect(report.results.slice(1).every(({ verdict }) => verdict === "skip")).toBe(true);
    await expect(checkSidecar(request, failing("backend_unavailable"))).rejects.toThrow("no such file");
  });

  it("ends the process and rejects with the reason when it is aborted", async () => {
    const controller = new AbortController();
    const starter = new FakeStarter({ hello: () => controller.abort(new Error("enough")) });
    const request = { command: "x", args: [], env: {}, cwd: "/", signal: controller.signal };
    await expect(checkSidecar(request, starter)).rejects.toThrow("enough");
    expect(starter.processes[0]?.hasEnded).toBe(true);
    await expect(checkSidecar(request, starter)).rejects.toThrow("enough");
    expect(starter.processes.length).toBe(1);
  });

  it("keeps the end of standard error, and secrets of the environment out of everything", async () => {
    const { report } = await check(
      {
        run: (process, frame) => {
          process.stderr.write("key sk-very-secret-0123456789 used");
          process.write("sk-very-secret-0123456789\n");
          process.work(frame);
        },
      },
      {},
      { API_KEY: "sk-very-secret-0123456789" },
    );
    expect(report.stderrTail).toContain(" used");
    expect(JSON.stringify(report)).not.toContain("very-secret");
  });
});

/** Writes a text in the middle of a run. */
function print(process: FakeProcess, frame: ReceivedFrame, text: string): void {
  process.write(text);
  process.work(frame);
}

describe("a broken rule", () => {
  it("names the first reason, the advice, and fails the report only if the rule is required", async () => {
    const late = await check({ cancel: () => undefined });
    expect([late.report.ok, late.result("cancel")]).toEqual([
      true,
      expect.objectContaining({ verdict: "warn", advice: expect.stringContaining("cancel") }),
    ]);
    const silent = await check({ ping: () => undefined });
    expect([silent.report.ok, silent.result("ping.idle")?.verdict]).toEqual([false, "fail"]);
  });

  it.each<[string, Behaviour, Record<string, unknown>]>([
    ["no hello", { hello: () => undefined }, { "hello.in_time": "no line after 0.2 s" }],
    [
      "an exit before hello",
      { hello: (process) => process.leave(4) },
      { "hello.in_time": "it ended before its hello (exit code 4)" },
    ],
    [
      "a signal before hello",
      { hello: (process) => process.leave(null, "SIGSEGV") },
      { "hello.in_time": "it ended before its hello (SIGSEGV)" },
    ],
    [
      "an empty id",
      { hello: (process) => process.hello({ backend: { id: " " } }) },
      { "hello.valid": "backend.id is empty" },
    ],
    [
      "a version that is no version",
      { hello: (process) => process.hello({ contract_version: "latest" }) },
      { "hello.version": '"latest" is not compatible with abp/v0.1' },
    ],
    [
      "a fatal instead of a final",
      { run: (process, { id }) => process.send({ t: "fatal", ref_id: id, error: "no key" }) },
      { "run.final": 'the sidecar sent fatal: "no key"' },
    ],
    [
      "a list as a line",
      { run: (process, frame) => print(process, frame, "[1]\n") },
      { "stdout.json": 'a line is no JSON object: "[1]"' },
    ],
    [
      "an object without a type",
      { run: (process, frame) => print(process, frame, '{"a":1}\n') },
      { "stdout.json": 'a line has no text member "t": "{\\"a\\":1}"' },
    ],
    [
      "broken JSON",
      { run: (process, frame) => print(process, frame, '{"t":"event",}\n') },
      { "stdout.json": expect.stringMatching(/^a line is no valid JSON \(.+\): "\{/) },
    ],
    ["an exit code", { end: (process) => process.leave(9) }, { "exit.code": "exit code 9" }],
    ["an end by a signal", { end: (process) => process.leave(null, "SIGABRT") }, { "exit.code": "SIGABRT" }],
    ["a process that goes on", { end: () => undefined }, { "eof.exit": expect.stringContaining("0.2 s") }],
    [
      "processes that are left",
      { alive: 2 },
      { "process.leftovers": "2 of its processes ran on after it had ended" },
    ],
    [
      "many processes",
      { alive: 200 },
      {
        "process.count": "200 processes had to be ended after a session",
        "process.leftovers": "200 of its processes ran on after it had ended",
      },
    ],
  ])("is named: %s", async (_, behaviour, expected) => {
    const { named } = await check(behaviour, { helloMs: 200 });
    expect(named).toEqual(expected);
  });

  it("is not named for a sidecar that queues a second run until the first is over", async () => {
    let waiting: ReceivedFrame | undefined;
    const isSlow = (frame: ReceivedFrame) => frame.work_order?.task.startsWith("sleep") === true;
    const { named, result } = await check({
      takesEveryRun: true,
      run: (process, frame) => {
        if (isSlow(frame)) {
          waiting = frame;
          process.event(frame.id);
        } else {
          if (waiting !== undefined) process.final(waiting);
          waiting = undefined;
          process.work(frame);
        }
      },
    });
    expect(named).toEqual({});
    expect(result("run.one_at_a_time")?.reason).toBe("it waits until the first run is over");
  });
});

describe("the rules on tools", () => {
  const asking = (more: Behaviour): Behaviour => ({
    hello: (process) => process.hello({ asks_before_tools: true }),
    ...more,
  });
  const isTool = (frame: { work_order?: { task: string } }) =>
    frame.work_order?.task.startsWith("write") === true;
  const ask = { t: "tool_request", request_id: "1", tool_name: "Write", input: {} };

  it("pass a sidecar that asks, obeys a denial and uses an allowed tool", async () => {
    const verdicts: unknown[] = [];
    const { named, result } = await check(
      asking({
        run: (process, frame) => {
          if (isTool(frame)) process.send({ ...ask, ref_id: frame.id });
          else if (process.active === frame) process.work(frame);
        },
        decision: (process, { verdict }) => {
          verdicts.push(verdict);
          const { active } = process;
          if (verdict === "allow") {
            process.event(active?.id, { type: "tool_call", tool_name: "Write", input: {} });
          }
          process.final(active!);
        },
      }),
    );
    expect([named["tools.asks"], named["tools.obeys"], verdicts]).toEqual([
      undefined,
      undefined,
      ["deny", "allow"],
    ]);
    expect(result("tools.obeys")?.verdict).toBe("pass");
  });

  it.each<[string, Behaviour, string, string]>([
    [
      "a tool without a question",
      {
        run: (process, frame) => {
          if (isTool(frame)) process.event(frame.id, { type: "tool_call", tool_name: "Write", input: {} });
          process.work(frame);
        },
      },
      "tools.asks",
      'it used "Write" without a tool_request',
    ],
    [
      "a tool after a denial",
      {
        run: (process, frame) =>
          isTool(frame) ? process.send({ ...ask, ref_id: frame.id }) : process.work(frame),
        decision: (process) => {
          process.event(process.active?.id, { type: "tool_call", tool_name: "Write", input: {} });
          process.final(process.active!);
        },
      },
      "tools.obeys",
      'it used "Write" after a verdict of deny',
    ],
    [
      "no end after a denial",
      {
        run: (process, frame) =>
          isTool(frame) ? process.send({ ...ask, ref_id: frame.id }) : process.work(frame),
        decision: (process) => process.leave(2),
      },
      "tools.obeys",
      "after a verdict of deny: the process ended (exit code 2)",
    ],
    [
      "a failure after a permission",
      {
        run: (process, frame) =>
          isTool(frame) ? process.send({ ...ask, ref_id: frame.id }) : process.work(frame),
        decision: (process, { verdict }) => {
          if (verdict === "deny") process.final(process.active!);
          else process.leave(2);
        },
      },
      "tools.obeys",
      "after a verdict of allow: the process ended (exit code 2)",
    ],
    [
      "a question without a name",
      {
        run: (process, frame) =>
          isTool(frame)
            ? process.send({ ...ask, tool_name: undefined, ref_id: frame.id })
            : process.work(frame),
        decision: (process) => process.final(process.active!),
      },
      "tools.asks",
      "a tool_request lacks request_id, tool_name or input",
    ],
    [
      "the same id twice",
      {
        run: (process, frame) => {
          if (!isTool(frame)) process.work(frame);
          else for (const _ of [1, 2]) process.send({ ...ask, ref_id: frame.id });
        },
        decision: (process) => {
          if (process.active !== undefined) process.final(process.active);
        },
      },
      "tools.asks",
      'two requests have the request_id "1"',
    ],
  ])("name %s", async (_, behaviour, id, reason) => {
    const { named } = await check(asking(behaviour));
    expect(named[id]).toBe(reason);
  });

  it("are skipped if the task used no tool", async () => {
    const { result } = await check(asking({}));
    expect([result("tools.asks"), result("tools.obeys")]).toMatchObject([
      { verdict: "skip", reason: "the task used no tool; give another with --tool-task" },
      { verdict: "skip" },
    ]);
  });
});

describe("a run that is over at once", () => {
  it("skips the rules for busy sidecars, and says how to try them", async () => {
    const { result } = await check({ run: (process, frame) => process.final(frame) });
    for (const id of ["ping.busy", "cancel", "run.one_at_a_time"]) {
      expect(result(id)).toMatchObject({ verdict: "skip", reason: expect.stringContaining("--slow-task") });
    }
  });
});
