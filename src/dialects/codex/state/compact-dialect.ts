import { AbpError, type Block, type Reply, type TextBlock } from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";
import type { StreamWriting } from "../../codec/reply-codec.ts";
import type { Dialect } from "../../dialect.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { isCompaction, TRIGGER, triggerMark } from "../content/compaction.ts";
import { RESPONSES_PATH } from "../wire.ts";
import { inputItems } from "./items.ts";
import { mintItemId, showItem } from "./shown-item.ts";

/** Where a conversation is compacted. */
export const COMPACT_PATH = `${RESPONSES_PATH}/compact`;

/** The members of ResponseCompactParams (openai-node) that go on to the model. */
const TAKEN = ["model", "instructions", "prompt_cache_key", "service_tier"] as const;

/**
 * The same dialect for compactions: such a call is a request whose last item asks for a compaction, and its answer has the
 * user's messages and one compaction item. Nothing of it is kept.
 */
export function compactDialect(dialect: Dialect): Dialect {
  const { state, ...rest } = dialect;
  return {
    ...rest,
    ...(state === undefined ? {} : { state: { ...state, isKept: () => false, isBackground: () => false } }),
    readRequest: (body, reading) => dialect.readRequest(requestOf(isMembers(body) ? body : {}), reading),
    askedReply: (request) => ({ compacted: inputItems(request["input"]).filter(isUserMessage) }),
    writeReply: (reply, writing) => writeCompacted(dialect, reply, writing),
  };
}

function requestOf(body: Members): Members {
  const taken = TAKEN.filter((name) => body[name] !== undefined && body[name] !== null);
  return {
    ...Object.fromEntries(taken.map((name) => [name, body[name]])),
    input: [...inputItems(body["input"]), { type: TRIGGER }],
    store: false,
    stream: false,
  };
}

function isUserMessage(item: unknown): item is Members {
  return isMembers(item) && (item["type"] ?? "message") === "message" && item["role"] === "user";
}

function writeCompacted(dialect: Dialect, reply: Reply, writing: StreamWriting): Members {
  const [first] = reply.candidates;
  const summary = summaryOf(first?.content ?? []);
  const candidates = first === undefined ? [] : [{ ...first, content: [summary] }];
  const written = dialect.writeReply({ ...reply, candidates }, writing);
  const { id, created_at, output, usage } = written;
  const unique = textOfJson(id).replace(/^resp_/, "");
  const messages = (writing.asked?.compacted ?? []).map((item, index) =>
    showItem(mintItemId(item, `${unique}${index}`), item),
  );
  const compaction = Array.isArray(output) ? output : [];
  return {
    id,
    object: "response.compaction",
    created_at,
    output: [...messages, ...compaction],
    usage: usage ?? NO_USAGE,
  };
}

// An engine of the same API may have answered with a compaction of its own.
function summaryOf(content: readonly Block[]): Block {
  const own = content.find(
    (block) => isCompaction(block) || (block.type === "opaque" && block.kind === "compaction"),
  );
  if (own !== undefined) return own;
  const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  if (text.trim() === "")
    throw new AbpError("capability_emulation_failed", "the model gave no summary of the conversation");
  const summary: TextBlock = { type: "text", text, ...triggerMark };
  return summary;
}

const NO_USAGE: Members = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
};
