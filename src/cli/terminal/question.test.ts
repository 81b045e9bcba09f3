import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { askOnTerminal } from "./question.ts";

let input: PassThrough;
let shown: string;

beforeEach(() => {
  input = new PassThrough();
  shown = "";
  const output = new PassThrough();
  output.on("data", (piece: Buffer) => {
    shown += piece.toString("utf8");
  });
  vi.spyOn(process, "stdin", "get").mockReturnValue(input as never);
  vi.spyOn(process, "stderr", "get").mockReturnValue(output as never);
});
afterEach(() => vi.restoreAllMocks());

const asked = () => eventually(() => expect(shown).toBe("Really? "));

it("the answer is the line that is typed after the question, and not one from before", async () => {
  input.write("earlier\n");
  const answer = askOnTerminal("Really? ", new AbortController().signal);
  await asked();
  input.write("yes\nmore\n");
  expect(await answer).toBe("yes");
});

it("the end of the input is an empty answer", async () => {
  const answer = askOnTerminal("Really? ", new AbortController().signal);
  await asked();
  input.end();
  expect(await answer).toBe("");
});

it("a signal ends the question, and nothing reads the input any more", async () => {
  const abort = new AbortController();
  const answer = askOnTerminal("Really? ", abort.signal);
  await asked();
  abort.abort();
  await expect(answer).rejects.toMatchObject({ name: "AbortError" });
  const early = askOnTerminal("Really? ", AbortSignal.abort());
  await expect(early).rejects.toMatchObject({ name: "AbortError" });
  expect([input.listenerCount("data"), input.isPaused()]).toEqual([0, true]);
});
