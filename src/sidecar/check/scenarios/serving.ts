import { describeExit, type Peer, type RunEnd } from "../session/peer.ts";
import type { Subject } from "../subject.ts";
import { type CheckedHello, checkHello } from "./hello.ts";

/** The rules that hold when nothing broke them in a session with a run. */
const KEPT: readonly (readonly [id: string, reason: string])[] = [
  ["hello.once", "one hello"],
  ["stdout.json", "every line is a JSON object"],
  ["stdout.utf8", "every line is UTF-8"],
  ["stdout.line_size", "no line exceeds the limit"],
  ["stdout.volume", "within the limit"],
  ["frames.known", "no unknown frame"],
  ["run.before", "nothing but hello and pong"],
  ["run.one_final", "one for each run"],
  ["run.after_final", "nothing came"],
  ["run.ref_id", "every frame names its run"],
];

/**
 * One process from start to end: hello, ping, runs, unusual input between and in runs, end of input. Returns its hello, if
 * the sidecar can be used further.
 */
export async function checkServing(subject: Subject, peer: Peer): Promise<CheckedHello | undefined> {
  const { findings, settings, tasks } = subject;
  const hello = await checkHello(peer, subject);
  if (hello === undefined) return undefined;
  await peer.session.listen(settings.quietMs);
  await checkPing(subject, peer);
  const first = await peer.run(subject.order(tasks.quick));
  await peer.session.listen(settings.quietMs);
  if (first.kind === "final") findings.pass("run.final", "final came");
  else if (first.kind !== "unreadable") findings.miss("run.final", first.reason);
  if (first.kind === "final" || first.kind === "fatal") {
    for (const [id, reason] of KEPT) findings.pass(id, reason);
  }
  const canGoOn = first.kind === "final" && (await checkInput(subject, peer));
  if (canGoOn) await checkMoreRuns(subject, peer);
  // A sidecar that still works on its run may go on after the end of its input.
  if (first.kind !== "unreadable" && first.kind !== "timeout") await checkEndOfInput(subject, peer);
  return canGoOn ? hello : undefined;
}

async function checkPing({ findings, settings }: Subject, peer: Peer): Promise<void> {
  const ms = await peer.ping();
  if (ms !== undefined) findings.pass("ping.idle", `pong after ${Math.round(ms)} ms`);
  else findings.miss("ping.idle", `no pong with the same seq after ${settings.pongMs / 1000} s`);
}

// Lines that a sidecar must survive. After each of them a ping shows whether it lives.
async function checkInput({ findings, settings }: Subject, peer: Peer): Promise<boolean> {
  const cases = [
    ["input.blank_line", "\n \n"],
    ["input.bad_line", 'this is not JSON {"t":\n'],
    ["input.unknown_frame", '{"t":"abp_check_unknown","ref_id":"none"}\n'],
  ] as const;
  if (peer.session.exit !== undefined) {
    findings.miss("run.second", "the process ended after its first run");
    return false;
  }
  for (const [id, text] of cases) {
    peer.session.sendText(text);
    if (findings.hasPassed("ping.idle")) await peer.ping();
    else await peer.session.listen(settings.quietMs);
    const { exit } = peer.session;
    if (exit !== undefined) {
      findings.miss(id, `the process ended (${describeExit(exit)})`);
      return false;
    }
    findings.pass(id, "it goes on");
  }
  return true;
}

async function checkMoreRuns(subject: Subject, peer: Peer): Promise<void> {
  const { findings, tasks } = subject;
  const report = (id: string, end: RunEnd): boolean => {
    if (end.kind === "final") findings.pass(id, "final came");
    else findings.miss(id, end.reason);
    return end.kind === "final";
  };
  if (!report("run.second", await peer.run(subject.order(tasks.quick)))) return;
  const plain = subject.order(tasks.quick);
  const extended = {
    ...plain,
    abp_check_unknown: { nested: [1, "two", null] },
    config: { ...plain.config, abp_check_unknown: true },
  };
  if (!report("input.unknown_members", await peer.run(extended))) return;
  const words = "naïve café, 日本語, 🙂, \u2028";
  const order = subject.order(tasks.quick);
  const context = { files: [], snippets: [{ name: words, content: words }] };
  if (!report("input.non_ascii", await peer.run({ ...order, context }))) return;
  report("input.crlf", await peer.run(subject.order(tasks.quick), "\r\n"));
}

async function checkEndOfInput({ findings, settings }: Subject, peer: Peer): Promise<void> {
  const { session } = peer;
  const startedAt = session.elapsedMs;
  session.endInput();
  if (!(await session.waitForExit(settings.exitMs))) {
    findings.miss("eof.exit", `it still runs ${settings.exitMs / 1000} s after the end of standard input`);
    return;
  }
  findings.pass("eof.exit", `after ${Math.round(session.elapsedMs - startedAt)} ms`);
  const { exit } = session;
  if (exit?.code === 0) findings.pass("exit.code", "exit code 0");
  else if (exit !== undefined) findings.miss("exit.code", describeExit(exit));
}
