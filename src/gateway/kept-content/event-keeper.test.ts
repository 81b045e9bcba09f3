import { describe, expect, it } from "vitest";
import { findDialect } from "../../dialects/index.ts";
import { EventKeeper } from "./event-keeper.ts";

const dialect = findDialect("codex");
const state = dialect.state!;
const head = ["Content-Type", "text/event-stream; charset=utf-8"];
const created = { type: "response.created", sequence_number: 0, response: { id: "theirs" } };
const completed = {
  type: "response.completed",
  sequence_number: 1,
  response: { id: "theirs", status: "completed", output: [] },
};

const frame = (event: object) => `data: ${JSON.stringify(event)}\n\n`;

function open() {
  const stored: [number, string[]][] = [];
  let gate: Promise<boolean> = Promise.resolve(true);
  const keeper = new EventKeeper({
    id: "resp_1",
    dialect,
    state,
    request: {},
    responses: {
      addEvents: (_, firstSeq, lines) => {
        stored.push([firstSeq, [...lines]]);
        return gate;
      },
    },
  });
  let resumed = 0;
  keeper.source = {
    resume: () => {
      resumed += 1;
    },
  };
  const events = () => stored.flatMap(([, lines]) => lines.map((line) => JSON.parse(line)));
  return {
    keeper,
    stored,
    events,
    resumed: () => resumed,
    holdStore: (promise: Promise<boolean>) => {
      gate = promise;
    },
  };
}

describe("the events of a response in the background", () => {
  it("are stored in order under the id that was given out, and lead to the answer", async () => {
    const { keeper, events, stored } = open();
    keeper.head(200, head);
    keeper.write(frame(created).slice(0, 20));
    keeper.write(frame(created).slice(20));
    keeper.end(frame(completed));
    const answer = await keeper.answer;
    expect(answer).toMatchObject({ id: "resp_1", status: "completed", background: true });
    await keeper.close(answer);
    expect(events().map(({ type, sequence_number: at }) => [type, at])).toEqual([
      ["response.created", 0],
      ["response.completed", 1],
    ]);
    expect(events()[0].response.id).toBe("resp_1");
    expect(stored.map(([first]) => first)).toEqual([...new Set(stored.map(([first]) => first))]);
  });

  it("end with a failure if the stream broke off", async () => {
    const { keeper, events } = open();
    keeper.head(200, head);
    keeper.write(frame(created));
    keeper.break();
    await expect(keeper.answer).rejects.toMatchObject({ code: "stream_closed" });
    await keeper.close({ id: "resp_1", status: "failed", output: [] });
    expect(events().map(({ type }) => type)).toEqual(["response.created", "response.failed"]);
    expect(events().map(({ sequence_number: at }) => at)).toEqual([0, 1]);
  });

  it("begin all the same if the engine answered with an error", async () => {
    const { keeper, events } = open();
    keeper.head(429, ["content-type", "application/json"]);
    keeper.write('{"error":{"message":"slow ');
    keeper.end('down"}}');
    await expect(keeper.answer).rejects.toMatchObject({ message: "slow down", details: { status: 429 } });
    await keeper.close({ id: "resp_1", status: "failed", output: [] });
    expect(events().map(({ type }) => type)).toEqual(["response.created", "response.failed"]);
  });

  it("that come after the end, or are no JSON, are left out", async () => {
    const { keeper, events } = open();
    keeper.head(200, head);
    keeper.end(`${frame(completed)}data: [DONE]\n\n${frame(created)}`);
    await keeper.close(await keeper.answer);
    expect(events().map(({ type }) => type)).toEqual(["response.completed"]);
  });

  it("pause the engine while much waits for the store, and let it go on", async () => {
    const { keeper, holdStore, resumed } = open();
    const gate = Promise.withResolvers<boolean>();
    holdStore(gate.promise);
    keeper.head(200, head);
    expect(keeper.write(frame(created))).toBe(true);
    const long = { type: "response.output_text.delta", delta: "x".repeat(300 * 1024) };
    expect(keeper.write(frame(long))).toBe(false);
    expect(resumed()).toBe(0);
    gate.resolve(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(resumed()).toBeGreaterThan(0);
    expect(keeper.write(frame(created))).toBe(true);
  });

  it("that nobody can store disturb nobody", async () => {
    const { keeper, holdStore } = open();
    holdStore(Promise.reject(new Error("disk full")));
    keeper.head(200, head);
    keeper.end(frame(completed));
    await expect(keeper.close(await keeper.answer)).resolves.toBeUndefined();
  });
});

describe("a stream whose events are kept", () => {
  it("that breaks off before anybody waits for its answer disturbs nothing else", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", note);
    try {
      const { keeper } = open();
      keeper.head(200, head);
      keeper.break();
      // Node reports an unhandled rejection before the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
      await expect(keeper.answer).rejects.toMatchObject({ message: "the response was broken off" });
    } finally {
      process.off("unhandledRejection", note);
    }
  });

  it("is known by its type alone, whatever other headers say", async () => {
    for (const headers of [
      ["x-type", "content-type", "content-type", "text/event-stream"],
      ["CONTENT-TYPE", "text/event-stream"],
    ]) {
      const { keeper, events } = open();
      keeper.head(200, headers);
      keeper.end(frame(completed));
      await keeper.close(await keeper.answer);
      expect(events()).toHaveLength(1);
    }
    for (const [status, headers] of [
      [200, ["x", "text/event-stream"]],
      [200, []],
      [400, head],
      [200, ["content-type", "application/json"]],
    ] as const) {
      const { keeper } = open();
      keeper.head(status, headers);
      keeper.end(frame(completed));
      await expect(keeper.answer).rejects.toMatchObject({ details: { status } });
    }
  });

  it("stores each event once, under the number that follows", async () => {
    const { keeper, stored, holdStore } = open();
    const gate = Promise.withResolvers<boolean>();
    holdStore(gate.promise);
    keeper.head(200, head);
    const delta = { type: "response.output_text.delta", delta: "x" };
    keeper.write(frame(created));
    keeper.write(frame(delta) + frame(delta));
    keeper.write(Buffer.from(frame(delta)));
    keeper.end(frame(completed));
    gate.resolve(true);
    await keeper.close(await keeper.answer);
    expect(stored.map(([first, lines]) => [first, lines.length])).toEqual([
      [0, 1],
      [1, 4],
    ]);
  });

  it("stores nothing more if its end is stored already", async () => {
    const { keeper, stored } = open();
    keeper.head(200, head);
    keeper.end(frame(created) + frame(completed));
    const answer = await keeper.answer;
    await keeper.close(answer);
    const count = stored.length;
    await keeper.close(answer);
    expect(stored).toHaveLength(count);
  });

  it("pauses the engine from a limit on, and lets it go on when the store has taken all", async () => {
    const { keeper, holdStore, resumed } = open();
    const gate = Promise.withResolvers<boolean>();
    keeper.head(200, head);
    holdStore(gate.promise);
    keeper.write(frame(created));
    const half = { type: "response.output_text.delta", delta: "x".repeat(128 * 1024) };
    expect([keeper.write(frame(half)), keeper.write(frame(half))]).toEqual([true, false]);
    gate.resolve(true);
    await keeper.close({ id: "resp_1", status: "failed", output: [] });
    expect(resumed()).toBe(2);
    expect(keeper.write(frame(half))).toBe(true);
  });
});
