import type { Peer } from "../session/peer.ts";
import type { Subject } from "../subject.ts";

/** Standard input that ends right after the run frame: some backplanes never send more. */
export async function checkEarlyEnd(subject: Subject, peer: Peer): Promise<void> {
  const { findings, settings, tasks } = subject;
  if ((await peer.hello()) === undefined) return;
  const order = subject.order(tasks.quick);
  peer.startRun(order);
  peer.session.endInput();
  const end = await peer.runEnd(order.id);
  if (end.kind === "final") findings.pass("eof.finishes", "final came");
  else findings.miss("eof.finishes", end.reason);
  await peer.session.waitForExit(settings.exitMs);
}
