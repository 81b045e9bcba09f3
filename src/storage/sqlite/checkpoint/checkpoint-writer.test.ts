import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareDatabase } from "../database/database.ts";
import { openWriter } from "../database/writing-connection.ts";
import { LogState } from "../writer/log-state.ts";
import { prepareWrites } from "../writer/statements.ts";
import { CheckpointWriter } from "./checkpoint-writer.ts";

let directory: string;
let database: DatabaseSync;
let log: LogState;
let signed: string[];
const file = () => join(directory, "checkpoint-a");
const row = () => database.prepare("SELECT checkpoint, checkpoint_size AS size FROM logs").get();
const sign = (origin: string, size: number, root: Uint8Array): string => {
  signed.push(`${origin} ${size} ${root.length}`);
  return `checkpoint of ${size}`;
};
const writer = () => new CheckpointWriter(prepareWrites(database), directory, sign);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-checkpoint-writer-"));
  prepareDatabase(directory);
  database = openWriter(directory);
  database.exec("INSERT INTO logs (id, tenant, origin, size, frontier) VALUES (1, 'a', 'o/a', 0, x'')");
  log = new LogState("a");
  log.id = 1;
  log.origin = "o/a";
  signed = [];
});
afterEach(() => {
  database.close();
  rmSync(directory, { recursive: true });
});

describe("the writer of checkpoints", () => {
  it("writes the file and the row of a log that is not signed", () => {
    expect(writer().write(log)).toBeUndefined();
    expect(signed).toEqual(["o/a 0 32"]);
    expect(readFileSync(file(), "utf8")).toBe("checkpoint of 0");
    expect(row()).toEqual({ checkpoint: "checkpoint of 0", size: 0 });
  });

  it("signs each size once", () => {
    writer().write(log);
    expect(writer().write(log)).toBeUndefined();
    log.size = 3;
    expect(writer().write(log)).toBeUndefined();
    expect(signed).toEqual(["o/a 0 32", "o/a 3 32"]);
    expect(row()).toEqual({ checkpoint: "checkpoint of 3", size: 3 });
  });

  it("refuses to go backwards", () => {
    log.size = 3;
    writer().write(log);
    log.size = 2;
    expect(writer().write(log)).toEqual({
      code: "receipt_log_truncated",
      message: "the log of a has 2 receipts, and its checkpoint covers 3",
    });
    expect([readFileSync(file(), "utf8"), row()?.["size"]]).toEqual(["checkpoint of 3", 3]);
  });

  it("refuses without a key", () => {
    const keyless = new CheckpointWriter(prepareWrites(database), directory, undefined);
    expect(keyless.write(log)).toEqual({
      code: "key_not_found",
      message: "the store was opened without a key to sign checkpoints",
    });
    expect([existsSync(file()), row()?.["checkpoint"]]).toEqual([false, null]);
  });

  it("leaves the row as it was where the file cannot be written", () => {
    mkdirSync(`${file()}%tmp`);
    expect(writer().write(log)).toEqual({
      code: "receipt_store_failed",
      message: expect.stringContaining(`the checkpoint file ${file()} cannot be written: EISDIR`),
    });
    expect(row()?.["checkpoint"]).toBeNull();
  });
});
