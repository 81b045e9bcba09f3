/**
 * Loaded into a process with `--import`: counts its operations on files, processes and the database, and kills the process with
 * SIGKILL before the operation number RUN_CRASH_AT. With RUN_CRASH_COUNT it writes the number of all operations to that file.
 */
import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync, StatementSync } from "node:sqlite";

type AnyFunction = (this: unknown, ...values: unknown[]) => unknown;

const FILE_OPERATIONS = [
  "chmod",
  "copyFile",
  "cp",
  "link",
  "mkdir",
  "mkdtemp",
  "open",
  "rename",
  "rm",
  "rmdir",
  "symlink",
  "truncate",
  "unlink",
  "utimes",
  "writeFile",
];
const killAt = Number(process.env["RUN_CRASH_AT"] ?? Number.NaN);
const countFile = process.env["RUN_CRASH_COUNT"];
let count = 0;

function note(): void {
  count += 1;
  if (count === killAt) process.kill(process.pid, "SIGKILL");
}

function watch(holder: object, names: readonly string[]): void {
  const members = holder as Record<string, AnyFunction>;
  for (const name of names) {
    const real = members[name];
    if (typeof real !== "function") continue;
    members[name] = function (...values) {
      note();
      return real.apply(this, values);
    };
  }
}

watch(
  fs,
  FILE_OPERATIONS.flatMap((name) => [name, `${name}Sync`]),
);
watch(fs.promises, FILE_OPERATIONS);
watch(childProcess, ["spawn", "spawnSync", "execFile", "execFileSync"]);
watch(DatabaseSync.prototype, ["exec"]);
watch(StatementSync.prototype, ["run"]);
syncBuiltinESMExports();
const write = fs.writeFileSync;
if (countFile !== undefined) process.on("exit", () => write(countFile, String(count)));
