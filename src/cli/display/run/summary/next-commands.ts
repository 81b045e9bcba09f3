import type { ShownResult } from "./summary.ts";

/** The commands to go on with, each with its meaning. */
export function nextCommands(
  { receipt, verification, patch }: ShownResult,
  receiptFile: string | undefined,
): [command: string, meaning: string][] {
  const runId = receipt.meta.run_id;
  const isApplied = receipt.observed?.workspace?.applied === true;
  const commands: [string, string][] = [];
  if (patch !== undefined && !isApplied)
    commands.push([`abp apply ${runId}`, "changes the workspace as the patch says"]);
  if (verification.key !== null && receipt.reported?.some(({ session }) => session !== undefined))
    commands.push([`abp run --resume ${runId} --task "…"`, "goes on with the conversation"]);
  if (verification.key !== null) {
    const proof = `${runId.slice(-8)}.tlog-proof`;
    commands.push([`abp receipt prove ${runId} -o ${proof}`, "makes the proof to hand over"]);
    commands.push([`abp receipt verify ${proof}`, "verifies it, here or anywhere with the keys"]);
  } else if (receiptFile !== undefined) {
    commands.push([`abp receipt verify ${quote(receiptFile)}`, "verifies its hash"]);
  }
  return commands;
}

function quote(word: string): string {
  return /^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
