import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { judgeCatalogue, otherFolders, type TestOutcome } from "../test/dialects/catalogue.ts";

const root = resolve(import.meta.dirname, "..");

interface JsonReport {
  readonly testResults: readonly {
    /** The file, as an absolute path. */
    readonly name: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/** Runs the dialects' tests, or takes the report of an earlier run, and judges each row of the catalogue. */
function main(given: string | undefined): number {
  const rows = judgeCatalogue(outcomesOf(given === undefined ? runTests() : readReport(given)));
  for (const { row, verdict, tests } of rows) {
    const reason = verdict === "not applicable" ? (row.elsewhere ?? "") : `${tests.length} tests`;
    console.log(
      [row.id.padEnd(4), verdict.padEnd(15), row.where.padEnd(48), `${row.title} (${reason})`].join(" "),
    );
  }
  const count = (verdict: string) => rows.filter((one) => one.verdict === verdict).length;
  console.log(
    `${rows.length} rows: ${count("pass")} pass, ${count("fail")} fail, ${count("missing")} without a test, ` +
      `${count("not applicable")} not applicable`,
  );
  return count("fail") + count("missing") === 0 ? 0 : 1;
}

function outcomesOf(report: JsonReport): TestOutcome[] {
  return report.testResults.flatMap((file) =>
    file.assertionResults.map(({ title, status }) => ({
      name: title,
      status,
      file: relative(root, file.name),
    })),
  );
}

function readReport(path: string): JsonReport {
  return JSON.parse(readFileSync(path, "utf8")) as JsonReport;
}

function runTests(): JsonReport {
  const folder = mkdtempSync(join(tmpdir(), "catalogue-"));
  const file = join(folder, "report.json");
  try {
    spawnSync(
      process.execPath,
      [
        join(root, "node_modules/vitest/vitest.mjs"),
        "run",
        "src/dialects",
        "test/dialects",
        ...otherFolders,
        "--reporter=json",
        `--outputFile=${file}`,
      ],
      { cwd: root, stdio: ["ignore", "ignore", "inherit"] },
    );
    return readReport(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = main(process.argv[2]);
