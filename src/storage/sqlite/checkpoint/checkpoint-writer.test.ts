import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KeyUnavailable } from "../../keys/key-follower.ts";
import { prepareDatabase } from "../database/database.ts";
import { prepareWrites } from "../database/statements.ts";
import { openWriter } from "../database/writing-connection.ts";
import { LogState } from "../log/log-state.ts";
import type { CheckpointSigner } from "./checkpoint-signer.ts";
import { CheckpointWriter } from "./checkpoint-writer.ts";

let directory: string;
let database: DatabaseSync;
let log: LogState;
let signed: string[];
const file = () => join(directory, "checkpoint-a");
const row = () => database.prepare("SELECT checkpoint, checkpoint_size AS size FROM logs").get();
let key: string;
let calls: string[];
const signer: CheckpointSigner = {
  sign: (origin, size, root) => {
    if (key === "") throw new KeyUnavailable("there is none");
    calls.push(`sign ${size}`);
    signed.push(`${origin} ${size} ${root.length}`);
    return `checkpoint of ${size}${key}`;
  },
  hold: (work) => {
    calls.push("hold");
    const result = work();
    calls.push("release");
    return result;
  },
};
const writer = () => new CheckpointWriter(prepareWrites(database), directory, signer);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-checkpoint-writer-"));
  prepareDatabase(directory);
  database = openWriter(directory);
  database.exec("INSERT INTO logs (id, tenant, origin, size, frontier) VALUES (1, 'a', 'o/a', 0, x'')");
  log = new LogState("a");
  log.id = 1;
  log.origin = "o/a";
  signed = [];
  calls = [];
  key = " by k";
});
afterEach(() => {
  database.close();
  rmSync(directory, { recursive: true });
});

describe("the writer of checkpoints", () => {
  it("writes the file and the row of a log that is not signed", () => {
    expect(writer().write(log)).toBeUndefined();
    expect(signed).toEqual(["o/a 0 32"]);
    expect(readFileSync(file(), "utf8")).toBe("checkpoint of 0 by k");
    expect(row()).toEqual({ checkpoint: "checkpoint of 0 by k", size: 0 });
  });

  it("writes each size once for each key", () => {
    writer().write(log);
    rmSync(file());
    expect(writer().write(log)).toBeUndefined();
    expect(existsSync(file())).toBe(false);
    key = " by another";
    expect(writer().write(log)).toBeUndefined();
    expect(readFileSync(file(), "utf8")).toBe("checkpoint of 0 by another");
    expect(row()).toEqual({ checkpoint: "checkpoint of 0 by another", size: 0 });
    log.size = 3;
    expect(writer().write(log)).toBeUndefined();
    expect(row()).toEqual({ checkpoint: "checkpoint of 3 by another", size: 3 });
  });

  it("signs, while the key cannot change, the checkpoint that it writes", () => {
    log.size = 3;
    writer().write(log);
    expect(calls).toEqual(["hold", "sign 3", "release"]);
  });

  it("does not hold the key if this size is signed already", () => {
    writer().write(log);
    calls = [];
    writer().write(log);
    expect(calls).toEqual(["sign 0"]);
  });

  it("refuses while no key is in force, also if an earlier key signed this size", () => {
    const refusal = { code: "key_not_found", message: "no key can sign the log: there is none" };
    key = "";
    expect(writer().write(log)).toEqual(refusal);
    expect(existsSync(file())).toBe(false);
    key = " by k";
    writer().write(log);
    key = "";
    expect(writer().write(log)).toEqual(refusal);
  });

  it("throws errors that are not about the key", () => {
    const failing: CheckpointSigner = {
      ...signer,
      hold: () => {
        throw new Error("the disk failed");
      },
    };
    expect(() => new CheckpointWriter(prepareWrites(database), directory, failing).write(log)).toThrow(
      "the disk failed",
    );
  });

  it("refuses to go backwards", () => {
    log.size = 3;
    writer().write(log);
    log.size = 2;
    expect(writer().write(log)).toEqual({
      code: "receipt_log_truncated",
      message: "the log of a has 2 receipts, and its checkpoint covers 3",
    });
    expect([readFileSync(file(), "utf8"), row()?.["size"]]).toEqual(["checkpoint of 3 by k", 3]);
  });

  it("refuses without a key", () => {
    const keyless = new CheckpointWriter(prepareWrites(database), directory, undefined);
    expect(keyless.write(log)).toEqual({
      code: "key_not_found",
      message: "the store was opened without a key to sign checkpoints",
    });
    expect([existsSync(file()), row()?.["checkpoint"]]).toEqual([false, null]);
    writer().write(log);
    expect(keyless.write(log)).toBeUndefined();
  });

  it("leaves the row as it was if the file cannot be written", () => {
    mkdirSync(`${file()}%tmp`);
    expect(writer().write(log)).toEqual({
      code: "receipt_store_failed",
      message: expect.stringContaining(`the checkpoint file ${file()} cannot be written: EISDIR`),
    });
    expect(row()?.["checkpoint"]).toBeNull();
  });
});
