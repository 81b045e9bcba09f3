import { constants, lstatSync } from "node:fs";
import { expect, it } from "vitest";
import { useDirectory, writeTree } from "../patch/fixtures/tree.ts";
import { checkWritable } from "./writable-parents.ts";

const directory = useDirectory();

/** Checks paths of a tree, and returns the directories that were asked for. `refused` cannot be written. */
async function check(paths: readonly string[], refused?: string): Promise<string[]> {
  writeTree(directory(), { "d/e/f": "f", "d/g": "g", link: { link: "d" } });
  const device = lstatSync(directory(), { bigint: true }).dev;
  const asked: string[] = [];
  await checkWritable({ path: directory(), device }, paths, async (path, mode) => {
    expect(mode).toBe(constants.W_OK | constants.X_OK);
    asked.push(path.toString().slice(directory().length));
    if (asked.at(-1) === refused) throw Object.assign(new Error("no"), { code: "EACCES" });
  });
  return asked;
}

it("asks once for each directory that exists", async () => {
  expect(await check(["d/e/f", "d/e/new", "d/g", "top", "other"])).toEqual(["/d/e", "/d", "/"]);
});

it("does not ask for a directory that is missing or that a link leads to", async () => {
  expect(await check(["new/a", "d/new/a", "link/g", "d/g/x"])).toEqual([]);
});

it("names the first path that cannot be written", async () => {
  await expect(check(["top", "d/g", "d/e/f", "d/e/x"], "/d/e")).rejects.toMatchObject({
    code: "output_unwritable",
    message: "its directory cannot be written (permission denied)",
    where: "d/e/f",
    cause: { code: "EACCES" },
  });
});

it("asks the file system", async () => {
  writeTree(directory(), { "d/f": "f" });
  const device = lstatSync(directory(), { bigint: true }).dev;
  await checkWritable({ path: directory(), device }, ["d/f"]);
});
