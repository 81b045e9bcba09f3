import { describe, expect, it } from "vitest";
import type { AgentEvent, ExecutionMode } from "../../contract/index.ts";
import { canonicalize } from "../../lib/index.ts";
import { say } from "../fixtures/fake-backend.ts";
import { EventRecorder } from "./event-recorder.ts";
import type { TimeOrder } from "./time-order.ts";

function recorderOf(mode: ExecutionMode = "mapped") {
  const calls: string[] = [];
  const added: unknown[] = [];
  const later = async (call: string) => {
    await new Promise(setImmediate);
    calls.push(call);
  };
  const places = {
    trace: { add: (event: AgentEvent, line: string) => added.push(["trace", event, line]) },
    writer: {
      add: (event: AgentEvent, line: string) => added.push(["writer", event, line]),
      flush: () => later("flushed"),
      drain: () => later("drained"),
    },
    feed: { ready: () => later("ready"), close: () => calls.push("closed") },
  };
  const order = { place: (event: AgentEvent) => ({ ...event, ts: "placed" }) } as unknown as TimeOrder;
  const secrets = { hideIn: (text: string) => text.replaceAll("key-1", "hidden") };
  return { recorder: new EventRecorder(places as never, order, mode, secrets), added, calls };
}

describe("the recorder of events", () => {
  it.each(["mapped", "passthrough"] as const)("holds no secret of the run in mode %s", (mode) => {
    const { recorder, added } = recorderOf(mode);
    recorder.add({ ...say("a key-1 b"), ext: { raw_message: { "key-1": ["key-1"] } } });
    const [[, event, line]] = added as [[string, AgentEvent, string]];
    expect(event).toMatchObject({ text: "a hidden b", ext: { raw_message: { hidden: ["hidden"] } } });
    expect(line).toBe(canonicalize(event));
    expect(added).toHaveLength(2);
    expect(added[1]).toEqual(["writer", event, line]);
  });

  it.each([
    ["mapped", "placed"],
    ["passthrough", "given"],
  ] as const)("in %s mode hands an event with its line to the trace and the writer", (mode, ts) => {
    const { recorder, added } = recorderOf(mode);
    recorder.add(say("a", "given"));
    const event = say("a", ts);
    const line = canonicalize(event);
    expect(added).toEqual([
      ["trace", event, line],
      ["writer", event, line],
    ]);
  });

  it("adds up the bytes of the lines", () => {
    const { recorder } = recorderOf("passthrough");
    expect(recorder.bytes).toBe(0);
    recorder.add(say("a"));
    recorder.add(say("bcd"));
    expect(recorder.bytes).toBe(canonicalize(say("a")).length + canonicalize(say("bcd")).length);
  });

  it("waits for the store and the caller, and closes after the last write", async () => {
    const { recorder, calls } = recorderOf();
    await recorder.flush();
    expect(calls).toEqual(["flushed", "ready"]);
    await recorder.close();
    expect(calls).toEqual(["flushed", "ready", "drained", "closed"]);
  });

  it("refuses what a receipt cannot hold, and hands it to nobody", () => {
    const { recorder, added } = recorderOf("passthrough");
    expect(() => recorder.add({ ...say("a"), ext: { odd: () => undefined } })).toThrow(
      expect.objectContaining({
        code: "backend_crashed",
        message: expect.stringMatching(/^the backend reported content that a receipt cannot hold: ./),
        cause: expect.any(Error),
      }),
    );
    const broken = Object.defineProperty(say("a"), "odd", {
      enumerable: true,
      get: () => {
        throw new TypeError("a defect");
      },
    });
    expect(() => recorder.add(broken)).toThrow(TypeError);
    expect([added, recorder.bytes]).toEqual([[], 0]);
  });
});
