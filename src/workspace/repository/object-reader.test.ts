import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { useDirectory } from "../patch/fixtures/tree.ts";
import { ObjectReader } from "./object-reader.ts";

const directory = useDirectory();

it("answers each request that waits when its signal ends it", async () => {
  execFileSync("git", ["init", "--quiet", "--bare", directory()]);
  const ending = new AbortController();
  const reader = new ObjectReader(directory(), ending.signal);
  const found = reader.read("0".repeat(40), "tree");
  ending.abort();
  expect(await found).toBeUndefined();
  expect(await reader.read("0".repeat(40), "tree")).toBeUndefined();
  await reader.close();
});
