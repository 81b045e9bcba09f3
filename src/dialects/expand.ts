import type { Block, Reply, StreamEvent } from "../contract/index.ts";

/**
 * A reply as the stream that would have carried it: one start, one delta and one stop for each block.
 *
 * @example
 * import { expand } from "agent-backplane/dialects";
 * for (const event of expand(reply)) console.log(event.type);
 */
export function* expand(reply: Reply): Generator<StreamEvent> {
  const { candidates, usage, ...facts } = reply;
  yield { type: "reply_start", ...facts };
  for (const candidate of candidates) {
    for (const [block, content] of candidate.content.entries()) {
      yield* expandBlock(content, { candidate: candidate.index, block });
    }
    if (candidate.logprobs !== undefined) {
      yield { type: "logprobs", candidate: candidate.index, value: candidate.logprobs };
    }
    if (candidate.stop !== undefined) {
      const vendorMembers = candidate.vendor === undefined ? {} : { vendor: candidate.vendor };
      yield { type: "candidate_stop", candidate: candidate.index, stop: candidate.stop, ...vendorMembers };
    }
  }
  if (usage !== undefined) yield { type: "usage", usage };
  yield { type: "reply_stop" };
}

function* expandBlock(content: Block, at: { candidate: number; block: number }): Generator<StreamEvent> {
  switch (content.type) {
    case "text": {
      const { citations, ...rest } = content;
      yield { type: "block_start", ...at, content: { ...rest, text: "" } };
      if (content.text !== "") yield { type: "text_delta", ...at, text: content.text };
      for (const citation of citations ?? []) yield { type: "citation", ...at, citation };
      break;
    }
    case "refusal":
      yield { type: "block_start", ...at, content: { ...content, text: "" } };
      if (content.text !== "") yield { type: "text_delta", ...at, text: content.text };
      break;
    case "thinking": {
      const { signature, ...rest } = content;
      yield { type: "block_start", ...at, content: { ...rest, text: "" } };
      if (content.text !== "") yield { type: "thinking_delta", ...at, text: content.text };
      if (signature !== undefined) yield { type: "signature", ...at, signature };
      break;
    }
    case "tool_use": {
      const { inputText, input, ...rest } = content;
      yield {
        type: "block_start",
        ...at,
        content: { ...rest, input: content.kind === "function" ? {} : undefined },
      };
      yield { type: "input_delta", ...at, text: inputText ?? JSON.stringify(input ?? {}) };
      break;
    }
    default:
      yield { type: "block_start", ...at, content };
  }
  yield { type: "block_stop", ...at };
}
