/** The owner of spellings that all dialects of this family share. */
export const CHAT = "chat";

/** The spelling of a request that could have asked for usage in the stream and did not. */
export const USAGE_NOT_REQUESTED = "usage_not_requested";

/** The last event of a stream. */
export const DONE = "[DONE]";

/** The `object` of a whole reply. */
export const REPLY_OBJECT = "chat.completion";

/** The `object` of a chunk. */
export const CHUNK_OBJECT = "chat.completion.chunk";

/** The finish reasons of the published type. */
export const finishReasons = ["stop", "length", "tool_calls", "content_filter", "function_call"] as const;

export type FinishReason = (typeof finishReasons)[number];

/** The sound formats of `input_audio`, by media type. */
export const audioFormats: Readonly<Record<string, string>> = {
  "audio/wav": "wav",
  "audio/x-wav": "wav",
  "audio/wave": "wav",
  "audio/mpeg": "mp3",
  "audio/mp3": "mp3",
};

/** Chat Completions never says in which format it answers, so the sound of a reply has no exact media type. */
export const REPLY_AUDIO = "audio/*";
