/**
 * Runs tests in a copy of the repository, on request of the parent process. It keeps one Vitest instance alive,
 * so that only changed files are compiled again. The working directory is the root of the copy.
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createVitest, type TestModule, type TestProject } from "vitest/node";
import { processorTimeMs } from "./processor-time.ts";
import type { RunReply, RunRequest, TestResult } from "./runner-message.ts";

const root = process.cwd();
const isMeasuring = process.env["ABP_MUTATE_COVERAGE"] !== undefined;
const COVERAGE_SETUP = fileURLToPath(new URL("./coverage-setup.ts", import.meta.url));

/** Keeps the order of the request: the nearest tests run first. */
class RequestOrder {
  shard<T>(specifications: T[]): T[] {
    return specifications;
  }
  sort<T>(specifications: T[]): T[] {
    return specifications;
  }
}

const vitest = await createVitest("test", {
  root,
  watch: false,
  bail: 1,
  fileParallelism: false,
  cache: false,
  reporters: [{}],
  setupFiles: isMeasuring ? [COVERAGE_SETUP] : [],
  sequence: { sequencer: RequestOrder },
});

/**
 * The project of a test file says whether it shares a process with other files, which spares a start for each. A test that is
 * measured runs alone, in the root project, which notes the blocks.
 */
function projectOf(path: string): TestProject {
  const own = isMeasuring ? undefined : vitest.projects.find((project) => project.matchesTestGlob(path));
  return own ?? vitest.getRootProject();
}

async function run({ tests, changed, testTimeoutMs }: RunRequest): Promise<RunReply> {
  for (const path of changed) vitest.invalidateFile(resolve(root, path));
  const specifications = tests.map((test) => {
    const path = resolve(root, test);
    const project = projectOf(path);
    project.config.testTimeout = testTimeoutMs;
    project.config.hookTimeout = testTimeoutMs;
    return project.createSpecification(path);
  });
  const startedAt = processorTimeMs();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false);
  const cpuMs = processorTimeMs() - startedAt;
  const modules = new Map(testModules.map((module) => [module.moduleId, module]));
  const results = tests.map((test) => describeModule(test, modules.get(resolve(root, test))));
  return { results: blameError(results, unhandledErrors), cpuMs };
}

/** An error outside of any test case fails the run. When no test failed, it is put down to the first one. */
function blameError(results: readonly TestResult[], errors: readonly unknown[]): readonly TestResult[] {
  if (errors.length === 0 || results.some(({ state }) => state === "failed")) return results;
  return results.map((result, index) =>
    index === 0 ? { ...result, state: "failed", failure: `unhandled error: ${errors[0]}` } : result,
  );
}

function describeModule(test: string, module: TestModule | undefined): TestResult {
  if (module === undefined) return { test, state: "skipped" };
  if (module.state() === "failed") {
    const [failed] = module.children.allTests("failed");
    const failure = failed?.fullName ?? module.errors()[0]?.message ?? "the test file does not load";
    return { test, state: "failed", failure };
  }
  return { test, state: hasRun(module) ? "passed" : "skipped" };
}

// A test file that `bail` cut off is neither failed nor complete.
function hasRun(module: TestModule): boolean {
  if (module.state() === "passed") return true;
  return module.state() === "skipped" && [...module.children.allTests()].length > 0;
}

process.on("message", (request: RunRequest) => {
  void run(request).then((reply) => process.send?.(reply));
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
