import type { Candidate, Reply } from "../../../contract/index.ts";
import { summarizeContent } from "../../content-summary.ts";
import { Cursor } from "../../members/cursor.ts";
import { asVendor, leftover } from "../../members/own-members.ts";
import type { Origins } from "../../origins.ts";
import { readContent } from "../content/block-reader.ts";
import { ID } from "../wire.ts";
import { readStop } from "./stop.ts";
import { readUsage } from "./usage.ts";

/** Reads a message. */
export function readReply(body: unknown, origins: Origins): Reply {
  const cursor = new Cursor(body, "$");
  cursor.take("type");
  cursor.take("role");
  const id = cursor.text("id");
  const model = cursor.text("model");
  const usage = cursor.take("usage");
  const candidate = readCandidate(cursor, origins);
  return {
    ...(id === undefined ? {} : { id }),
    ...(model === undefined ? {} : { model }),
    candidates: [candidate],
    ...(usage === undefined ? {} : { usage: origins.mark(readUsage(usage, "$.usage"), "$.usage") }),
    ...asVendor(ID, leftover(cursor)),
  };
}

function readCandidate(cursor: Cursor, origins: Origins): Candidate {
  const content = readContent(cursor.take("content"), "$.content", origins);
  const word = cursor.text("stop_reason");
  const sequence = cursor.text("stop_sequence");
  const details = cursor.take("stop_details");
  const container = cursor.take("container");
  // A stream tells these two together with the stop reason, so they belong to the candidate.
  const rest = {
    ...(details === undefined ? {} : { stop_details: details }),
    ...(container === undefined ? {} : { container }),
  };
  const end =
    word === undefined
      ? asVendor(ID, rest)
      : readStop(word, sequence, rest, summarizeContent(content).hasCalls);
  return origins.mark({ index: 0, content, ...end }, "$");
}
