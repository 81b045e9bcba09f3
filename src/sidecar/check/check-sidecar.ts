import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AbpError } from "../../contract/index.ts";
import { compileRedactor } from "../../lib/index.ts";
import { secretsOf } from "../supervisor/start-sidecar.ts";
import {
  type CheckSettings,
  type CheckTasks,
  defaultCheckSettings,
  defaultCheckTasks,
} from "./check-settings.ts";
import { Findings } from "./findings.ts";
import type { CheckReport } from "./report.ts";
import { checkBusy } from "./scenarios/busy.ts";
import { checkEarlyEnd } from "./scenarios/early-end.ts";
import type { CheckedHello } from "./scenarios/hello.ts";
import { checkLargeOrder } from "./scenarios/large-order.ts";
import { checkServing } from "./scenarios/serving.ts";
import { checkTools, claimsToAsk } from "./scenarios/tools.ts";
import { type CheckedCommand, type ProgramStarter, Subject, systemStarter } from "./subject.ts";

export interface CheckRequest extends Omit<CheckedCommand, "cwd"> {
  readonly settings?: Partial<CheckSettings>;
  readonly tasks?: Partial<CheckTasks>;
  /** The directory that the sidecar is started in. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/**
 * Runs the protocol and its faults against a sidecar, in up to five processes one after the other, and reports on every rule.
 * Runs work in an empty directory that is removed afterwards. Rejects with the reason of the signal when it is aborted.
 */
export async function checkSidecar(
  request: CheckRequest,
  starter: ProgramStarter = systemStarter,
): Promise<CheckReport> {
  const findings = new Findings(compileRedactor(secretsOf(request.env)));
  const workspace = mkdtempSync(join(tmpdir(), "abp-sidecar-check-"));
  const { command, args, env, cwd, signal } = request;
  const subject = new Subject({ command, args, env, cwd }, starter, {
    findings,
    settings: { ...defaultCheckSettings, ...request.settings },
    tasks: { ...defaultCheckTasks, ...request.tasks },
    workspace,
    signal,
  });
  try {
    const { hello, stderrTail } = await checkAll(subject);
    const results = findings.results();
    return {
      ok: results.every(({ verdict }) => verdict !== "fail"),
      ...(hello === undefined ? {} : { backend: { id: hello.id, version: hello.version } }),
      results,
      stderrTail,
    };
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

async function checkAll(subject: Subject): Promise<{ hello: CheckedHello | undefined; stderrTail: string }> {
  let hello: CheckedHello | undefined;
  let stderrTail = "";
  try {
    const session = await subject.use(async (peer) => {
      hello = await checkServing(subject, peer);
    });
    stderrTail = session.stderr.text();
  } catch (error) {
    if (!AbpError.is(error) || error.code !== "sidecar_spawn_failed") throw error;
    subject.findings.miss("start", error.message);
    return { hello: undefined, stderrTail };
  }
  subject.findings.pass("start", "it started");
  if (hello === undefined) return { hello, stderrTail };
  await subject.use((peer) => checkLargeOrder(subject, peer));
  await subject.use((peer) => checkBusy(subject, peer));
  await subject.use((peer) => checkEarlyEnd(subject, peer));
  if (claimsToAsk(subject, hello)) await subject.use((peer) => checkTools(subject, peer));
  return { hello, stderrTail };
}
