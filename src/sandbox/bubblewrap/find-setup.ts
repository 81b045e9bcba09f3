import { findExecutable } from "../../process/index.ts";
import type { SelfTestResult } from "../sandbox.ts";
import { seccompProgram } from "../seccomp/filter.ts";
import { runSelfTest } from "../self-test/self-test.ts";
import { BubblewrapSandbox, type BubblewrapSetup } from "./bubblewrap-sandbox.ts";
import { isolations } from "./isolation.ts";
import { isolationObstacle, noBubblewrap, type Obstacle, unfitSystem } from "./obstacle.ts";

/** A setup that passed its self-test, or why there is none. */
export type FoundSetup =
  | { readonly setup: BubblewrapSetup }
  | (Obstacle & { readonly selfTest: readonly SelfTestResult[] });

const found = new Map<string, Promise<FoundSetup>>();

/** Tests the ways to isolate a program, once for each bwrap in this process. */
export function findSetup(searchPath: string): Promise<FoundSetup> {
  const known = found.get(searchPath);
  if (known !== undefined) return known;
  const search = testSetups(searchPath);
  found.set(searchPath, search);
  return search;
}

async function testSetups(searchPath: string): Promise<FoundSetup> {
  const none = (obstacle: Obstacle): FoundSetup => ({ ...obstacle, selfTest: [] });
  if (process.platform !== "linux") return none(unfitSystem("the sandbox needs Linux"));
  const seccomp = seccompProgram(process.arch);
  if (seccomp === undefined) return none(unfitSystem(`the system calls of ${process.arch} are not known`));
  const bwrap = findExecutable("bwrap", "/", searchPath);
  if (typeof bwrap !== "string") return none(noBubblewrap);
  const failures: string[] = [];
  let last: { reason: string; selfTest: readonly SelfTestResult[] } | undefined;
  for (const isolation of isolations(process.getuid?.() === 0)) {
    const setup = { bwrap, isolation, seccomp };
    const open = (request: ConstructorParameters<typeof BubblewrapSandbox>[1]) =>
      new BubblewrapSandbox({ ...setup, selfTest: [] }, request, "proxy");
    const { results, failure } = await runSelfTest(open);
    if (failure === undefined && results.every(({ held }) => held))
      return { setup: { ...setup, selfTest: results } };
    if (failure !== undefined) failures.push(failure);
    const broken = results.filter(({ held }) => !held).map(({ probe }) => probe);
    last = { reason: failure ?? `the self-test failed: ${broken.join(", ")}`, selfTest: results };
  }
  return { ...isolationObstacle(last!.reason, failures), selfTest: last!.selfTest };
}
