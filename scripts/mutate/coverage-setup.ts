/** Runs in every test thread while tests are measured: notes which blocks run, and writes them down at the end. */
import { writeFileSync } from "node:fs";
import { afterAll } from "vitest";

const path = process.env["ABP_MUTATE_COVERAGE"];
const count = Number(process.env["ABP_MUTATE_BLOCKS"]);

if (path !== undefined) {
  const hits = new Uint8Array(count);
  Reflect.set(globalThis, "abpMutateHits", hits);
  afterAll(() => {
    const blocks = [...hits.keys()].filter((block) => hits[block] === 1);
    writeFileSync(path, JSON.stringify(blocks));
  });
}
