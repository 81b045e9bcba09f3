import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWrittenReplies } from "../../fixtures/reply-scenarios.ts";
import { gemini } from "../index.ts";

describe("the writer of replies", () => {
  describeForms(
    "writes each kind of content in the form of gemini",
    listWrittenReplies(gemini),
    `
    nothing: {}
    a text with all facts: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","createTime":"1970-01-01T00:00:05Z","responseId":"r1"}
    two texts: {"candidates":[{"content":{"parts":[{"text":"Hi there"}],"role":"model"},"finishReason":"STOP","index":0}]}
    an empty text: {"candidates":[{"content":{"role":"model"},"finishReason":"STOP","index":0}]}
    a call: {"candidates":[{"content":{"parts":[{"text":"Hi"},{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}],"role":"model"},"finishReason":"STOP","index":0}]}
    two calls: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}},{"functionCall":{"id":"c2","name":"f","args":{}}}],"role":"model"},"finishReason":"STOP","index":0}]}
    a call that was cut off: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1},"willContinue":true}}],"role":"model"},"finishReason":"MAX_TOKENS","index":0}]}
    a call with a signature: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}},"thoughtSignature":"s"}],"role":"model"},"finishReason":"STOP","index":0}]}
    a freeform call: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"do it"}}}],"role":"model"},"finishReason":"STOP","index":0}]}
    thinking: {"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"text":"Hi"}],"role":"model"},"finishReason":"STOP","index":0}]}
    signed thinking: {"candidates":[{"content":{"parts":[{"text":"hm","thought":true,"thoughtSignature":"s"},{"text":"Hi"}],"role":"model"},"finishReason":"STOP","index":0}]}
    sealed thinking: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"finishReason":"STOP","index":0}]}
    a summary of thinking: {"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"text":"Hi"}],"role":"model"},"finishReason":"STOP","index":0}]}
    redacted thinking: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"finishReason":"STOP","index":0}]}
    a refusal: {"candidates":[{"content":{"parts":[{"text":"No"}],"role":"model"},"finishReason":"SAFETY","index":0}]}
    a page that is cited: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"finishReason":"STOP","groundingMetadata":{"groundingChunks":[{"web":{"uri":"u","title":"t"}}],"groundingSupports":[{"segment":{"endIndex":2,"text":"Hi"},"groundingChunkIndices":[0]}]},"index":0}]}
    a source without a page: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"finishReason":"STOP","index":0}]}
    an image: {"candidates":[{"content":{"parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="}}],"role":"model"},"finishReason":"STOP","index":0}]}
    sound: {"candidates":[{"content":{"parts":[{"inlineData":{"mimeType":"audio/wav","data":"QQ=="}}],"role":"model"},"finishReason":"STOP","index":0}]}
    two answers: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"finishReason":"STOP","index":0},{"content":{"parts":[{"text":"Ho"}],"role":"model"},"finishReason":"MAX_TOKENS","index":1}]}
    a stop sequence: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"finishReason":"STOP","index":0}]}
    log probabilities: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"finishReason":"STOP","logprobsResult":{"chosenCandidates":[{"token":"Hi","logProbability":-1}],"topCandidates":[{"candidates":[]}]},"index":0}]}
    usage: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":10,"cachedContentTokenCount":2,"candidatesTokenCount":2,"thoughtsTokenCount":3,"totalTokenCount":15}}
    a unit of another dialect: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"finishReason":"STOP","index":0}]}
  `,
  );
});
