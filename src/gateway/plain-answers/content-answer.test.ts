import { expect, it, vi } from "vitest";
import { SliceQueue } from "../slices/slice-queue.ts";
import { contentAnswer } from "./content-answer.ts";

const JSON_TYPE = ["content-type", "application/json"];

it.each([
  [1024 * 1024 - 2, 0],
  [1024 * 1024 - 1, 1],
])("kept content of %i characters is answered after %i rounds of the queue", async (length, runs) => {
  const slices = new SliceQueue();
  const run = vi.spyOn(slices, "run");
  const value = ["x".repeat(length)];
  const { status, headers, body } = await contentAnswer(value, slices);
  expect([status, headers]).toEqual([200, [...JSON_TYPE, "content-length", String(length + 4)]]);
  expect(Buffer.from(body as Uint8Array).toString() === JSON.stringify(value)).toBe(true);
  expect(run).toHaveBeenCalledTimes(runs);
});
