import type { Block, Candidate, Reply, StreamEvent } from "../../../contract/index.ts";
import { summarizeContent } from "../../content-summary.ts";
import { Cursor } from "../../members/cursor.ts";
import { asVendor, leftover, nest } from "../../members/own-members.ts";
import type { Origins } from "../../origins.ts";
import { readModelItem } from "../content/item-reader.ts";
import { countSearches } from "../content/search-unit.ts";
import { ID } from "../wire.ts";
import { readLogprobs } from "./logprobs.ts";
import { readStop } from "./stop.ts";
import { readCountedUsage } from "./usage.ts";

/** Reads a response object. */
export function readReply(body: unknown, origins: Origins): Reply {
  const cursor = new Cursor(body, "$");
  const content: Block[] = [];
  const logprobs: unknown[] = [];
  cursor.list("output", (item, path) => {
    content.push(...readModelItem(item, path, origins, "reply"));
    logprobs.push(...readLogprobs(item));
  });
  const stop = readStop(cursor.value, summarizeContent(content));
  const candidate: Candidate = origins.mark(
    {
      index: 0,
      content,
      ...(stop === undefined ? {} : { stop }),
      ...(logprobs.length === 0 ? {} : { logprobs }),
    },
    "$",
  );
  const usage = cursor.object("usage");
  const counted =
    usage && readCountedUsage(usage, countSearches(cursor.value["output"]), cursor.value["tools"]);
  const serviceTier = cursor.text("service_tier");
  const { vendor, ...facts } = readFacts(cursor);
  return {
    ...facts,
    candidates: [candidate],
    ...(counted === undefined ? {} : { usage: origins.mark(counted, "$.usage") }),
    ...(serviceTier === undefined ? {} : { serviceTier }),
    ...(vendor === undefined ? {} : { vendor }),
  };
}

/** Reads the members of a response other than its output and usage. */
export function readFacts(
  cursor: Cursor,
): Pick<Extract<StreamEvent, { type: "reply_start" }>, "id" | "model" | "created" | "vendor"> {
  const id = cursor.text("id");
  const model = cursor.text("model");
  const created = cursor.number("created_at");
  cursor.take("object");
  cursor.take("output");
  cursor.take("usage");
  const status = cursor.text("status");
  const isOver = status !== "in_progress" && status !== "queued";
  if (isOver && status !== "failed") cursor.take("error");
  if (isPlainIncomplete(cursor.peek("incomplete_details"))) cursor.take("incomplete_details");
  const members = nest(leftover(cursor), "status", isOver ? undefined : status);
  return {
    ...(id === undefined ? {} : { id }),
    ...(model === undefined ? {} : { model }),
    ...(created === undefined ? {} : { created }),
    ...asVendor(ID, members),
  };
}

function isPlainIncomplete(details: unknown): boolean {
  return details === undefined || Object.keys(details as object).length === 1;
}
