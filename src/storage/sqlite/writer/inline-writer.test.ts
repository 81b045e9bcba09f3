import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Acknowledgement, Batch } from "../batch/batch.ts";
import { prepareDatabase } from "../database/database.ts";
import { InlineWriter } from "./inline-writer.ts";

let directory: string;
const batch: Batch = { begins: ["a", "r1", "line\n"], appends: [], rare: [{ kind: "forget", journal: [] }] };

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-inline-"));
  prepareDatabase(directory);
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("a writer on the calling thread", () => {
  it("acknowledges a batch after the current turn of the event loop", async () => {
    const writer = new InlineWriter({ directory, owner: "me", origin: "o" });
    const port = writer.connect();
    const answers: Acknowledgement[] = [];
    port.on("message", (answer) => answers.push(answer));
    port.on("close", () =>
      answers.push({ seqs: [], digests: [], refusals: [], answers: [], failure: "closed" }),
    );
    port.ref();
    port.unref();
    port.postMessage(batch);
    expect(answers).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(answers).toEqual([{ seqs: [], digests: [], refusals: [], answers: [true] }]);
    port.close();
    await writer.close();
  });

  it("refuses a batch that comes after its end", async () => {
    const writer = new InlineWriter({ directory, owner: "me", origin: "o" });
    const port = writer.connect();
    const answer = new Promise<Acknowledgement>((resolve) => port.on("message", resolve));
    port.postMessage(batch);
    await writer.close();
    expect((await answer).failure).toContain("not open");
  });
});
