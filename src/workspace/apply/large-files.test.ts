import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Stage } from "../stage/stage.ts";
import { RunCase } from "./fixtures/run-case.ts";

const SMALL = 3 * 1024 * 1024;
const budget = { maxEntries: 100, maxBytes: 1024 ** 3, maxDepth: 10 };

let runCase: RunCase;
beforeEach(() => {
  runCase = new RunCase();
  runCase.maxFileBytes = 1024 * 1024;
});
afterEach(() => runCase.clean());

/** Writes a file of holes with a text at its end. */
function writeSparse(path: string, text: string, size = SMALL): void {
  const fd = openSync(path, "w");
  ftruncateSync(fd, size);
  writeSync(fd, text, size - text.length);
  closeSync(fd);
}
function endOf(path: string, length: number): string {
  const fd = openSync(path, "r");
  const buffer = Buffer.alloc(length);
  readSync(fd, buffer, 0, length, statSync(path).size - length);
  closeSync(fd);
  return buffer.toString();
}
const user = (path: string): string => join(runCase.source, path);
const begin = (): Promise<Stage> => runCase.begin("copy", { budget });

describe("a file that is too large for a patch", () => {
  it("is kept beside it and applied, and is no conflict if nobody else changed it", async () => {
    runCase.write({ small: "s\n", other: "o\n" });
    const stage = await begin();
    writeSparse(join(stage.root, "new"), "one");
    writeSparse(join(stage.root, "small"), "two");
    const run = await runCase.finish(stage);
    expect([run.saved.complete, run.changes]).toEqual([true, { new: "added", small: "modified" }]);
    const reason = "it is larger than 1 MiB, and is kept beside the patch";
    expect(run.saved.leftOut).toEqual([
      { path: "new", reason },
      { path: "small", reason },
    ]);
    for (const name of ["0", "1"]) {
      expect(statSync(join(run.directory, "large", name)).blocks * 512).toBeLessThan(SMALL / 3);
    }
    expect(await runCase.apply(run)).toEqual({ done: { new: "written", small: "written" } });
    expect([endOf(user("new"), 3), endOf(user("small"), 3)]).toEqual(["one", "two"]);
    expect(statSync(user("new")).blocks * 512).toBeLessThan(SMALL / 3);
    expect(statSync(user("new")).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(await runCase.apply(run)).toEqual({ done: { new: "unchanged", small: "unchanged" } });
  });

  it("is a conflict if the user changed it too, and nothing changes", async () => {
    writeSparse(user("big"), "before");
    const stage = await begin();
    writeSparse(join(stage.root, "big"), "agents");
    writeFileSync(join(stage.root, "small"), "s");
    const run = await runCase.finish(stage);
    writeSparse(user("big"), "users!");
    expect(await runCase.apply(run)).toHaveProperty("conflicts.big");
    expect([endOf(user("big"), 6), existsSync(user("small"))]).toEqual(["users!", false]);
    // The content from before the run is recognised although it is saved nowhere.
    writeSparse(user("big"), "before");
    expect(await runCase.apply(run)).toEqual({ done: { big: "written", small: "written" } });
    expect(endOf(user("big"), 6)).toBe("agents");
  });

  it("is deleted, renamed, made small and given another mode", async () => {
    for (const name of ["deleted", "moved", "shrunk", "mode"]) writeSparse(user(name), name);
    const stage = await begin();
    rmSync(join(stage.root, "deleted"));
    renameSync(join(stage.root, "moved"), join(stage.root, "to"));
    writeFileSync(join(stage.root, "shrunk"), "small\n");
    chmodSync(join(stage.root, "mode"), 0o755);
    const run = await runCase.finish(stage);
    expect(run.saved.complete).toBe(true);
    expect(await runCase.apply(run)).toEqual({
      done: { deleted: "deleted", mode: "mode", moved: "deleted", shrunk: "written", to: "written" },
    });
    expect([existsSync(user("deleted")), existsSync(user("moved")), endOf(user("to"), 5)]).toEqual([
      false,
      false,
      "moved",
    ]);
    expect([statSync(user("shrunk")).size, statSync(user("mode")).mode & 0o777]).toEqual([6, 0o755]);
  });

  it("is one above 512 MiB unless told", async () => {
    runCase.maxFileBytes = undefined;
    runCase.write({ other: "o" });
    const stage = await begin();
    writeSparse(join(stage.root, "huge"), "end", 512 * 1024 * 1024 + 1);
    const run = await runCase.finish(stage);
    expect(run.saved).toMatchObject({
      complete: true,
      leftOut: [{ path: "huge", reason: "it is larger than 512 MiB, and is kept beside the patch" }],
      patch: { bytes: 0 },
    });
    expect(await runCase.apply(run)).toEqual({ done: { huge: "written" } });
    expect([endOf(user("huge"), 3), statSync(user("huge")).size]).toEqual(["end", 512 * 1024 * 1024 + 1]);
  }, 300_000);
});
