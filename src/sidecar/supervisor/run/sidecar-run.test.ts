import { beforeEach, describe, expect, it } from "vitest";
import { AbpError } from "../../../contract/index.ts";
import { runRequest } from "../../fixtures/start-fixture.ts";
import type { SidecarFrame } from "../../protocol/frame.ts";
import type { SidecarRunRequest, ToolDecision } from "../run-request.ts";
import { ViolationCounts } from "../violation-counts.ts";
import { SidecarRun } from "./sidecar-run.ts";

const frame = (t: string, more: object = {}) => ({ t, ref_id: "run-1", ...more }) as SidecarFrame;
const event = (members: object) =>
  frame("event", { event: { ts: "2026-01-01T00:00:00Z", type: "warning", message: "m", ...members } });
const final = (more: object = {}) => frame("final", { receipt: { outcome: "complete" }, ...more });
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("SidecarRun", () => {
  let violations: ViolationCounts;
  let answers: [string, ToolDecision][];
  let demands: number;

  beforeEach(() => {
    violations = new ViolationCounts();
    answers = [];
    demands = 0;
  });

  function make(more: Partial<SidecarRunRequest> = {}): SidecarRun {
    return new SidecarRun(runRequest(more), {
      violations,
      maxOutputBytes: 100,
      answerTool: (id, decision) => answers.push([id, decision]),
      demanded: () => {
        demands += 1;
      },
    });
  }

  it("S14 takes output up to its limit, that of the request before that of the settings", () => {
    const run = make();
    expect([run.take(60), run.take(60), run.take(1)]).toEqual([60, 40, 0]);
    expect(make({ maxOutputBytes: 5 }).take(60)).toBe(5);
    expect(make({ maxOutputBytes: 0 }).take(1)).toBe(0);
  });

  it("hands its events over, and counts dropped members and unknown types", async () => {
    const run = make();
    const batch = run.events.next();
    expect(demands).toBe(1);
    run.accept(event({ more: 1 }));
    expect(violations.record()).toBeUndefined();
    run.accept(event({ type: "new" }));
    run.events.flush();
    expect(await batch).toHaveLength(2);
    expect(run.droppedMembers).toBe(1);
    expect(violations.record()).toEqual({ unknown_event_type: 1 });
  });

  it("asks about tools, and withdraws the question when it ends", async () => {
    const run = make();
    run.accept(frame("tool_request", { request_id: "q", tool_name: "Bash", input: {} }));
    expect(run.tools.areWaiting).toBe(true);
    await turn();
    expect(answers).toMatchObject([["q", { verdict: "deny" }]]);
    run.accept(frame("tool_request", { request_id: "r", tool_name: "Bash", input: {} }));
    run.acceptFinal(final());
    expect(run.tools.areWaiting).toBe(false);
    expect(await run.events.next()).toBeUndefined();
  });

  it("ends with the claim of its final", async () => {
    const run = make();
    expect(run.isOver).toBe(false);
    expect(() => run.result()).toThrow(expect.objectContaining({ code: "internal" }));
    expect(run.acceptFinal(final({ ref_id: "other" }))).toBe(false);
    expect(run.isOver).toBe(false);
    expect(run.acceptFinal(final())).toBe(true);
    await run.over;
    expect(run.isOver).toBe(true);
    run.fail(new AbpError("sidecar_stalled", "late"));
    expect(run.result()).toMatchObject({ outcome: "complete", isAfterCancel: false });
  });

  it("ends with the first error", async () => {
    const run = make();
    run.fail(new AbpError("sidecar_stalled", "first"));
    run.fail(new AbpError("sidecar_fatal", "second"));
    await run.over;
    expect(run.isOver).toBe(true);
    expect(() => run.result()).toThrow("first");
    expect(await run.events.next()).toBeUndefined();
  });

  it("S33 ends with the first cancel if it fails after that", () => {
    const run = make();
    run.cancel(new AbpError("run_cancelled", "one"));
    run.cancel(new AbpError("run_cancelled", "two"));
    expect(run.isOver).toBe(false);
    run.fail(new AbpError("sidecar_stalled", "other"));
    expect(() => run.result()).toThrow("one");
  });

  it("S34 marks a final after a cancel", () => {
    const run = make();
    run.cancel(new AbpError("run_cancelled", "one"));
    run.acceptFinal(final());
    expect(run.result()).toMatchObject({ isAfterCancel: true });
  });

  it("S20 drops a hundred frames of other runs, and refuses the next", async () => {
    const run = make();
    for (let count = 0; count < 100; count += 1) run.accept({ ...event({}), ref_id: "other" });
    expect(violations.record()).toEqual({ wrong_ref_id: 100 });
    expect(run.events.isWaiting).toBe(false);
    expect(() => run.accept({ ...event({}), ref_id: "other" })).toThrow(
      expect.objectContaining({ code: "protocol_unexpected_message" }),
    );
    expect(run.owns(event({}))).toBe(true);
  });

  it.each([undefined, null, 5])("refuses a frame with the reference %j", (reference) => {
    expect(() => make().accept({ ...event({}), ref_id: reference } as SidecarFrame)).toThrow(
      expect.objectContaining({ code: "protocol_missing_ref_id" }),
    );
    expect(violations.record()).toBeUndefined();
  });
});
