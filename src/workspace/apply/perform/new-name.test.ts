import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { link } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { moveToNewName, putBack } from "./new-name.ts";

vi.mock("node:fs/promises", { spy: true });

let directory: string;
let from: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-name-"));
  from = join(directory, "from");
  path = join(directory, "to");
  writeFileSync(from, "new");
});
afterEach(() => {
  vi.mocked(link).mockReset();
  rmSync(directory, { recursive: true });
});

const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : undefined);
const failWith = (code: string) =>
  vi.mocked(link).mockRejectedValueOnce(Object.assign(new Error(code), { code }));
const move = () => moveToNewName(from, Buffer.from(path));

describe.each([undefined, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"])(
  "a file whose link fails with %s",
  (code) => {
    beforeEach(() => {
      if (code !== undefined) failWith(code);
    });

    it("is moved to a name that nobody has", async () => {
      expect([await move(), read(from), read(path)]).toEqual([true, undefined, "new"]);
    });

    it("stays where it is if the name is taken", async () => {
      writeFileSync(path, "taken");
      expect([await move(), read(from), read(path)]).toEqual([false, "new", "taken"]);
    });

    it("stays where it is if a link that leads nowhere has the name", async () => {
      symlinkSync("nowhere", path);
      expect([await move(), read(from), lstatSync(path).isSymbolicLink()]).toEqual([false, "new", true]);
    });

    it("is put back, unless something is there", async () => {
      await putBack(from, Buffer.from(path));
      expect([read(from), read(path)]).toEqual([undefined, "new"]);
      writeFileSync(from, "late");
      if (code !== undefined) failWith(code);
      await putBack(from, Buffer.from(path));
      expect([read(from), read(path)]).toEqual(["late", "new"]);
    });
  },
);

it("an error of another kind is not hidden", async () => {
  failWith("EIO");
  await expect(move()).rejects.toMatchObject({ code: "EIO" });
  vi.mocked(link).mockRejectedValueOnce(new Error("without a code"));
  await expect(move()).rejects.toThrow(new Error("without a code"));
  expect([read(from), read(path)]).toEqual(["new", undefined]);
});
