import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { useDirectory } from "../patch/fixtures/tree.ts";
import { copySparse } from "./sparse-writer.ts";

const directory = useDirectory();
const at = (name: string): string => join(directory(), name);

it("copies every byte, and leaves holes for zeros, also at the end", async () => {
  const block = 64 * 1024;
  const content = Buffer.alloc(40 * block + 5);
  content.write("begin");
  content.write("middle", 20 * block + 7);
  writeFileSync(at("from"), content);
  await copySparse(at("from"), at("to"), 0o640);
  expect(readFileSync(at("to")).equals(content)).toBe(true);
  const { size, blocks, mode } = statSync(at("to"));
  expect([size, mode & 0o777]).toEqual([content.length, 0o640 & ~process.umask()]);
  expect(blocks * 512).toBeLessThan(5 * block);
});

it("copies an empty file, and one that is all zeros", async () => {
  for (const content of [Buffer.alloc(0), Buffer.alloc(100)]) {
    writeFileSync(at(`from-${content.length}`), content);
    await copySparse(at(`from-${content.length}`), at(`to-${content.length}`), 0o600);
    expect(readFileSync(at(`to-${content.length}`)).equals(content)).toBe(true);
  }
});

it("replaces no file", async () => {
  writeFileSync(at("from"), "new");
  writeFileSync(at("to"), "old");
  await expect(copySparse(at("from"), at("to"), 0o600)).rejects.toMatchObject({ code: "EEXIST" });
  expect(readFileSync(at("to"), "utf8")).toBe("old");
});
