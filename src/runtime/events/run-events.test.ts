import { describe, expect, it } from "vitest";
import { say } from "../fixtures/fake-backend.ts";
import { FakeLog } from "../fixtures/fake-log.ts";
import { takeAll } from "../fixtures/take-all.ts";
import { type EventSetting, RunEvents } from "./run-events.ts";
import { RunSecrets } from "./run-secrets.ts";

const eventsOf = (more: Partial<EventSetting> = {}) =>
  new RunEvents({
    runId: "run",
    mode: "mapped",
    wallClock: () => new Date(0),
    secrets: new RunSecrets(),
    ...more,
  });

describe("the events of a run", () => {
  it("are kept up to ten thousand, or four mebibytes, unless the caller says otherwise", () => {
    const many = eventsOf();
    for (let index = 0; index < 10_001; index += 1) many.recorder.add(say("x"));
    expect(many.trace.record()).toMatchObject({ events: 10_001, kept: 10_000 });
    const large = eventsOf();
    large.recorder.add(say("x".repeat(4 * 1024 * 1024)));
    expect(large.trace.record()).toMatchObject({ events: 1, kept: 0 });
    const few = eventsOf({ maxTraceEvents: 1 });
    const small = eventsOf({ maxTraceBytes: 100 });
    for (const { recorder } of [few, small]) for (const text of ["a", "b"]) recorder.add(say(text));
    expect([few.trace.kept.length, small.trace.kept.length]).toEqual([1, 1]);
  });

  it("go to the store, and a late reader gets from there what memory does not hold", async () => {
    const log = new FakeLog();
    const events = eventsOf({ log, maxTraceEvents: 1 });
    const given = ["a", "b", "c"].map((text) => say(text));
    for (const event of given) events.recorder.add(event);
    expect(log.lines("run")).toEqual([]);
    await events.close();
    expect(log.lines("run")).toHaveLength(3);
    expect(await takeAll(events.feed)).toEqual(given);
  });

  it("go to the reader, and their times follow the clock of the run", async () => {
    const events = eventsOf();
    events.recorder.add(say("a", "2026-01-01T00:00:05Z"));
    events.recorder.add(say("b", "2026-01-01T00:00:04Z"));
    await events.close();
    expect((await takeAll(events.feed)).map(({ ts }) => ts)).toEqual(Array(2).fill("2026-01-01T00:00:05Z"));
    expect(events.clock.record()).toEqual({ clamped: true, stepped_back_ms: 1000 });
    expect(events.clock.now()).toEqual(new Date(0));
  });

  it("report a store that fails, if anybody listens", async () => {
    const log = new FakeLog();
    log.beforeEvents = () => Promise.reject(new Error("the disk is gone"));
    const failures: unknown[] = [];
    for (const onStoreFailure of [undefined, (error: unknown) => failures.push(error)]) {
      const events = eventsOf({ log });
      events.onStoreFailure = onStoreFailure;
      events.recorder.add(say("a"));
      await events.close();
      expect(await takeAll(events.feed)).toHaveLength(1);
    }
    expect(failures).toEqual([new Error("the disk is gone")]);
  });
});
