import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// The layers without I/O, clock and global state.
const PURE = ["lib", "contract", "models", "dialects", "negotiation", "policy", "receipts"];
const pureFiles = PURE.map((layer) => `src/${layer}/**/*.test.ts`);
const ALL = ["src", "test", "bench", "scripts"].map((folder) => `${folder}/**/*.test.ts`);
// A test that replaces a module would replace it for the files after it, too. Under fake timers, a module may start a timer that
// never ends for them. What counts memory, open files and resources of its process counts those of the files before it.
const ALONE =
  /\bvi\.(?:(?:do)?[mM]ock|useFakeTimers|resetModules)\(|syncBuiltinESMExports|memoryUsage|getActiveResourcesInfo|\/proc\/self\/|process\.(?:on|once|emit|chdir)\(/;
const aloneFiles = globSync(ALL, { cwd: import.meta.dirname }).filter((file) =>
  ALONE.test(readFileSync(join(import.meta.dirname, file), "utf8")),
);

/**
 * Runs the tests that cross folders first. They take longest, and at the end of a run the other workers would wait for them. The
 * files of a project follow each other, because a process that has run one takes the next one only if it is of the same project.
 */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification) =>
      2 * ["alone", "sharing", "pure"].indexOf(project.name) +
      (/^(?:test|scripts)\//.test(relative(import.meta.dirname, moduleId)) ? 0 : 1);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

// Threads and programs that the tests start load the sources compiled before. Coverage would be imprecise with it.
if (process.env["NODE_V8_COVERAGE"] === undefined)
  process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), "node-compile-cache");

// The `python3` of a version manager is a shell script that starts twenty programs before the real one.
const python = spawnSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" });
if (python.status === 0)
  process.env["PATH"] = `${dirname(python.stdout.trim())}${delimiter}${process.env["PATH"]}`;

export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^(?:\.\.\/)+lib\/package-file\.ts$/,
        replacement: join(import.meta.dirname, "test/package/package-file.ts"),
      },
    ],
  },
  test: {
    pool: "forks",
    // Two for each processor of a small machine: many files wait for programs that they started.
    maxWorkers: 4,
    // Far beyond what a busy machine needs, so that no test fails by the machine's speed.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    globalSetup: ["./test/package/shared-build.ts"],
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        extends: true,
        // Nothing that one file does can reach another, so a process loads the modules once for many files.
        test: {
          name: "pure",
          include: pureFiles,
          exclude: ["**/node_modules/**", ...aloneFiles],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "sharing",
          include: ALL,
          // Puts back what a file may leave: timers, replaced members, the environment.
          setupFiles: ["./test/clean-process.ts"],
          exclude: ["**/node_modules/**", ...pureFiles, ...aloneFiles],
          isolate: false,
        },
      },
      {
        extends: true,
        // One process per file.
        test: {
          name: "alone",
          include: aloneFiles,
        },
      },
    ],
  },
});
