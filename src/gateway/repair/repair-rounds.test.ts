import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../../contract/index.ts";
import { RepairRounds } from "./repair-rounds.ts";

const failure: StreamEvent = { type: "error", code: "capability_emulation_failed", message: "no JSON" };
const start: StreamEvent = { type: "reply_start", usage: { input: 3 } };
const usage: StreamEvent = { type: "usage", usage: { output: 2 } };
const stop: StreamEvent = { type: "candidate_stop", candidate: 0, stop: { reason: "end_turn" } };
const end: StreamEvent = { type: "reply_stop" };

function text(said: string, block = 0, candidate = 0): StreamEvent[] {
  return [
    { type: "block_start", candidate, block, content: { type: "text", text: "" } },
    { type: "text_delta", candidate, block, text: said },
    { type: "block_stop", candidate, block },
  ];
}

/** Rounds whose check passes events on and fails at the end of an answer that says `bad`. */
function open(repairs?: number) {
  const openInner = () => {
    let isBad = false;
    return {
      push: (event: StreamEvent): StreamEvent[] => {
        if (event.type === "text_delta" && event.text === "bad") isBad = true;
        if (event.type === "candidate_stop" && isBad) return [failure];
        return [event];
      },
      end: () => [],
    };
  };
  return new RepairRounds(openInner, repairs);
}

const feed = (rounds: RepairRounds, events: readonly StreamEvent[]) =>
  [...events.flatMap((event) => rounds.push(event)), ...rounds.end()].map((event) => event.type);

describe("the rounds of a repair", () => {
  it("pass a good answer on, with its usage at the end", () => {
    const rounds = open();
    const types = feed(rounds, [start, ...text("good"), usage, stop, end]);
    expect(types).toEqual([
      "reply_start",
      "block_start",
      "text_delta",
      "block_stop",
      "candidate_stop",
      "usage",
      "reply_stop",
    ]);
    expect([rounds.isPending, rounds.isHolding]).toEqual([false, false]);
    expect(rounds.usage).toMatchObject({ input: 3, output: 2 });
  });

  it("wait after a bad answer, and make one reply of both", () => {
    const rounds = open();
    feed(rounds, [start, ...text("bad"), stop, usage, end]);
    expect([rounds.isPending, rounds.isHolding, rounds.flush()]).toEqual([true, true, []]);
    expect(rounds.turn.candidates[0]!.content).toMatchObject([{ text: "bad" }]);
    expect(rounds.roundUsage).toMatchObject({ input: 3, output: 2 });
    rounds.startRound();
    expect(rounds.isPending).toBe(false);
    const second = [start, ...text("good"), usage, stop, end].flatMap((event) => rounds.push(event));
    expect(second[0]).toMatchObject({ type: "block_start", block: 1 });
    expect(second.at(-2)).toEqual({ type: "usage", usage: { input: 6, output: 4 } });
    expect(rounds.turn.candidates[0]!.content).toMatchObject([{ text: "good" }]);
  });

  it("give up after the last repair", () => {
    const rounds = open();
    feed(rounds, [start, ...text("bad"), stop, end]);
    rounds.startRound();
    expect(feed(rounds, [start, ...text("bad"), stop, end]).at(-1)).toBe("error");
    expect(rounds.isPending).toBe(false);
    expect(feed(open(0), [start, ...text("bad"), stop, end]).at(-1)).toBe("error");
  });

  it("do not repair other failures, nor one of several answers", () => {
    const rounds = open();
    expect(feed(rounds, [start, { type: "error", code: "stream_closed", message: "cut" }, end])).toEqual([
      "reply_start",
      "error",
    ]);
    expect(rounds.isPending).toBe(false);
    expect(feed(open(), [start, ...text("good", 0, 1), ...text("bad"), stop]).at(-1)).toBe("error");
  });
});

describe("the reply of several rounds", () => {
  it("numbers the blocks of each round after those that were sent before", () => {
    const rounds = open(2);
    const blocks = (events: readonly StreamEvent[]) =>
      events
        .flatMap((event) => rounds.push(event))
        .flatMap((event) => (event.type === "block_start" ? [event.block] : []));
    expect(blocks([start, ...text("hm", 1), ...text("bad", 0), stop])).toEqual([1, 0]);
    rounds.startRound();
    expect(blocks([start, ...text("bad"), stop])).toEqual([2]);
    rounds.startRound();
    expect(blocks([start, ...text("good"), stop, end])).toEqual([3]);
  });

  it("says nothing of usage if the engine counted nothing", () => {
    const rounds = open();
    expect(feed(rounds, [{ type: "reply_start" }, end])).toEqual(["reply_start", "reply_stop"]);
    expect([rounds.usage, rounds.roundUsage]).toEqual([undefined, undefined]);
  });

  it("has nothing after its end, and nothing of a round that waits for its repair", () => {
    const rounds = open();
    feed(rounds, [start, end]);
    expect([...rounds.push(stop), ...rounds.push(end), ...rounds.end()]).toEqual([]);
    const waiting = open();
    feed(waiting, [start, ...text("bad"), stop]);
    expect([...waiting.push(stop), ...waiting.push(end), ...waiting.end()]).toEqual([]);
    expect(waiting.isPending).toBe(true);
  });

  it("has what its check still says at the end, up to a failure", () => {
    const opened: StreamEvent[][] = [];
    const rounds = new RepairRounds(() => ({
      push: (event) => [event],
      end: () => opened.shift() ?? [],
    }));
    opened.push([failure, stop]);
    rounds.push(start);
    for (const event of text("x")) rounds.push(event);
    expect(rounds.end()).toEqual([]);
    expect(rounds.isPending).toBe(true);
    rounds.startRound();
    opened.push([stop]);
    expect(rounds.end()).toEqual([stop]);
  });

  it("adds up the usage of its rounds, and forgets none if a round counted nothing", () => {
    const rounds = open();
    feed(rounds, [start, ...text("bad"), usage, stop]);
    rounds.startRound();
    expect([rounds.usage, rounds.roundUsage]).toEqual([{ input: 3, output: 2 }, undefined]);
    rounds.push({ type: "error", code: "stream_closed", message: "cut" });
    expect(rounds.usage).toEqual({ input: 3, output: 2 });
    expect(rounds.turn).toEqual({ candidates: [] });
  });
});
