/** One thing that a reply can contain. Its fate in another dialect is decided per feature. */
export interface ReplyFeature {
  readonly id: ReplyFeatureId;
  readonly group: string;
  readonly title: string;
}

const table = {
  id: ["reply", "id of the reply"],
  model: ["reply", "model that answered"],
  created: ["reply", "time of the reply"],
  service_tier: ["reply", "service tier"],
  candidates: ["reply", "several answers"],
  text: ["content", "text"],
  citation: ["content", "citation"],
  "citation.range": ["content", "part of the answer that a citation supports"],
  search: ["content", "search of the web"],
  "search.page": ["content", "page that was opened by a search"],
  refusal: ["content", "refusal"],
  image: ["content", "image"],
  audio: ["content", "audio"],
  run: ["content", "code that the vendor ran, and its output"],
  opaque: ["content", "unit that only its own dialect can read"],
  "thinking.text": ["reasoning", "thinking text"],
  "thinking.signature": ["reasoning", "signature of thinking"],
  "thinking.sealed": ["reasoning", "encrypted reasoning"],
  "thinking.redacted": ["reasoning", "redacted thinking"],
  "tool_use.signature": ["reasoning", "signature on a tool call"],
  tool_use: ["tools", "tool call"],
  "tool_use.custom": ["tools", "freeform tool call"],
  "stop.end_turn": ["stop", "stop: end of turn"],
  "stop.stop_sequence": ["stop", "stop: stop sequence"],
  "stop.max_tokens": ["stop", "stop: output limit"],
  "stop.context_window": ["stop", "stop: context window"],
  "stop.tool_use": ["stop", "stop: tool call"],
  "stop.pause_turn": ["stop", "stop: paused turn"],
  "stop.refusal": ["stop", "stop: refusal"],
  "stop.content_filter": ["stop", "stop: content filter"],
  "stop.malformed": ["stop", "stop: malformed tool call"],
  "stop.error": ["stop", "stop: error"],
  "stop.other": ["stop", "stop: another reason"],
  "stop.sequence": ["stop", "the stop sequence that was met"],
  logprobs: ["sampling", "log probabilities"],
  "usage.input": ["usage", "input tokens"],
  "usage.output": ["usage", "output tokens"],
  "usage.total": ["usage", "total tokens"],
  "usage.cacheRead": ["usage", "tokens read from a cache"],
  "usage.cacheWrite": ["usage", "tokens written to a cache"],
  "usage.cacheWriteByTtl": ["usage", "tokens written to a cache, by lifetime"],
  "usage.reasoning": ["usage", "reasoning tokens"],
  "usage.inputAudio": ["usage", "audio input tokens"],
  "usage.outputAudio": ["usage", "audio output tokens"],
  "usage.serverTools": ["usage", "calls of server tools"],
  vendor: ["vendor", "member that only its own dialect knows"],
} as const satisfies Record<string, readonly [string, string]>;

/** The name of a feature of replies. */
export type ReplyFeatureId = keyof typeof table;

/** Every feature of replies, in the order of the documents. */
export const replyFeatures: readonly ReplyFeature[] = Object.entries(table).map(([id, [group, title]]) => ({
  id: id as ReplyFeatureId,
  group,
  title,
}));
