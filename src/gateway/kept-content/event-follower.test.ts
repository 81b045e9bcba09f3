import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { findDialect } from "../../dialects/index.ts";
import type { KeptResponse } from "../../storage/index.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { EventFollower } from "./event-follower.ts";

const dialect = findDialect("codex");
const state = dialect.state!;
const line = (type: string, at: number) => {
  const response = { id: "resp_1", status: type.slice("response.".length) };
  return JSON.stringify({ type, sequence_number: at, response });
};

function open(lines: readonly string[], isPending: boolean, from = 0) {
  const events = [...lines];
  let found: KeptResponse | undefined = {
    ...{ id: "resp_1", createdAt: new Date(0), runId: "r", engine: "e", isNative: false, input: [] },
    isPending,
    body: { id: "resp_1", status: isPending ? "in_progress" : "completed", output: [] },
  };
  const sink = new RecordingSink();
  const followed = {
    id: "resp_1",
    dialect,
    state,
    from,
    find: async () => found,
    responses: {
      readEvents: async (_: string, seq: number) =>
        events.length > seq ? { firstSeq: seq, lines: events.slice(seq) } : undefined,
    },
  };
  const follower = new EventFollower(followed, sink);
  const types = () => [...sink.text.matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
  const set = (more: Partial<KeptResponse> | undefined) => {
    found = more === undefined ? undefined : { ...found!, ...more };
  };
  return { follower, sink, events, types, set };
}

/** All that is ready is done before the next turn of the event loop; no timer of the follower ends so soon. */
const turns = () => setImmediate();

describe("a reader of a kept response", () => {
  it("gets the stored events from the one that it asks for on", async () => {
    const lines = [
      line("response.created", 0),
      line("response.in_progress", 1),
      line("response.completed", 2),
    ];
    const { follower, sink, types } = open(lines, false, 1);
    await follower.run();
    expect(sink.status).toBe(200);
    expect(types()).toEqual(["response.in_progress", "response.completed"]);
  });

  it("gets events that come while it reads, and ends with the response", async () => {
    const { follower, events, types, set } = open([line("response.created", 0)], true);
    const running = follower.run();
    await eventually(() => expect(types()).toEqual(["response.created"]));
    events.push(line("response.completed", 1));
    set({ isPending: false });
    await running;
    expect(types()).toEqual(["response.created", "response.completed"]);
  });

  it("is not waited for once it is stopped", async () => {
    const { follower, types } = open([line("response.created", 0)], true);
    const running = follower.run().then(() => "stopped");
    await eventually(() => expect(types()).toEqual(["response.created"]));
    await turns();
    follower.stop();
    expect(await Promise.race([running, turns().then(() => "still waiting")])).toBe("stopped");
  });

  it("gets the events of a response that was not streamed made out of it", async () => {
    const { follower, types } = open([], false);
    await follower.run();
    expect(types()).toEqual(["response.created", "response.in_progress", "response.completed"]);
    const later = open([], false, 2);
    await later.follower.run();
    expect(later.types()).toEqual(["response.completed"]);
  });

  it("gets an end if the response was cancelled, and none twice", async () => {
    const cancelled = { isPending: false, body: { id: "resp_1", status: "cancelled", output: [] } };
    const { follower, types, set, sink } = open([line("response.created", 0)], true);
    set(cancelled);
    await follower.run();
    expect(types()).toEqual(["response.created", "response.failed"]);
    expect(sink.text).toContain('"sequence_number":1');
    const done = open([line("response.created", 0), line("response.completed", 1)], false, 2);
    await done.follower.run();
    expect(done.types()).toEqual([]);
    const beyond = open([line("response.created", 0)], false, 9);
    await beyond.follower.run();
    expect([beyond.types(), beyond.sink.isEnded]).toEqual([[], true]);
  });

  it("gets the end of the stream if the response was deleted", async () => {
    const { follower, types, set } = open([], true);
    const running = follower.run();
    set(undefined);
    await running;
    expect(types()).toEqual([]);
  });

  it("that is slow is waited for, and one that left is sent nothing more", async () => {
    const { follower, sink, types } = open(
      [line("response.created", 0), line("response.in_progress", 1)],
      true,
    );
    const write = sink.write.bind(sink);
    sink.write = (chunk) => {
      write(chunk);
      return false;
    };
    const running = follower.run();
    await eventually(() => expect(types()).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(types()).toHaveLength(1);
    follower.resume();
    await eventually(() => expect(types()).toHaveLength(2));
    follower.stop();
    await running;
    expect(types()).toHaveLength(2);
  });

  it("is broken off if the store cannot be read", async () => {
    const { follower, sink } = open([], true);
    let broken = false;
    sink.break = () => {
      broken = true;
    };
    const failing = new EventFollower(
      {
        ...{ id: "resp_1", dialect, state, from: 0 },
        find: () => Promise.reject(new Error("disk")),
        responses: { readEvents: async () => undefined },
      },
      sink,
    );
    await expect(failing.run()).rejects.toThrow("disk");
    expect(broken).toBe(true);
    follower.stop();
  });
});
