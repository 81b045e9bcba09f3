import { beforeEach, describe, expect, it } from "vitest";
import type { RareWrite } from "./batch.ts";
import { EventSender } from "./event-sender.ts";

const MIB = 1024 * 1024;
const run = { tenant: "a", runId: "run", firstSeq: 0, createdAt: 5 };
const large = "x".repeat(MIB);

let writes: RareWrite[];
let answers: PromiseWithResolvers<boolean>[];
let sender: EventSender;

beforeEach(() => {
  writes = [];
  answers = [];
  sender = new EventSender({
    write: (write) => {
      writes.push(write);
      const answer = Promise.withResolvers<boolean>();
      answers.push(answer);
      return answer.promise;
    },
  });
});
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("the sender of events", () => {
  it("sends one write for each row, and resolves after the last", async () => {
    let isDone = false;
    const sent = sender.send(run, [large, large]).then(() => {
      isDone = true;
    });
    expect(writes).toMatchObject([
      { kind: "events", tenant: "a", runId: "run", firstSeq: 0, count: 1, createdAt: 5, lines: large },
      { kind: "events", firstSeq: 1, count: 1 },
    ]);
    answers[0]?.resolve(true);
    await turn();
    expect(isDone).toBe(false);
    answers[1]?.resolve(true);
    await sent;
  });

  it("sends nothing if there are no lines", async () => {
    await sender.send(run, []);
    expect(writes).toEqual([]);
  });

  it("keeps at most four mebibytes on their way, and the order of the calls", async () => {
    const first = sender.send(run, Array(6).fill(large));
    const second = sender.send({ ...run, runId: "other" }, ["1"]);
    expect(writes).toHaveLength(4);
    answers[0]?.resolve(true);
    await turn();
    expect(writes).toHaveLength(5);
    answers[1]?.resolve(true);
    answers[2]?.resolve(true);
    await turn();
    expect(writes.map((write) => write.kind === "events" && write.runId)).toEqual([
      ...Array(6).fill("run"),
      "other",
    ]);
    for (const answer of answers) answer.resolve(true);
    await Promise.all([first, second]);
  });

  it("counts characters: one more than the limit waits", async () => {
    const full = sender.send(run, Array(4).fill(large));
    const next = sender.send(run, ["1"]);
    expect(writes).toHaveLength(4);
    answers[3]?.resolve(true);
    await turn();
    expect(writes).toHaveLength(5);
    for (const answer of answers) answer.resolve(true);
    await Promise.all([full, next]);
  });

  it("lets a row of the limit wait for a row of one character", async () => {
    const first = sender.send(run, ["1"]);
    const next = sender.send(run, [large.repeat(4)]);
    expect(writes).toHaveLength(1);
    answers[0]?.resolve(true);
    await first;
    expect(writes).toHaveLength(2);
    answers[1]?.resolve(true);
    await next;
  });

  it("sends a row that is larger than the limit alone", async () => {
    const sent = sender.send(run, [large.repeat(5), "1"]);
    expect(writes).toHaveLength(1);
    answers[0]?.resolve(true);
    await turn();
    expect(writes).toHaveLength(2);
    answers[1]?.resolve(true);
    await sent;
  });

  it("rejects with the refusal, and goes on with the next call", async () => {
    const refused = sender.send(run, [large.repeat(4)]);
    const next = sender.send(run, ["1"]);
    answers[0]?.reject(new Error("no room"));
    await expect(refused).rejects.toThrow("no room");
    expect(writes).toHaveLength(2);
    answers[1]?.resolve(true);
    await next;
  });
});
