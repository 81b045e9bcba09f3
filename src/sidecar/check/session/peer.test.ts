import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buildWorkOrder } from "../../../contract/index.ts";
import { FakeProgram } from "../../fixtures/fake-program.ts";
import { defaultCheckSettings } from "../check-settings.ts";
import { Findings } from "../findings.ts";
import { describeExit, Peer } from "./peer.ts";
import { Session } from "./session.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const turn = async () => {
  await new Promise((resolve) => setImmediate(resolve));
};
const id = "00000000-0000-4000-8000-000000000001";
const order = buildWorkOrder(id, "say hello", {});
const limits = { helloMs: 100, pongMs: 200, runMs: 3000 };

function connect(more: object = {}) {
  const program = new FakeProgram();
  const settings = { ...defaultCheckSettings, ...limits, ...more };
  const findings = new Findings((text) => text);
  const session = new Session(program, settings, findings.redact);
  return { program, findings, session, peer: new Peer(session, findings, settings) };
}

/** Waits for a promise while the clock moves on. */
async function resultAfter<T>(ms: number, promise: Promise<T>): Promise<T | "waits"> {
  await turn();
  vi.advanceTimersByTime(ms);
  await turn();
  return Promise.race([promise, turn().then(() => "waits" as const)]);
}

describe("the first line", () => {
  it("is given, whatever it is, or nothing at the limit", async () => {
    const { program, peer } = connect();
    program.say({ t: "other" });
    expect(await resultAfter(0, peer.hello())).toMatchObject({ frame: { t: "other" } });
    const silent = connect();
    const hello = silent.peer.hello();
    expect(await resultAfter(99, hello)).toBe("waits");
    expect(await resultAfter(1, hello)).toBeUndefined();
  });
});

describe("a run", () => {
  it("is sent with the id of its work order, and its lines are judged", async () => {
    const { program, peer, findings } = connect();
    peer.startRun(order);
    peer.startRun(order, "\r\n");
    const line = JSON.stringify({ t: "run", id, work_order: order });
    expect(String(program.stdin.read())).toBe(`${line}\n${line}\r\n`);
    program.say({ t: "hello" }, { t: "event", ref_id: "x" });
    await turn();
    expect([findings.hasMissed("run.before"), findings.hasMissed("run.ref_id")]).toEqual([false, true]);
  });

  it("ends with its final", async () => {
    const { program, peer } = connect();
    const end = peer.run(order, "\r\n");
    expect(String(program.stdin.read())).toMatch(/\r\n$/);
    program.say({ t: "final", ref_id: "other" }, { t: "event", ref_id: id }, { t: "fatal", ref_id: null });
    expect(await resultAfter(2999, end)).toBe("waits");
    program.say({ t: "final", ref_id: id });
    expect(await resultAfter(0, end)).toEqual({ kind: "final", reason: "final" });
  });

  it("ends with its fatal, whose error is quoted shortly", async () => {
    const { program, peer } = connect();
    const end = peer.run(order);
    expect(String(program.stdin.read())).toMatch(/[^\r]\n$/);
    program.say({ t: "fatal", ref_id: id, error: "e".repeat(300) });
    const reason = `the sidecar sent fatal: "${"e".repeat(200)}"`;
    expect(await resultAfter(0, end)).toEqual({ kind: "fatal", reason });
  });

  it("ends with the process, its output, or output that cannot be read", async () => {
    const ended = connect();
    ended.program.end({ code: 3 });
    expect(await resultAfter(0, ended.peer.runEnd(id))).toEqual({
      kind: "exit",
      reason: "the process ended (exit code 3)",
    });
    const closed = connect();
    closed.program.stdout.end();
    expect(await resultAfter(500, closed.peer.runEnd(id))).toEqual({
      kind: "exit",
      reason: "it closed standard output",
    });
    const unreadable = connect({ maxLineBytes: 4 });
    unreadable.program.stdout.write("12345\n");
    expect(await resultAfter(0, unreadable.peer.runEnd(id))).toEqual({
      kind: "unreadable",
      reason: "a line is longer than 0 MiB",
    });
  });

  it("takes no longer than its limit", async () => {
    const { peer } = connect();
    const end = peer.runEnd(id);
    expect(await resultAfter(2999, end)).toBe("waits");
    expect(await resultAfter(1, end)).toEqual({ kind: "timeout", reason: "no final after 3 s" });
    const soon = peer.runEnd(id, 500);
    expect(await resultAfter(499, soon)).toBe("waits");
    expect(await resultAfter(1, soon)).toEqual({ kind: "timeout", reason: "no final after 0.5 s" });
  });
});

describe("a ping", () => {
  it("has a number of its own, and the milliseconds to the pong with the same number", async () => {
    const { program, peer } = connect();
    vi.advanceTimersByTime(1000);
    const first = peer.ping();
    expect(program.heard()).toEqual([{ t: "ping", seq: 1 }]);
    program.say({ t: "pong", seq: 7 }, { t: "pong" }, { t: "event", seq: 1 });
    expect(await resultAfter(40, first)).toBe("waits");
    program.say({ t: "pong", seq: 1 });
    expect(await resultAfter(0, first)).toBe(40);
    const second = peer.ping();
    expect(program.heard()).toEqual([{ t: "ping", seq: 2 }]);
    expect(await resultAfter(199, second)).toBe("waits");
    expect(await resultAfter(1, second)).toBeUndefined();
  });
});

describe("a question about a tool", () => {
  it("is kept, and answered with the verdict", async () => {
    const { program, peer } = connect();
    const request = { t: "tool_request", ref_id: id, request_id: "1", tool_name: "Bash", input: {} };
    program.say(request);
    await turn();
    const decision = { t: "tool_decision", ref_id: id, request_id: "1" };
    expect(program.heard()).toEqual([
      { ...decision, verdict: "allow", reason: "the check allows every tool" },
    ]);
    peer.verdict = "deny";
    program.say({ t: "event" }, request);
    await turn();
    expect(program.heard()).toEqual([
      { ...decision, verdict: "deny", reason: "the check denies every tool" },
    ]);
    expect(peer.toolRequests).toEqual([request, request]);
  });
});

describe("describeExit", () => {
  it("names the signal, the code or the lack of memory", () => {
    expect(describeExit({ code: 2, signal: null })).toBe("exit code 2");
    expect(describeExit({ code: null, signal: "SIGKILL", outOfMemory: false })).toBe("SIGKILL");
    expect(describeExit({ code: null, signal: "SIGKILL", outOfMemory: true })).toBe("out of memory");
  });
});
