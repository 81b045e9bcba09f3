import {
  type BodyDigest,
  CONTRACT_VERSION,
  formatTimestamp,
  type NegotiationRecord,
} from "../../contract/index.ts";
import { canonicalize } from "../../lib/index.ts";
import type { PreparedReceipt } from "../../receipts/index.ts";
import {
  type CallFacts,
  outcomeOf,
  terminationOf,
  upstreamCallsOf,
  usageOf,
  withoutMapped,
} from "./call-receipt.ts";

/**
 * Writes the receipt of a call as the pieces of its canonical JSON, byte for byte what `prepareReceipt` makes of
 * `buildCallReceipt`. Every call pays for this, and building the objects in between would cost more than all the rest.
 * Undefined if a text has no canonical form; `makeStorable` must then repair the receipt first.
 */
export function writeCallReceipt(facts: CallFacts): PreparedReceipt | undefined {
  const { call, cost, negotiation, usage, error } = facts;
  const engine = quote(call.engine);
  const counted = canonicalize(usageOf(usage, cost));
  const raw = canonicalize(facts.usageRaw ?? {});
  // The receipt holds it at its fourth level, and a reader follows 128 of them.
  if (raw.length > MAX_SHALLOW_LENGTH && nestsDeeperThan(raw, MAX_RAW_DEPTH)) return undefined;
  const before = `{"artifacts":[],"backend":{"adapter_version":${quote(facts.software.version)},"backend_version":null,"id":${engine}},"capabilities":{},"chain":`;
  let between = cost === undefined ? "" : `,"cost":${canonicalize(cost)}`;
  if (negotiation !== undefined) between += `,"decision_id":${quote(negotiation.decision_id)}`;
  between += ',"hash_alg":"jcs-sha256"';
  if (facts.mapping.length > 0) between += `,"mapping":${canonicalize(facts.mapping.map(withoutMapped))}`;
  between += metaText(facts);
  if (negotiation !== undefined) between += `,"negotiation":${negotiationText(negotiation)}`;
  between += `,"observed":${observedText(facts)},"outcome":"${outcomeOf(error, facts.hadAnswer)}","receipt_sha256":`;
  const reported =
    usage === undefined ? "" : `,"reported":[{"by":${engine},"usage":${counted},"usage_raw":${raw}}]`;
  const ending = error === undefined ? '{"reason":"completed"}' : canonicalize(terminationOf(error));
  const after = `${reported},"termination":${ending},"trace":[],"usage":${counted},"usage_raw":${raw},"verification":{"git_diff":null,"git_status":null,"harness_ok":false}}`;
  if (!before.isWellFormed() || !between.isWellFormed()) return undefined;
  return { runId: facts.runId, before, between, after };
}

/** A shorter text cannot nest deeper than a receipt permits. */
const MAX_SHALLOW_LENGTH = 200;
const MAX_RAW_DEPTH = 100;

/** Whether more arrays and objects than this are open at once. */
function nestsDeeperThan(json: string, levels: number): boolean {
  const brackets = json.replace(TEXTS, "");
  let depth = 0;
  for (let at = 0; at < brackets.length && depth <= levels; at += 1) {
    const code = brackets.charCodeAt(at) | 0x20;
    if (code === 0x7b) depth += 1;
    else if (code === 0x7d) depth -= 1;
  }
  return depth > levels;
}

const TEXTS = /"(?:[^"\\]|\\.)*"/g;

// Calls of one model share the record of the decision.
const written = new WeakMap<NegotiationRecord, string>();

function negotiationText(record: NegotiationRecord): string {
  let text = written.get(record);
  if (text === undefined) {
    text = canonicalize(record);
    written.set(record, text);
  }
  return text;
}

function metaText(facts: CallFacts): string {
  const duration = facts.finishedAt.getTime() - facts.startedAt.getTime();
  return `,"meta":{"contract_version":"${CONTRACT_VERSION}","duration_ms":${duration},"finished_at":"${formatTimestamp(facts.finishedAt)}","run_id":"${facts.runId}","started_at":"${formatTimestamp(facts.startedAt)}","work_order_id":"${facts.workOrderId}"},"mode":"${facts.mode}"`;
}

function observedText(facts: CallFacts): string {
  const { response, upstreamRequest, upstreamResponse, warnings, software, decisions } = facts;
  const { searches, calls } = facts;
  let text = `{"call":${callText(facts)}`;
  if (facts.clock !== undefined) text += `,"clock":${canonicalize(facts.clock)}`;
  if (decisions !== undefined) {
    text += ',"policy":"enforced"';
    if (decisions.length > 0) text += `,"policy_decisions":${canonicalize(decisions)}`;
  }
  text += `,"request":${digestText(facts.request)}`;
  if (response !== undefined) text += `,"response":${digestText(response)}`;
  if (searches !== undefined && searches.length > 0) text += `,"searches":${canonicalize(searches)}`;
  text += `,"software":{"name":${quote(software.name)},"version":${quote(software.version)}}`;
  if (facts.transfer !== undefined) text += `,"transfer":${canonicalize(facts.transfer)}`;
  if (calls !== undefined && calls.length > 1)
    text += `,"upstream_calls":${canonicalize(upstreamCallsOf(calls))}`;
  if (upstreamRequest !== undefined) text += `,"upstream_request":${digestText(upstreamRequest)}`;
  if (upstreamResponse !== undefined) text += `,"upstream_response":${digestText(upstreamResponse)}`;
  if (warnings.length > 0) text += `,"warnings":${canonicalize(warnings)}`;
  return `${text}}`;
}

function callText({ call }: CallFacts): string {
  let text = `{"caller":${quote(call.caller)},"dialect":"${call.dialect}","engine":${quote(call.engine)},"engine_dialect":"${call.engine_dialect}"`;
  if (call.events !== undefined) text += `,"events":${call.events}`;
  if (call.fallback_from !== undefined) text += `,"fallback_from":${canonicalize(call.fallback_from)}`;
  if (call.first_byte_ms !== undefined) text += `,"first_byte_ms":${call.first_byte_ms}`;
  text += `,"model":${nullable(call.model)},"operation":"${call.operation}"`;
  if (call.parent_run !== undefined) text += `,"parent_run":${quote(call.parent_run)}`;
  text += `,"reported_model":${nullable(call.reported_model)}`;
  if (call.simulated !== undefined) text += `,"simulated":${call.simulated}`;
  text += `,"status":${call.status},"stream":${call.stream}`;
  if (call.tool_calls !== undefined) text += `,"tool_calls":${canonicalize(call.tool_calls)}`;
  if (call.tool_calls_omitted !== undefined) text += `,"tool_calls_omitted":${call.tool_calls_omitted}`;
  return `${text},"upstream_model":${nullable(call.upstream_model)}}`;
}

function digestText({ bytes, sha256 }: BodyDigest): string {
  return `{"bytes":${bytes},"sha256":"${sha256}"}`;
}

function nullable(text: string | null | undefined): string {
  return text === null || text === undefined ? "null" : quote(text);
}

// Most texts need no escape. JSON.stringify would escape half a surrogate pair, which is not canonical, so such a text is
// inserted as it is and found by the check at the end.
const PLAIN = /^[ !#-[\]-~]*$/;

function quote(text: string): string {
  return PLAIN.test(text) || !text.isWellFormed() ? `"${text}"` : JSON.stringify(text);
}
