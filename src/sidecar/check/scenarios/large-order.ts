import type { Peer } from "../session/peer.ts";
import type { Subject } from "../subject.ts";

/** A work order of several megabytes. */
export async function checkLargeOrder(subject: Subject, peer: Peer): Promise<void> {
  const { findings, settings, tasks } = subject;
  if ((await peer.hello()) === undefined) return;
  const order = subject.order(tasks.quick);
  const content = "0123456789abcdef".repeat(settings.orderBytes / 16);
  const end = await peer.run({ ...order, context: { files: [], snippets: [{ name: "large", content }] } });
  if (end.kind === "final") findings.pass("input.large", "final came");
  else findings.miss("input.large", end.reason);
}
