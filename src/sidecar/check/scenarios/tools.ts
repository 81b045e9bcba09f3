import { readdirSync } from "node:fs";
import { textOfJson } from "../../../lib/index.ts";
import type { Peer } from "../session/peer.ts";
import type { Subject } from "../subject.ts";
import type { CheckedHello } from "./hello.ts";

const TOOL_CHECKS = ["tools.asks", "tools.obeys"];

/** Skips the rules on tools for a sidecar that does not claim to ask. Returns whether it claims to. */
export function claimsToAsk({ findings }: Subject, hello: CheckedHello): boolean {
  if (!hello.asksBeforeTools) {
    for (const id of TOOL_CHECKS) findings.skip(id, "hello does not claim asks_before_tools");
  }
  return hello.asksBeforeTools;
}

/** A run whose tools are all denied, then one whose tools are all allowed. */
export async function checkTools(subject: Subject, peer: Peer): Promise<void> {
  const { findings, tasks } = subject;
  if ((await peer.hello()) === undefined) return;
  const before = readdirSync(subject.workspace).join("\n");
  peer.verdict = "deny";
  const denied = await peer.run(subject.order(tasks.tool));
  const used = findToolCall(peer);
  const isChanged = readdirSync(subject.workspace).join("\n") !== before;
  const asked = peer.toolRequests.length;
  if (used !== undefined && asked === 0) {
    findings.miss("tools.asks", `it used ${used} without a tool_request`);
    return;
  }
  if (used !== undefined) {
    findings.miss("tools.obeys", `it used ${used} after a verdict of deny`);
    return;
  }
  if (isChanged) {
    findings.miss("tools.obeys", "it changed the workspace though every tool was denied");
    return;
  }
  if (denied.kind !== "final" && denied.kind !== "fatal") {
    findings.miss("tools.obeys", `after a verdict of deny: ${denied.reason}`);
    return;
  }
  if (asked === 0) {
    for (const id of TOOL_CHECKS) findings.skip(id, "the task used no tool; give another with --tool-task");
    return;
  }
  judgeRequests(subject, peer);
  findings.pass("tools.obeys", "it used no tool, and ended the run");
  await checkAllowed(subject, peer);
}

async function checkAllowed(subject: Subject, peer: Peer): Promise<void> {
  peer.verdict = "allow";
  const allowed = await peer.run(subject.order(subject.tasks.tool));
  if (allowed.kind !== "final") {
    subject.findings.miss("tools.obeys", `after a verdict of allow: ${allowed.reason}`);
  }
}

// The name of the first tool that a tool_call event names.
function findToolCall(peer: Peer): string | undefined {
  for (const { frame } of peer.session.lines) {
    const event = frame?.["event"] as { type?: unknown; tool_name?: unknown } | undefined;
    if (event?.type === "tool_call") return JSON.stringify(event.tool_name).slice(0, 40);
  }
  return undefined;
}

function judgeRequests({ findings }: Subject, peer: Peer): void {
  const ids = new Set<unknown>();
  for (const request of peer.toolRequests) {
    const { request_id: id, tool_name: name } = request;
    if (typeof id !== "string" || typeof name !== "string" || !("input" in request)) {
      findings.miss("tools.asks", "a tool_request lacks request_id, tool_name or input");
    } else if (ids.has(`${textOfJson(request["ref_id"])} ${id}`)) {
      findings.miss("tools.asks", `two requests have the request_id ${JSON.stringify(id.slice(0, 40))}`);
    }
    ids.add(`${textOfJson(request["ref_id"])} ${textOfJson(id)}`);
  }
  findings.pass("tools.asks", "a tool_request came before the tool");
}
