import type { Peer } from "../session/peer.ts";
import type { ReceivedLine } from "../session/received-line.ts";
import type { Subject } from "../subject.ts";

const BUSY_CHECKS = ["ping.busy", "run.one_at_a_time", "cancel"];

/** A ping, a second run and a cancel while a run works. */
export async function checkBusy(subject: Subject, peer: Peer): Promise<void> {
  const { findings, settings, tasks } = subject;
  if ((await peer.hello()) === undefined) return;
  const order = subject.order(tasks.slow);
  peer.startRun(order);
  // The first event shows that the run works; some sidecars send none before the end.
  await peer.session.waitFor(({ frame }) => frame?.["ref_id"] === order.id, settings.quietMs * 3);
  const early = await peer.runEnd(order.id, settings.quietMs);
  if (early.kind !== "timeout") {
    const reason = `the run was over at once (${early.kind}); give a longer task with --slow-task`;
    for (const id of BUSY_CHECKS) findings.skip(id, reason);
    return;
  }
  await checkBusyPing(subject, peer);
  await checkSecondRun(subject, peer, order.id);
  await checkCancel(subject, peer, order.id);
}

async function checkBusyPing({ findings, settings }: Subject, peer: Peer): Promise<void> {
  const ms = await peer.ping();
  if (ms !== undefined) findings.pass("ping.busy", `pong after ${Math.round(ms)} ms`);
  else findings.miss("ping.busy", `no pong after ${settings.pongMs / 1000} s while a run works`);
}

async function checkSecondRun(subject: Subject, peer: Peer, firstId: string): Promise<void> {
  const { findings, settings, tasks } = subject;
  const second = subject.order(tasks.quick);
  peer.startRun(second);
  const isAnswer = ({ frame }: ReceivedLine) => frame?.["ref_id"] === second.id;
  const line = await peer.session.waitFor(isAnswer, settings.pongMs);
  const kind = line?.frame?.["t"];
  if (kind === "fatal") findings.pass("run.one_at_a_time", "fatal came");
  else if (line === undefined) {
    findings.miss("run.one_at_a_time", `no fatal after ${settings.pongMs / 1000} s`);
  } else if ((await peer.runEnd(firstId, 0)).kind === "timeout") {
    findings.miss("run.one_at_a_time", "it works on two runs at the same time");
  } else findings.pass("run.one_at_a_time", "it waits until the first run is over");
}

async function checkCancel({ findings, settings }: Subject, peer: Peer, runId: string): Promise<void> {
  const sentAt = peer.session.elapsedMs;
  peer.session.send({ t: "cancel", ref_id: runId, reason: "checked by abp sidecar check" });
  const end = await peer.runEnd(runId, settings.cancelMs);
  const ms = Math.round(peer.session.elapsedMs - sentAt);
  if (end.kind === "final" || end.kind === "fatal") findings.pass("cancel", `${end.kind} after ${ms} ms`);
  else if (end.kind === "timeout") {
    findings.miss("cancel", `the run goes on ${settings.cancelMs / 1000} s after cancel`);
  } else findings.miss("cancel", end.reason);
}
