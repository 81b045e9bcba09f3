import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { saveTrees } from "../patch/fixtures/saved.ts";
import { useDirectory, writeTree } from "../patch/fixtures/tree.ts";
import { BatchReader, type BlobSink, readBlobs } from "./blob-batch.ts";
import { hashBlob } from "./target-entry.ts";

const directory = useDirectory();

function noteCalls(): { calls: string[]; sink: BlobSink } {
  const calls: string[] = [];
  let busy = false;
  const note = async (text: string): Promise<void> => {
    if (busy) throw new Error("two calls at a time");
    busy = true;
    await new Promise((resolve) => setImmediate(resolve));
    calls.push(text);
    busy = false;
  };
  const sink: BlobSink = {
    begin: (index, size) => note(`begin ${index} ${size}`),
    data: (chunk) => note(`data ${chunk.toString("latin1")}`),
    end: () => note("end"),
  };
  return { calls, sink };
}

async function read(...chunks: string[]): Promise<{ calls: string[]; count: number }> {
  const { calls, sink } = noteCalls();
  const reader = new BatchReader(sink);
  for (const chunk of chunks) await reader.push(Buffer.from(chunk, "latin1"));
  return { calls, count: reader.count };
}

/** Joins the pieces of each content. */
function joined(calls: readonly string[]): string {
  return calls.map((call) => (call.startsWith("data ") ? call.slice(5) : `<${call}>`)).join("");
}

describe("a batch of contents", () => {
  const batch = "0a1b blob 5\none\nx\nf blob 0\n\ne blob 3\n\n\n\xff\n";
  const expected = "<begin 0 5>one\nx<end><begin 1 0><end><begin 2 3>\n\n\xff<end>";

  it("is read in one piece", async () => {
    const { calls, count } = await read(batch);
    expect(calls).toEqual([
      "begin 0 5",
      "data one\nx",
      "end",
      "begin 1 0",
      "end",
      "begin 2 3",
      "data \n\n\xff",
      "end",
    ]);
    expect(count).toBe(3);
  });

  it("is read in pieces of any length", async () => {
    for (let size = 1; size < batch.length; size += 1) {
      const chunks: string[] = [];
      for (let at = 0; at < batch.length; at += size) chunks.push(batch.slice(at, at + size));
      const { calls, count } = await read(...chunks);
      expect(joined(calls)).toBe(expected);
      expect(calls).not.toContain("data ");
      expect(count).toBe(3);
    }
  });

  it("counts a content only when its last line feed has come", async () => {
    expect(await read("aa blob 2\nxy")).toEqual({ calls: ["begin 0 2", "data xy"], count: 0 });
    expect(await read("aa blob 2\n", "x", "y", "\n")).toEqual({
      calls: ["begin 0 2", "data x", "data y", "end"],
      count: 1,
    });
    expect(await read("aa blob 0\n")).toEqual({ calls: ["begin 0 0"], count: 0 });
    expect(await read("aa blob")).toEqual({ calls: [], count: 0 });
    expect(await read()).toEqual({ calls: [], count: 0 });
  });

  it.each(["aa missing", "aa tree 3", "aa blob 3x", "xaa blob 3", "zz blob 3", "aa blob ", " blob 3", ""])(
    "with the head %j is damaged",
    async (head) => {
      await expect(read(`${head}\nabc\n`)).rejects.toMatchObject({
        code: "execution_workspace_error",
        message: `the saved changes are damaged: ${head}`,
        advice: "Run the task again.",
      });
    },
  );
});

describe("contents of a saved repository", () => {
  const signal = new AbortController().signal;

  it("are read in the order of the request, also twice", async () => {
    const { run } = await saveTrees(directory(), { a: "one\n" }, { a: "two\n" });
    const oids = ["two\n", "one\n", "two\n"].map((text) => hashBlob(Buffer.from(text)));
    const { calls, sink } = noteCalls();
    await readBlobs(join(run, "patch.git"), oids, sink, signal);
    expect(joined(calls)).toBe("<begin 0 4>two\n<end><begin 1 4>one\n<end><begin 2 4>two\n<end>");
    const missing = readBlobs(join(run, "patch.git"), ["0".repeat(40)], sink, signal);
    await expect(missing).rejects.toMatchObject({
      code: "execution_workspace_error",
      message: `the saved changes are damaged: ${"0".repeat(40)} missing`,
    });
    const aborted = readBlobs(join(run, "patch.git"), oids, sink, AbortSignal.abort("stop"));
    await expect(aborted).rejects.toBe("stop");
  });

  it("need no git if none is asked for", async () => {
    const { calls, sink } = noteCalls();
    await readBlobs(join(directory(), "none"), [], sink, signal);
    expect(calls).toEqual([]);
  });

  it("are damaged if git ends before the last", async () => {
    const bin = join(directory(), "bin");
    mkdirSync(bin);
    const path = process.env["PATH"];
    writeTree(bin, { git: { content: "#!/bin/sh\nprintf 'aa blob 1\\nx\\n'\n", mode: 0o755 } });
    process.env["PATH"] = `${bin}:${path}`;
    try {
      const { calls, sink } = noteCalls();
      await readBlobs(directory(), ["aa"], sink, signal);
      expect(calls).toEqual(["begin 0 1", "data x", "end"]);
      await expect(readBlobs(directory(), ["aa", "bb"], sink, signal)).rejects.toMatchObject({
        message: "the saved changes are damaged: contents are missing",
      });
    } finally {
      process.env["PATH"] = path;
    }
  });
});
