import { type Assumptions, isFalse, isOneOf, isZero } from "../features/assumed.ts";

// The first word of each list of words in protocol buffers, which stands for none of them.
const isUnspecified = (value: unknown): boolean =>
  typeof value === "string" && /^(?:[A-Z_]+_)?UNSPECIFIED$/i.test(value);

/** What the Gemini API assumes without the members that it alone has. */
export const assumed: Assumptions = {
  values: {
    thought: isFalse,
    responseLogprobs: isFalse,
    logprobs: isZero,
    enableEnhancedCivicAnswers: isFalse,
    audioTimestamp: isFalse,
    willContinue: isFalse,
    includeServerSideToolInvocations: isFalse,
    streamFunctionCallArguments: isFalse,
    includeThoughts: isFalse,
    mode: isUnspecified,
    scheduling: isUnspecified,
    mediaResolution: isUnspecified,
    thinkingLevel: isUnspecified,
    serviceTier: isUnspecified,
    behavior: (value) => isUnspecified(value) || isOneOf("BLOCKING")(value),
  },
  settings: new Set([
    "generationConfig",
    "thinkingConfig",
    "speechConfig",
    "imageConfig",
    "routingConfig",
    "modelSelectionConfig",
    "modelConfig",
    "modelArmorConfig",
    "toolConfig",
    "functionCallingConfig",
    "retrievalConfig",
    "functionCall",
    "functionResponse",
    "inlineData",
    "fileData",
    "videoMetadata",
    "partMetadata",
    "mediaResolution",
    "labels",
  ]),
};
