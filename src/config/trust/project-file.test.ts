import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MAX_PROJECT_FILE_BYTES, ProjectFileError, readProjectFile, realPathOf } from "./project-file.ts";

let root: string;
let file: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "abp-project-")));
  file = join(root, "backplane.toml");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("a project file", () => {
  test("is read with the digest of its bytes", () => {
    writeFileSync(file, "port = 1\n");
    expect(readProjectFile(file)).toEqual({
      path: file,
      bytes: new Uint8Array(Buffer.from("port = 1\n")),
      sha256: createHash("sha256").update("port = 1\n").digest("hex"),
    });
  });

  test("that is not there is undefined, also in a directory that is not there", () => {
    expect(readProjectFile(file)).toBeUndefined();
    expect(readProjectFile(join(root, "none/backplane.toml"))).toBeUndefined();
    writeFileSync(join(root, "plain"), "");
    expect(readProjectFile(join(root, "plain/backplane.toml"))).toBeUndefined();
  });

  test("has the path without links in its directories", () => {
    mkdirSync(join(root, "real"));
    symlinkSync(join(root, "real"), join(root, "link"));
    writeFileSync(join(root, "real/backplane.toml"), "");
    expect(readProjectFile(join(root, "link/backplane.toml"))?.path).toBe(join(root, "real/backplane.toml"));
    expect(realPathOf(join(root, "none/backplane.toml"))).toBe(join(root, "none/backplane.toml"));
  });

  test("may have as many bytes as the limit, and no more", () => {
    writeFileSync(file, Buffer.alloc(MAX_PROJECT_FILE_BYTES, 32));
    expect(readProjectFile(file)?.bytes).toHaveLength(MAX_PROJECT_FILE_BYTES);
    writeFileSync(file, Buffer.alloc(MAX_PROJECT_FILE_BYTES + 1, 32));
    expect(() => readProjectFile(file)).toThrow(
      new ProjectFileError(`it is larger than ${MAX_PROJECT_FILE_BYTES} bytes`),
    );
  });

  test("that is a directory is refused", () => {
    mkdirSync(file);
    expect(() => readProjectFile(file)).toThrow(new ProjectFileError("it is a directory"));
  });

  test("that is a symbolic link is refused, wherever the link leads", () => {
    writeFileSync(join(root, "other.toml"), "");
    for (const target of ["other.toml", "nowhere", "backplane.toml", "/dev/zero"]) {
      symlinkSync(target, file);
      expect(() => readProjectFile(file)).toThrow(
        new ProjectFileError("it is a symbolic link, which is never followed"),
      );
      rmSync(file);
    }
  });

  test("that is a named pipe is refused without waiting for a writer", () => {
    if (spawnSync("sh", ["-c", `mkfifo '${file}'`]).status !== 0) return;
    expect(() => readProjectFile(file)).toThrow(new ProjectFileError("it is not a regular file"));
  });

  test("that is a socket is refused", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(file, resolve));
    try {
      expect(() => readProjectFile(file)).toThrow(new ProjectFileError("it is not a regular file"));
    } finally {
      server.close();
    }
  });

  test.skipIf(process.getuid?.() === 0)(
    "that may not be read is refused with the reason (root may read everything, so it skips for root)",
    () => {
      writeFileSync(file, "");
      chmodSync(file, 0);
      expect(() => readProjectFile(file)).toThrow(/no permission to read backplane.toml/);
    },
  );
});
