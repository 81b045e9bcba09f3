import { describe, expect, it } from "vitest";
import { Findings } from "../findings.ts";
import { LineJudge } from "./line-judge.ts";

type Found = Record<string, [verdict: string, reason: string]>;

/** A judge that has seen hello, and what it found. */
function judge({ hello = true } = {}) {
  const findings = new Findings((text) => text);
  const made = new LineJudge(findings);
  const see = (...frames: object[]) => {
    for (const frame of frames) made.judge({ atMs: 0, frame: frame as Record<string, unknown> });
  };
  if (hello) see({ t: "hello" });
  const found = (): Found =>
    Object.fromEntries(
      findings
        .results()
        .filter(({ verdict }) => verdict !== "skip")
        .map(({ id, verdict, reason }) => [id, [verdict, reason]]),
    );
  return { made, see, found };
}

const run = "00000000-0000-4000-8000-000000000001";
const order = "00000000-0000-4000-8000-000000000002";
const other = "00000000-0000-4000-8000-000000000003";

/** A judge that has seen hello and a run. */
function running() {
  const one = judge();
  one.made.runSent(run, order);
  return one;
}

const ts = "2026-01-01T00:00:00.000Z";
const event = (more: object = {}, refId: { id: unknown } = { id: run }) => ({
  t: "event",
  ref_id: refId.id,
  event: { ts, type: "assistant_delta", text: "x", ...more },
});
const final = (meta: object = {}, more: object = {}) => ({
  t: "final",
  ref_id: run,
  receipt: {
    meta: {
      run_id: run,
      work_order_id: order,
      contract_version: "abp/v0.1",
      started_at: ts,
      finished_at: ts,
      duration_ms: 0,
      ...meta,
    },
    backend: { id: "fake" },
    capabilities: {},
    usage_raw: {},
    usage: {},
    trace: [],
    artifacts: [],
    verification: { harness_ok: true },
    outcome: "complete",
    ...more,
  },
});
const fatal = (refId: unknown) => ({ t: "fatal", ref_id: refId, error: "no" });

describe("the first line", () => {
  it("is hello", () => {
    expect(judge().found()).toEqual({});
  });

  it("is named if it is another frame, and only once", () => {
    const { see, found } = judge({ hello: false });
    see({ t: "pong" }, { t: "hello" }, { t: "pong" });
    expect(found()).toEqual({ "hello.first": ["fail", 'the first line is a frame of type "pong"'] });
  });

  it("is named if it is no frame, and lines after it only for what they are", () => {
    const { made, found } = judge({ hello: false });
    made.judge({ atMs: 0, fault: "a line is not JSON" });
    expect(found()).toEqual({
      "hello.first": ["fail", "the first line is not a frame"],
      "stdout.json": ["fail", "a line is not JSON"],
    });
    const later = judge();
    later.made.judge({ atMs: 0, fault: "a line is no object" });
    expect(later.found()).toEqual({ "stdout.json": ["fail", "a line is no object"] });
  });

  it("may come again in no form", () => {
    const { see, found } = judge();
    see({ t: "hello" });
    expect(found()).toEqual({ "hello.once": ["fail", "a second hello came"] });
  });
});

describe("a frame", () => {
  it("has a known type, which is quoted shortly otherwise", () => {
    const { see, found } = judge();
    see({ t: "pong" });
    expect(found()).toEqual({});
    see({ t: "x".repeat(50) });
    expect(found()).toEqual({ "frames.known": ["fail", `a frame has type "${"x".repeat(40)}"`] });
  });

  it.each(["event", "final", "fatal", "tool_request"])(
    "of type %s is refused before the first run",
    (kind) => {
      const { made, see, found } = judge();
      see({ t: kind, ref_id: "r" });
      const reason = `a frame of type ${kind} came before the first run`;
      expect(found()).toEqual({ "run.before": ["fail", reason] });
      // What follows may belong to the same mistake.
      made.runSent("other", "w");
      see({ t: kind, ref_id: "r" });
      expect(found()).toEqual({ "run.before": ["fail", reason] });
    },
  );

  it("of type fatal without a run may come before the first run", () => {
    const { see, found } = judge();
    see(fatal(null), { t: "fatal", error: "no" });
    expect(found()).toEqual({});
  });

  it.each([
    ["other", '"other"'],
    [undefined, "null"],
    [7, "7"],
    ["y".repeat(100), `"${"y".repeat(59)}`],
  ])("names its run, not %s", (refId, shown) => {
    const { see, found } = running();
    see(event({}, { id: refId }));
    expect(found()).toEqual({ "run.ref_id": ["fail", `a frame of type event has ref_id ${shown}`] });
  });

  it("that asks about a tool is no fault in a run", () => {
    const { see, found } = running();
    see({ t: "tool_request", ref_id: run });
    expect(found()).toEqual({});
  });
});

describe("the end of a run", () => {
  it.each([
    ["final", final()],
    ["fatal", fatal(run)],
    ["fatal without a run", fatal(null)],
  ])("is its %s, after which nothing comes", (_, end) => {
    for (const kind of ["final", "fatal"]) {
      const { see, found } = running();
      see(end, { ...final(), t: kind });
      expect(found()["run.one_final"]).toEqual(["fail", `a ${kind} came after the end of its run`]);
      expect(found()["run.after_final"]).toBeUndefined();
    }
    for (const kind of ["event", "tool_request"]) {
      const { see, found } = running();
      see(end, { t: kind, ref_id: run, event: {} });
      expect(found()["run.after_final"]).toEqual([
        "fail",
        `a frame of type ${kind} came after the end of its run`,
      ]);
      expect(found()["run.one_final"]).toBeUndefined();
      expect(found()["events.valid"]).toBeUndefined();
    }
  });

  it("does not end another run", () => {
    const { made, see, found } = running();
    made.runSent("r2", order);
    see(final(), event({}, { id: "r2" }), fatal("r2"));
    expect(Object.values(found()).map(([verdict]) => verdict)).toEqual(["pass", "pass", "pass", "pass"]);
  });

  it("is no event", () => {
    const { see, found } = running();
    see(event(), event(), fatal(run));
    expect(Object.keys(found())).toEqual(["events.valid", "events.timestamp"]);
  });
});

describe("an event", () => {
  it("has the members of its type and a time", () => {
    const { see, found } = running();
    see(event());
    expect(found()).toEqual({
      "events.valid": ["pass", "every event has the members of its type"],
      "events.timestamp": ["pass", "every event has ts"],
    });
  });

  it("without a time is a warning", () => {
    const { see, found } = running();
    see(event({ ts: undefined }));
    expect(found()).toEqual({
      "events.valid": ["pass", "every event has the members of its type"],
      "events.timestamp": ["warn", "an event of type assistant_delta has no ts"],
    });
  });

  it("without a member names its type, the member and the fault", () => {
    const { see, found } = running();
    see(event({ text: 7 }));
    const [verdict, reason] = found()["events.valid"] ?? [];
    expect(verdict).toBe("fail");
    expect(reason).toMatch(/^an event of type "assistant_delta": text: .*string/);
    expect(found()["events.timestamp"]).toBeUndefined();
  });

  it.each([
    [null, "undefined"],
    [undefined, "undefined"],
    ["text", "undefined"],
    [{ type: 7 }, "7"],
  ])("that is no event at all is named: %j", (value, shown) => {
    const { see, found } = running();
    see({ t: "event", ref_id: run, event: value });
    expect(found()["events.valid"]?.[1]).toMatch(new RegExp(`^an event of type ${shown}: \\S`));
  });
});

describe("the receipt of final", () => {
  it("has every member, and both ids", () => {
    const { see, found } = running();
    see(final());
    expect(found()).toEqual({
      "receipt.valid": ["pass", "every member is there"],
      "receipt.ids": ["pass", "both ids are those of the run frame"],
    });
  });

  it("without a member is named with the path", () => {
    const { see, found } = running();
    see(final({ duration_ms: "long" }));
    expect(found()["receipt.valid"]).toEqual(["fail", expect.stringMatching(/^meta\.duration_ms: .*number/)]);
    expect(found()["receipt.ids"]).toBeUndefined();
  });

  it("that is no object is named without a path", () => {
    const { see, found } = running();
    see({ t: "final", ref_id: run });
    expect(found()["receipt.valid"]?.[1]).toMatch(/^Invalid input.*object/);
  });

  it("with another id is a warning", () => {
    const first = running();
    first.see(final({ run_id: other }));
    expect(first.found()["receipt.ids"]).toEqual([
      "warn",
      `meta.run_id is "${other}", not the id of the run`,
    ]);
    const second = running();
    second.see(final({ work_order_id: other }));
    expect(second.found()["receipt.ids"]).toEqual(["warn", `meta.work_order_id is "${other}"`]);
  });
});
