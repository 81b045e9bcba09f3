import { once } from "node:events";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import type { Acknowledgement, Batch } from "../batch/batch.ts";
import { WriterServer } from "./writer-server.ts";

const batch = (name: string): Batch => ({ begins: [name, "r", "l"], appends: [], rare: [] });
const nameOf = ({ begins }: Batch) => begins[0] as string;

let log: string[];
let commits: string[][];
let server: WriterServer;
let near: MessagePort[];

/** Answers each batch with its name. */
const writer = {
  commit: (batches: readonly Batch[]): Acknowledgement[] => {
    commits.push(batches.map(nameOf));
    log.push("commit");
    return batches.map((one) => ({ seqs: [], digests: [nameOf(one)], refusals: [], answers: [] }));
  },
  close: () => void log.push("close"),
};

beforeEach(() => {
  log = [];
  commits = [];
  server = new WriterServer(writer);
  near = [0, 1, 2].map(() => {
    const { port1, port2 } = new MessageChannel();
    server.add(port2);
    return port1;
  });
});
afterEach(() => {
  for (const port of near) port.close();
});

async function answers(port: MessagePort, count: number): Promise<string[]> {
  const names: string[] = [];
  while (names.length < count) {
    const [{ digests }] = (await once(port, "message")) as [Acknowledgement];
    names.push(digests[0] as string);
  }
  return names;
}

describe("the server of a writer", () => {
  it("commits what has arrived at all ports together, and answers each sender in order", async () => {
    const [one, two] = near as [MessagePort, MessagePort];
    const heard = Promise.all([answers(one, 1), answers(two, 1)]);
    one.postMessage(batch("a"));
    two.postMessage(batch("b"));
    expect(await heard).toEqual([["a"], ["b"]]);
    expect(commits.flat().sort()).toEqual(["a", "b"]);
    expect(commits).toHaveLength(1);
  });

  it("answers several batches of one port with one commit", async () => {
    const [one] = near as [MessagePort];
    const names: string[] = [];
    one.on("message", ({ digests }: Acknowledgement) => names.push(digests[0] as string));
    one.postMessage(batch("a"));
    one.postMessage(batch("b"));
    one.postMessage(batch("c"));
    await eventually(() => expect(names).toEqual(["a", "b", "c"]));
    expect(commits).toEqual([["a", "b", "c"]]);
  });

  it("writes what has arrived before it closes the database, and closes the ports after that", async () => {
    const [one, two] = near as [MessagePort, MessagePort];
    const heard = answers(two, 1);
    const closed = Promise.all([once(one, "close"), once(two, "close")]);
    two.postMessage(batch("last"));
    server.close();
    expect(log).toEqual(["commit", "close"]);
    expect(await heard).toEqual(["last"]);
    await closed;
  });

  it("commits nothing if nothing has arrived", () => {
    server.close();
    expect(log).toEqual(["close"]);
  });

  it("forgets a port that was closed", async () => {
    const [one, two] = near as [MessagePort, MessagePort];
    one.close();
    await once(one, "close");
    const heard = answers(two, 1);
    two.postMessage(batch("b"));
    expect(await heard).toEqual(["b"]);
  });
});
