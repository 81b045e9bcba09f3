import { expect, it } from "vitest";
import type { Host } from "../terminal/host.ts";
import { type GlobalOptions, openTerminal } from "../terminal/terminal.ts";
import { terminalUser } from "./terminal-user.ts";

const question = { runId: "r", backend: "b", text: "Red\u001b[31m or\nblue?" };

function open(ask: Host["ask"], options: GlobalOptions = {}) {
  let error = "";
  const seen: string[] = [];
  const host = {
    writeError: (text: string) => {
      error += text;
    },
    columns: () => 60,
    isTerminal: { out: false, error: true },
    env: {},
    ...(ask === undefined ? {} : { ask }),
  } as Host;
  const view = {
    note: (label: string, text: string) => seen.push(`${label}: ${text}`),
    hold: () => {
      seen.push("hold");
      return () => void seen.push("release");
    },
  };
  const user = terminalUser(openTerminal(host, options), view);
  return { user, seen, shown: () => error };
}

it("shows the question without control characters, and gives the line that was typed", async () => {
  const { user, seen, shown } = open(async () => " blue \n");
  expect(await user?.answer(question, new AbortController().signal)).toBe("blue");
  expect(shown()).toMatch(/The agent asks:\n {2}Red.*or\n {2}blue\?\n$/);
  expect(shown()).not.toContain("\u001b[31m");
  expect(seen).toEqual(["hold", "release"]);
});

it("takes an empty line for no answer", async () => {
  const { user } = open(async () => "  ");
  expect(await user?.answer(question, new AbortController().signal)).toBeUndefined();
});

it("ends the question when no answer is needed any more", async () => {
  const stop = new AbortController();
  const { user, seen } = open(async () => {
    stop.abort();
    throw new Error("aborted");
  });
  expect(await user?.answer(question, stop.signal)).toBeUndefined();
  expect(seen).toEqual(["hold", "denied: the question was not answered in time", "release"]);
});

it("is nobody without a terminal, with --quiet and with --json", () => {
  expect(open(undefined).user).toBeUndefined();
  expect(open(async () => "", { quiet: true }).user).toBeUndefined();
  expect(open(async () => "", { json: true }).user).toBeUndefined();
});
