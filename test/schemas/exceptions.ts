/** Something that the published schemas lack and that we write all the same, with the reason. */
export interface Exception {
  readonly dialect: string;
  /** The fault as the validator states it, without the numbers of list items. */
  readonly fault: RegExp;
  readonly reason: string;
}

/** Every exception. Each is used by something that is said; `npm run schemas` fails for those that are not. */
export const exceptions: readonly Exception[] = [
  {
    dialect: "openai",
    fault: /^\$\.choices\[\]\.(delta|message)\.reasoning_content: unknown member$/,
    reason:
      "OpenAI itself shows no reasoning. Every other server of this API that shows it uses this member, and agents " +
      "send it back in it.",
  },
  {
    dialect: "openai",
    fault: /^\$\.choices\[\]\.delta\.annotations: unknown member$/,
    reason: "The schema has annotations in whole answers only; recorded streams have them in a delta.",
  },
  {
    dialect: "openai",
    fault: /^\$\.choices\[\]\.delta\.tool_calls\[\]\.(custom: unknown member|type: .*)$/,
    reason: "The SDK's types have custom tools in streams; the published schema is older.",
  },
  {
    dialect: "openai",
    fault: /^\$\.error\.abp_(code|details): unknown member$/,
    reason:
      "A refusal of ours names its number and what it can suggest. The vendor's four members have no room for them; " +
      "SDKs keep members that they do not know, and no engine's error has them.",
  },
  {
    dialect: "codex",
    fault: /^\$\.error\.abp_details: unknown member$/,
    reason: "As in Chat Completions; the number is the code.",
  },
  {
    dialect: "codex",
    fault: /\.text\.format\.schema: must be null \(Open Responses\)$/,
    reason: "The two documents contradict each other; OpenAI repeats the schema.",
  },
  {
    dialect: "claude",
    fault: /^\$\.error\.details: unknown member$/,
    reason: "The SDK documents `error.details` of an error body, and reads `error_code` from it.",
  },
  {
    dialect: "claude",
    fault: /^\$\.error\.type: unknown word "request_too_large"$/,
    reason: "Anthropic documents this type for status 413; the SDK's types leave it out.",
  },
  {
    dialect: "gemini",
    fault: /\.supportedGenerationMethods: unknown member$/,
    reason: "The name on the wire, which the SDK turns into `supportedActions`.",
  },
];
