/** `npm run faults`: runs the tests of the numbered faults, the huge ones at full size, and prints which are shown. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { faultCases } from "./cases.ts";
import type { FaultTest } from "./collector.ts";
import { rateCases, renderFaults } from "./report.ts";

const HELP = `Runs the tests of the numbered faults S01-S50, W01-W32 and P01-P24, and prints a table.

Usage: npm run faults -- [options] [ids]

  --small   run the huge faults at the size that the test suite uses
  --json    print the table as JSON
  --help    print this

Examples:
  npm run faults
  npm run faults -- --small
  npm run faults -- S13 S14 W07

The exit code is 1 when a fault is not shown for any reason except that this machine cannot show it.
`;

const repository = resolve(import.meta.dirname, "../..");

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      small: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const cases = faultCases.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
  if (cases.length === 0) {
    process.stderr.write(`no fault is named ${positionals.join(", ")}; they are S01-S50, W01-W32, P01-P24\n`);
    return 2;
  }
  const rows = rateCases(
    cases,
    runTests(
      cases.map(({ id }) => id),
      !values.small,
    ),
  );
  process.stdout.write(values.json ? `${JSON.stringify(rows, undefined, 2)}\n` : renderFaults(rows));
  return rows.some(({ state }) => state === "failed" || state === "no test") ? 1 : 0;
}

function runTests(ids: readonly string[], isFullSize: boolean): FaultTest[] {
  const directory = mkdtempSync(join(tmpdir(), "abp-faults-"));
  const results = join(directory, "results.json");
  const vitest = join(repository, "node_modules/vitest/vitest.mjs");
  try {
    spawnSync(
      process.execPath,
      [
        vitest,
        "run",
        ...["-t", `\\b(${ids.join("|")})\\b`],
        ...["--reporter", "dot", "--reporter", join(import.meta.dirname, "collector.ts")],
        ...(isFullSize ? ["--testTimeout", "600000"] : []),
        ...["src/process", "src/sidecar", "src/workspace", "src/sandbox", "src/policy", "src/runtime"],
        ...["src/backends", "src/cli", "src/lib/jsonl", "src/storage", "test/runs", "test/sidecar"],
      ],
      {
        cwd: repository,
        stdio: ["ignore", 2, 2],
        env: {
          ...process.env,
          ABP_FAULTS_RESULTS: results,
          ...(isFullSize ? { ABP_FAULTS_FULL: "1" } : {}),
        },
      },
    );
    return JSON.parse(readFileSync(results, "utf8")) as FaultTest[];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

process.exitCode = main();
