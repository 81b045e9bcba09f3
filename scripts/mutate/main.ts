/** `npm run mutate`: measures how many small changes of the sources the tests notice. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CleanRuns } from "./clean-runs.ts";
import { Coverage } from "./coverage.ts";
import { parseEquivalents } from "./equivalents.ts";
import { buildImportGraph } from "./import-graph.ts";
import type { Mutant } from "./mutant.ts";
import { type MutantResult, MutantRun } from "./mutant-run.ts";
import { HELP, type Options, parseOptions, UsageError } from "./options.ts";
import { Progress } from "./progress.ts";
import { isGoodEnough, renderMutant, renderReport, scoreFolders } from "./report.ts";
import { ResultCache } from "./result-cache.ts";
import { ScratchTree, testEnvironment } from "./scratch-tree.ts";
import { type Selection, selectMutants } from "./selection.ts";
import { TestRunner } from "./test-runner.ts";

const repository = resolve(import.meta.dirname, "../..");

async function main(options: Options): Promise<number> {
  const trees: ScratchTree[] = [];
  const runners: TestRunner[] = [];
  const cleanUp = (): void => {
    for (const runner of runners) runner.stop();
    for (const tree of trees) tree.remove();
  };
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    process.once(signal, () => {
      cleanUp();
      process.exit(code);
    });
  }
  try {
    const tree = new ScratchTree(repository);
    trees.push(tree);
    const equivalents = parseEquivalents(readFileSync(join(import.meta.dirname, "equivalent.json"), "utf8"));
    const selection = selectMutants(options, tree.paths, tree.readText, equivalents);
    if (options.isListing) return list(selection, options);

    const graph = buildImportGraph(
      tree.paths.filter((path) => /^(src|test|bin|conformance|scripts)\/.*\.(ts|js)$/.test(path)),
      tree.readText,
    );
    const cache = new ResultCache(join(repository, ".mutate/results.jsonl"));
    const environment = testEnvironment(repository);
    const startRunner = (root: string, extra: NodeJS.ProcessEnv = {}): TestRunner => {
      const runner = new TestRunner(root, { ...environment, ...extra });
      runners.push(runner);
      return runner;
    };
    const copyTree = (): ScratchTree => {
      const copy = new ScratchTree(repository);
      trees.push(copy);
      return copy;
    };
    const coverage = new Coverage(copyTree());
    const cleanRuns = new CleanRuns(
      coverage,
      graph,
      cache,
      startRunner(coverage.tree.root, coverage.environment),
    );
    const jobs = Array.from({ length: options.jobs }, (_, index) => {
      const copy = index === 0 ? tree : copyTree();
      return new MutantRun({ tree: copy, graph, cache, runner: startRunner(copy.root), coverage, cleanRuns });
    });
    const excludedTests = cleanRuns.excluded;
    const results = await runAll(selection.toRun, jobs, options);
    const folders = scoreFolders({ ...selection, results });
    const survivors = results.filter(({ status }) => status === "survived" || status === "no test");
    const report = { folders, survivors, excludedTests, staleEquivalents: selection.staleEquivalents };
    process.stdout.write(
      options.isJson
        ? `${JSON.stringify({ ...report, excludedTests: Object.fromEntries(excludedTests) }, null, 2)}\n`
        : renderReport(report),
    );
    return isGoodEnough(folders) ? 0 : 1;
  } finally {
    cleanUp();
  }
}

async function runAll(mutants: readonly Mutant[], jobs: readonly MutantRun[], options: Options) {
  const deadline =
    options.minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + options.minutes * 60_000;
  const progress = new Progress(mutants.length, process.stderr);
  const results: MutantResult[] = [];
  const queue = mutants.values();
  const work = async (job: MutantRun): Promise<void> => {
    for (const mutant of queue) {
      const result = await job.test(mutant);
      results.push(result);
      progress.note(result);
      if (Date.now() >= deadline) return;
    }
  };
  await Promise.all(jobs.map(work));
  progress.end();
  return results;
}

function list({ sampled }: Selection, { isJson }: Options): number {
  process.stdout.write(
    isJson ? `${JSON.stringify(sampled, null, 2)}\n` : `${sampled.map(renderMutant).join("\n\n")}\n`,
  );
  return 0;
}

function readOptions(): Options | undefined {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
    return undefined;
  }
}

const options = readOptions();
if (options === undefined) process.exitCode = 2;
else if (options.isHelp) process.stdout.write(HELP);
else {
  try {
    process.exitCode = await main(options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
