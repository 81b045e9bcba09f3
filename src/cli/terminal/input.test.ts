import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inputName, readInput } from "./input.ts";
import { createFile, removeFile, unwritable, writeOutput } from "./output.ts";
import type { Terminal } from "./terminal.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "abp-input-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const terminal = () =>
  ({ host: { cwd, readStdin: async () => Buffer.from("from standard input") } }) as unknown as Terminal;
const read = async (path: string) => Buffer.from(await readInput(terminal(), path)).toString("utf8");

it("an input is a file of the current directory, or standard input for a dash", async () => {
  writeFileSync(join(cwd, "a.txt"), "content");
  expect(await read("a.txt")).toBe("content");
  expect(await read(join(cwd, "a.txt"))).toBe("content");
  expect(await read("-")).toBe("from standard input");
  expect([inputName("-"), inputName("a.txt")]).toEqual(["(standard input)", "a.txt"]);
  await expect(read("none")).rejects.toMatchObject({
    code: "input_unreadable",
    where: "none",
    message: expect.stringMatching(/^cannot be read \(.+\)$/),
    cause: { code: "ENOENT" },
  });
});

it("an output is a new file of the current directory", async () => {
  await writeOutput(terminal(), "out.txt", "words");
  expect(await read("out.txt")).toBe("words");
  await writeOutput(terminal(), "bytes", Buffer.from([65]));
  expect(await read("bytes")).toBe("A");
  await expect(writeOutput(terminal(), "out.txt", "more")).rejects.toMatchObject({
    code: "output_exists",
    where: "out.txt",
    message: "already exists",
    cause: { code: "EEXIST" },
  });
  expect(await read("out.txt")).toBe("words");
  await expect(writeOutput(terminal(), "none/out.txt", "x")).rejects.toMatchObject({
    code: "output_unwritable",
    where: "none/out.txt",
    message: expect.stringMatching(/^cannot be written \(.+\)$/),
    cause: { code: "ENOENT" },
  });
});

it("a created file may be removed, also if it is closed or gone already", async () => {
  const file = await createFile(terminal(), "new.txt");
  expect([file.name, file.path]).toEqual(["new.txt", join(cwd, "new.txt")]);
  await removeFile(file);
  await expect(read("new.txt")).rejects.toMatchObject({ code: "input_unreadable" });
  // The descriptor is closed.
  await expect(file.handle.stat()).rejects.toMatchObject({ code: "EBADF" });
  await removeFile(file);
});

it("the error of an output has the reason of the system", () => {
  const cause = Object.assign(new Error("no space"), { code: "ENOSPC" });
  expect(unwritable("name", cause)).toMatchObject({
    ...{ code: "output_unwritable", where: "name", cause },
    message: expect.stringMatching(/^cannot be written \(.*ENOSPC.*|.*space.*\)$/),
  });
});
