import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { digestOf, parseJson, readIndex } from "./recording-index.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "recording-index-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function record(folder: string, files: Record<string, string>): void {
  mkdirSync(join(root, folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, folder, name), text);
}

/** The recordings of a request, by their folders below the root. */
async function foldersOf(request: unknown): Promise<string[] | undefined> {
  return (await readIndex(root)).get(digestOf(request))?.map(({ folder }) => folder.slice(root.length + 1));
}

describe("the index of recordings", () => {
  it("finds exchanges one or two levels down, in the order of their folders", async () => {
    const files = { "request.json": '{"a":1}', "response.json": "{}" };
    record("z-api/one", files);
    record("a-api/two", files);
    record("single", files);
    record("b-api/deep/deeper", files);
    expect(await foldersOf({ a: 1 })).toEqual(["a-api/two", "single", "z-api/one"]);
    expect(await foldersOf({ a: 2 })).toBeUndefined();
  });

  it("names the file with the body, and the facts of the exchange", async () => {
    record("v/json", { "request.json": '{"a":1}', "response.json": "{}", "meta.json": '{"x":1}' });
    record("v/sse", { "request.json": '{"a":2}', "response.sse": "" });
    record("v/list", { "request.json": '{"a":3}', "response.json": "{}", "meta.json": "[1]" });
    const index = await readIndex(root);
    expect(index.get(digestOf({ a: 1 }))).toEqual([
      { folder: join(root, "v/json"), file: "response.json", meta: { x: 1 } },
    ]);
    expect(index.get(digestOf({ a: 2 }))?.[0]).toMatchObject({ file: "response.sse", meta: {} });
    expect(index.get(digestOf({ a: 3 }))?.[0]?.meta).toEqual({});
  });

  it("passes over folders without a request or without an answer, and files beside them", async () => {
    record("v/answer-only", { "response.json": "{}" });
    record("v/request-only", { "request.json": "{}" });
    record("v/other", { "request.json": "{}", "response.txt": "" });
    writeFileSync(join(root, "README"), "");
    expect((await readIndex(root)).size).toBe(0);
  });

  it("reads more folders than it opens at the same time", async () => {
    for (let index = 0; index < 70; index++)
      record(`v/${index}`, { "request.json": `{"a":${index}}`, "response.json": "{}" });
    const index = await readIndex(root);
    expect(index.size).toBe(70);
    for (const request of [0, 31, 32, 63, 64, 69]) expect(index.has(digestOf({ a: request }))).toBe(true);
  });

  it("fails when the folder cannot be read", async () => {
    await expect(readIndex(join(root, "nowhere"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("the digest of a request", () => {
  it("does not depend on the order of members, but on the order of items", () => {
    expect(digestOf({ a: 1, b: { c: [1, { d: 2, e: 3 }] } })).toBe(
      digestOf({ b: { c: [1, { e: 3, d: 2 }] }, a: 1 }),
    );
    expect(digestOf([1, 2])).not.toBe(digestOf([2, 1]));
    expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: 2 }));
    expect(digestOf(undefined)).toMatch(/^[0-9a-f]{64}$/);
    expect(digestOf(undefined)).not.toBe(digestOf("x"));
  });

  it("is of the parsed text, or of nothing", () => {
    expect(parseJson('{"a":1}')).toEqual({ a: 1 });
    expect(parseJson("{")).toBeUndefined();
  });
});
