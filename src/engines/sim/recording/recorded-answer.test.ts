import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readAnswer } from "./recorded-answer.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "recorded-answer-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Reads an answer from these files. */
async function read(files: Record<string, unknown>, meta: object = {}) {
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
  const file = "response.sse" in files ? "response.sse" : "response.json";
  const answer = await readAnswer({ folder, file, meta: meta as never });
  const frames: string[] = [];
  let next = answer.frames.next();
  while (next.done !== true) {
    frames.push(Buffer.from(next.value).toString());
    next = answer.frames.next();
  }
  return { ...answer, frames, ending: next.value };
}

describe("a recorded answer", () => {
  it("has the recorded status: of its headers, of its facts, or 200", async () => {
    expect((await read({ "response.json": "{}" })).status).toBe(200);
    expect((await read({ "response.json": "{}" }, { status: 404 })).status).toBe(404);
    expect(
      (await read({ "response.json": "{}", "headers.json": { status: 529 } }, { status: 404 })).status,
    ).toBe(529);
    expect((await read({ "response.json": "{}", "headers.json": { status: "x" } })).status).toBe(200);
    expect((await read({ "response.json": "{}", "headers.json": [] }, { status: 404 })).status).toBe(404);
  });

  it("has the recorded headers without those of the transfer", async () => {
    const headers = {
      "Content-Type": "text/plain",
      "Content-Encoding": "gzip",
      "content-length": "5",
      "Transfer-Encoding": "chunked",
      connection: "close",
      "Keep-Alive": "5",
      "x-list": ["1", "2"],
      "x-number": 5,
    };
    const answer = await read({ "response.json": "{}", "headers.json": { headers } });
    expect(answer.headers).toEqual([
      "Content-Type",
      "text/plain",
      "x-list",
      "1",
      "x-list",
      "2",
      "x-number",
      "5",
      "x-abp-simulated",
      "true",
    ]);
  });

  it("has the type of its file when none was recorded", async () => {
    const json = await read({ "response.json": "{}", "headers.json": { headers: "none" } });
    expect(json.headers).toEqual(["content-type", "application/json", "x-abp-simulated", "true"]);
    const sse = await read({ "response.sse": "data: 1\n\n", "headers.json": "not JSON" });
    expect(sse.headers).toEqual(["content-type", "text/event-stream", "x-abp-simulated", "true"]);
  });

  it.each<[unknown, string[]]>([
    [undefined, ["abcdef"]],
    [[], ["abcdef"]],
    [
      [2, 1],
      ["ab", "c", "def"],
    ],
    [
      [2, 4],
      ["ab", "cdef"],
    ],
    [[6], ["abcdef"]],
    [[7, 1], ["abcdef"]],
    [
      [4, 4, 4],
      ["abcd", "ef"],
    ],
    [
      [2, 0, -1, "x", null, 1],
      ["ab", "c", "def"],
    ],
    [{ 0: 2 }, ["abcdef"]],
  ])("comes in the chunks %j as %j", async (chunks, frames) => {
    const files = { "response.json": "abcdef", ...(chunks === undefined ? {} : { "chunks.json": chunks }) };
    const answer = await read(files);
    expect(answer.frames).toEqual(frames);
    expect(answer.ending).toBe("end");
    expect([answer.headDelayMs, answer.frameDelayMs]).toEqual([0, 0]);
  });

  it("has no frame when its body is empty", async () => {
    expect((await read({ "response.json": "" })).frames).toEqual([]);
  });

  it("fails when its body is gone", async () => {
    await expect(readAnswer({ folder, file: "response.json", meta: {} })).rejects.toMatchObject({
      code: "ENOENT",
    });
  });
});
