import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** The result of one test that shows a fault. */
export interface FaultTest {
  /** The ids that its name, or the name of a suite around it, begins with. */
  readonly ids: readonly string[];
  readonly name: string;
  readonly file: string;
  readonly state: "passed" | "failed" | "skipped";
  /** Why it was skipped. */
  readonly note: string | undefined;
}

/** The ids at the beginning of a test's name, such as `S01` or `S02, S03`. */
export function idsOf(name: string): string[] {
  const start = /^(?:[SWP]\d\d(?:[ ,/]+(?:and )?|(?=:)|$))+/.exec(name)?.[0] ?? "";
  return start.match(/[SWP]\d\d/g) ?? [];
}

/** The names of the suites around a test, and its own. */
function namesOf(test: TestCase): string[] {
  const names = [test.name];
  for (let suite = test.parent; suite.type === "suite"; suite = suite.parent) names.unshift(suite.name);
  return names;
}

/** A reporter for vitest that writes the tests of numbered faults to the file named by `ABP_FAULTS_RESULTS`. */
export default class FaultCollector implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests: FaultTest[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const ids = namesOf(test).flatMap(idsOf);
        if (ids.length === 0) continue;
        const result = test.result();
        tests.push({
          ids,
          name: test.name,
          file: module.relativeModuleId,
          state: result.state === "pending" ? "failed" : result.state,
          note: result.state === "skipped" ? result.note : undefined,
        });
      }
    }
    writeFileSync(process.env["ABP_FAULTS_RESULTS"]!, JSON.stringify(tests));
  }
}
