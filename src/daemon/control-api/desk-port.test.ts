import { MessageChannel } from "node:worker_threads";
import { afterEach, expect, it } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import type { RunDesk } from "../../control/index.ts";
import { remoteDesk, serveDesk } from "./desk-port.ts";

const channels: MessageChannel[] = [];
afterEach(() => {
  for (const { port1, port2 } of channels.splice(0)) {
    port1.close();
    port2.close();
  }
});

function connect(steer: RunDesk["steer"]) {
  const channel = new MessageChannel();
  channels.push(channel);
  const seen: unknown[] = [];
  const reports: unknown[] = [];
  const desk: RunDesk = {
    wake: () => seen.push("wake"),
    cancel: (...args) => seen.push(["cancel", ...args]),
    decided: (id) => seen.push(["decided", id]),
    steer,
  };
  serveDesk(desk, channel.port1, (_message, error) => reports.push(error));
  const remote = remoteDesk(channel.port2);
  // Nothing but these ports keeps a test waiting.
  channel.port1.ref();
  channel.port2.ref();
  return { remote, seen, reports };
}

it("a desk of the main thread is used from another thread", async () => {
  const { remote, seen } = connect(async (runId, text) => runId === "r" && text === "go on");
  remote.wake();
  remote.cancel("r", "enough");
  remote.decided("a");
  expect(await Promise.all([remote.steer("r", "go on"), remote.steer("s", "go on")])).toEqual([true, false]);
  await eventually(() => expect(seen).toEqual(["wake", ["cancel", "r", "enough"], ["decided", "a"]]));
});

it("a message that the desk could not pass on counts as not taken, and is reported", async () => {
  const { remote, reports } = connect(() => Promise.reject(new Error("gone")));
  expect(await remote.steer("r", "x")).toBe(false);
  expect(reports).toMatchObject([{ message: "gone" }]);
});
