import { tmpdir } from "node:os";
import { describe, expect, it, vi } from "vitest";
import { defaultCheckSettings } from "./check-settings.ts";
import { Findings } from "./findings.ts";
import { type Behaviour, FakeStarter } from "./fixtures/fake-sidecar.ts";
import { Subject } from "./subject.ts";

function make(behaviour: Behaviour = {}, settings = {}) {
  const controller = new AbortController();
  const findings = new Findings((text) => text);
  const starter = new FakeStarter(behaviour);
  const command = { command: "fake", args: ["a"], env: { A: "b" }, cwd: "/" };
  const subject = new Subject(command, starter, {
    findings,
    settings: { ...defaultCheckSettings, ...settings },
    tasks: { quick: "q", slow: "s", tool: "t" },
    workspace: tmpdir(),
    signal: controller.signal,
  });
  const result = (id: string) => {
    const found = findings.results().find((one) => one.id === id);
    return [found?.verdict, found?.reason];
  };
  return { subject, starter, controller, result };
}

describe("Subject", () => {
  it("starts the command with a mark of its own and a limit, and ends it", async () => {
    const { subject, starter } = make({}, { processes: 9 });
    const session = await subject.use(async (peer) => {
      expect((await peer.hello())?.frame?.["t"]).toBe("hello");
      expect(starter.processes[0]?.hasEnded).toBe(false);
    });
    await subject.use(async () => undefined);
    expect(starter.plans[0]).toEqual({
      command: "fake",
      args: ["a"],
      env: { A: "b" },
      cwd: "/",
      mark: expect.stringMatching(/^[0-9a-f-]{36}$/),
      limits: { processes: 9 },
    });
    expect(starter.plans[1]?.mark).not.toBe(starter.plans[0]?.mark);
    expect(starter.processes.map(({ hasEnded }) => hasEnded)).toEqual([true, true]);
    expect(session.lines.length).toBe(1);
  });

  it("gives work orders with ids of their own, in the workspace itself", () => {
    const { subject } = make();
    const order = subject.order("say x");
    expect(order).toMatchObject({ task: "say x", workspace: { root: tmpdir(), mode: "pass_through" } });
    expect(subject.order("say x").id).not.toBe(order.id);
  });

  it("ends the process when the scenario throws, and looks for its processes by the mark", async () => {
    const { subject, starter } = make();
    const endMarked = vi.spyOn(starter, "endMarked") as unknown as { mock: { calls: unknown[][] } };
    const failing = subject.use(async () => {
      throw new Error("broken");
    });
    await expect(failing).rejects.toThrow("broken");
    expect(starter.processes[0]?.hasEnded).toBe(true);
    expect(endMarked.mock.calls).toEqual([[starter.plans[0]?.mark]]);
  });

  it("ends the process when the check is aborted, and starts no other", async () => {
    const { subject, starter, controller, result } = make();
    const remove = vi.spyOn(controller.signal, "removeEventListener");
    const aborted = subject.use(async (peer) => {
      await peer.hello();
      controller.abort(new Error("enough"));
      expect(starter.processes[0]?.hasEnded).toBe(true);
    });
    await expect(aborted).rejects.toThrow("enough");
    expect(remove).toHaveBeenCalledWith("abort", expect.any(Function));
    expect(result("stderr.volume")[0]).toBe("skip");
    await expect(subject.use(async () => undefined)).rejects.toThrow("enough");
    expect(starter.processes.length).toBe(1);
  });

  it.each([
    [10, "pass", "10 bytes in the first process"],
    [9, "warn", "it logged 0 MiB"],
  ])("judges the size of the log, with a limit of %i bytes", async (maxOutputBytes, verdict, reason) => {
    const { subject, result } = make(
      { hello: (process) => process.stderr.write("0123456789", () => process.hello()) },
      { maxOutputBytes },
    );
    await subject.use(async (peer) => {
      await peer.session.listen(50);
    });
    expect(result("stderr.volume")).toEqual([verdict, reason]);
  });

  it("names output that could not be read", async () => {
    const { subject, result } = make({}, { maxLineBytes: 4 });
    await subject.use(async (peer) => {
      await peer.hello();
    });
    expect(result("stdout.line_size")).toEqual(["fail", "a line is longer than 0 MiB"]);
  });

  it.each([
    [0, ["pass", "at most 1 at the end of a session"], ["pass", "none ran on after it had ended"]],
    [
      5,
      ["pass", "at most 5 at the end of a session"],
      ["fail", "5 of its processes ran on after it had ended"],
    ],
    [
      6,
      ["fail", "6 processes had to be ended after a session"],
      ["fail", "6 of its processes ran on after it had ended"],
    ],
  ])("judges %i processes that are left", async (alive, count, leftovers) => {
    const { subject, result } = make({ alive }, { processes: 10 });
    await subject.use(async () => undefined);
    expect([result("process.count"), result("process.leftovers")[0]]).toEqual([count, "skip"]);
    await subject.use(async (peer) => {
      peer.session.endInput();
      await peer.session.waitForExit(5000);
    });
    expect([result("process.count"), result("process.leftovers")]).toEqual([count, leftovers]);
  });
});
