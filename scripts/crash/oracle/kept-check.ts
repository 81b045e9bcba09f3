import { CALLER_KEYS } from "../load/call-plan.ts";
import type { Answer } from "../load/caller.ts";

/** Kept responses that are read again for each seed. */
const MAX_READS = 6;
const ENDED: ReadonlySet<unknown> = new Set(["completed", "failed", "incomplete", "cancelled"]);

/**
 * Reads kept responses again after a restart: their owner gets each of them, in an ended state, and nobody else does. If the
 * disk was full, an answer that the engine had made was delivered although it could not be kept; the daemon logs that.
 */
export async function checkKeptResponses(
  url: string,
  answers: readonly Answer[],
  wasFull: boolean,
): Promise<string[]> {
  const problems: string[] = [];
  const kept = answers.filter(
    ({ call, status, isComplete }) =>
      isComplete && status === 200 && (call.kind === "kept" || call.kind === "background"),
  );
  for (const { call, body } of kept.slice(-MAX_READS)) {
    const { id } = JSON.parse(body) as { id: string };
    for (const key of CALLER_KEYS) {
      const response = await fetch(`${url}/v1/responses/${id}`, { headers: { "x-abp-key": key.token } });
      const text = await response.text();
      if (key.name !== call.key.name) {
        if (response.status !== 404)
          problems.push(`G11: ${key.name} reads the response of ${call.tag} (${response.status})`);
        continue;
      }
      if (response.status === 404 && wasFull && call.kind === "kept") continue;
      if (response.status !== 200) {
        problems.push(
          `I1: the kept response ${id} of ${call.tag} (${call.kind}) is answered with ${response.status}`,
        );
        continue;
      }
      const { status } = JSON.parse(text) as { status: string };
      if (!ENDED.has(status)) problems.push(`I2: the response of ${call.tag} is ${status} after the restart`);
    }
  }
  return problems;
}
