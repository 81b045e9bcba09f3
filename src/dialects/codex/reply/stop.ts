import type { Stop } from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";
import type { ContentSummary } from "../../content-summary.ts";
import { isMembers, type Members } from "../../members/members.ts";

/** Why a response ended; undefined while it has not. */
export function readStop(response: Members, summary: ContentSummary): Stop | undefined {
  const { status } = response;
  switch (status) {
    case undefined:
    case null:
    case "completed":
      return { reason: completedReason(summary), raw: "completed" };
    case "incomplete":
      return readIncomplete(response["incomplete_details"]);
    case "failed":
      return { reason: "error", raw: "failed" };
    case "in_progress":
    case "queued":
      return undefined;
    default:
      return { reason: "other", raw: textOfJson(status) };
  }
}

function completedReason({ hasCalls, hasRefusal }: ContentSummary): Stop["reason"] {
  if (hasCalls) return "tool_use";
  return hasRefusal ? "refusal" : "end_turn";
}

function readIncomplete(details: unknown): Stop {
  const raw = isMembers(details) && typeof details["reason"] === "string" ? details["reason"] : "incomplete";
  if (raw === "max_output_tokens") return { reason: "max_tokens", raw };
  return { reason: raw === "content_filter" ? "content_filter" : "other", raw };
}

/** How a response says why it ended. */
export function writeStop(
  stop: Stop | undefined,
  summary: ContentSummary,
): { status: string; incomplete_details: Members | null; error: Members | null } {
  const incomplete = (reason?: "content_filter" | "max_output_tokens") => ({
    status: "incomplete",
    incomplete_details: reason === undefined ? null : { reason },
    error: null,
  });
  switch (stop?.reason) {
    case undefined:
    case "end_turn":
    case "tool_use":
    case "stop_sequence":
      return { status: "completed", incomplete_details: null, error: null };
    case "refusal":
      // A refusal that stands in the answer completes it; one that cut the answer off does not.
      if (summary.hasRefusal) return { status: "completed", incomplete_details: null, error: null };
      return incomplete("content_filter");
    case "content_filter":
      return incomplete("content_filter");
    case "max_tokens":
    case "context_window":
      return incomplete("max_output_tokens");
    case "error":
      return {
        status: "failed",
        incomplete_details: null,
        error: { code: "server_error", message: "The model could not finish its answer." },
      };
    case "other":
      if (stop.raw === "cancelled") return { status: "cancelled", incomplete_details: null, error: null };
      return incomplete();
    default:
      // The API names two reasons and no other.
      return incomplete();
  }
}
