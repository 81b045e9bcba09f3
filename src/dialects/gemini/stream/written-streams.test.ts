import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWrittenStreams } from "../../fixtures/reply-scenarios.ts";
import { gemini } from "../index.ts";

describe("the writer of streams", () => {
  describeForms(
    "writes each kind of event in the form of gemini",
    listWrittenStreams(gemini),
    `
    nothing
      data: {}
    a text with all facts
      data: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":0}],"modelVersion":"m1","createTime":"1970-01-01T00:00:05Z","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","createTime":"1970-01-01T00:00:05Z","responseId":"r1"}
    two texts
      data: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":" there"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    an empty text
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    a call
      data: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    two calls
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c2","name":"f","args":{}}}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    a call that was cut off
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1},"willContinue":true}}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"MAX_TOKENS","index":0}]}
    a call with a signature
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}},"thoughtSignature":"s"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    a freeform call
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"do it"}}}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    thinking
      data: {"candidates":[{"content":{"parts":[{"text":"hm","thought":true}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    signed thinking
      data: {"candidates":[{"content":{"parts":[{"text":"hm","thought":true,"thoughtSignature":"s"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    sealed thinking
      data: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    a summary of thinking
      data: {"candidates":[{"content":{"parts":[{"text":"hm","thought":true}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    redacted thinking
      data: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    a refusal
      data: {"candidates":[{"content":{"parts":[{"text":"No"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"SAFETY","index":0}]}
    a page that is cited
      data: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","groundingMetadata":{"groundingChunks":[{"web":{"uri":"u","title":"t"}}],"groundingSupports":[{"segment":{"endIndex":2,"text":"Hi"},"groundingChunkIndices":[0]}]},"index":0}]}
    a source without a page
      data: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    an image
      data: {"candidates":[{"content":{"parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="}}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    sound
      data: {"candidates":[{"content":{"parts":[{"inlineData":{"mimeType":"audio/wav","data":"QQ=="}}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    two answers
      data: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"index":0},{"content":{"parts":[{"text":"Ho"}],"role":"model"},"index":1}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0},{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"MAX_TOKENS","index":1}]}
    a stop sequence
      data: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    log probabilities
      data: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","logprobsResult":{"chosenCandidates":[{"token":"Hi","logProbability":-1}],"topCandidates":[{"candidates":[]}]},"index":0}]}
    usage
      data: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":10,"cachedContentTokenCount":2,"candidatesTokenCount":2,"thoughtsTokenCount":3,"totalTokenCount":15}}
    a unit of another dialect
      data: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    no events
    an end alone
      data: {}
    a start alone
    a text that the end repeats
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a text that begins with words
      data: {"candidates":[{"content":{"parts":[{"text":"He"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"y"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    thinking that the end seals
      data: {"candidates":[{"content":{"parts":[{"text":"h","thought":true}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"m","thought":true,"thoughtSignature":"s"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a call that the end repeats
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a call that the start tells whole
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a refusal that the end repeats
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    own members of each dialect
      data: {"candidates":[{"content":{"parts":[{"text":"x"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"x"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"x"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"x"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"x","odd":2}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}},"odd":5}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
    the end of each dialect
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0,"odd":1}],"modelVersion":"m1","responseId":"r1","odd":3}
    a call in pieces
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a call with spaces in its arguments
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a freeform call in pieces
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"do it"}}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a delta outside any block
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a block that nothing closes
      data: {"candidates":[{"content":{"parts":[{"text":"x"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    citations in pieces
      data: {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"groundingMetadata":{"groundingChunks":[{"web":{"uri":"u","title":"t"}}],"groundingSupports":[{"segment":{"endIndex":2,"text":"Hi"},"groundingChunkIndices":[0]}]},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"more"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","groundingMetadata":{"groundingChunks":[{"web":{"uri":"u","title":"t"}},{"web":{"uri":"v"}},{"web":{"uri":"w"}}],"groundingSupports":[{"segment":{"endIndex":2,"text":"Hi"},"groundingChunkIndices":[0]},{"segment":{"startIndex":2,"endIndex":6,"text":"more"},"groundingChunkIndices":[1,2]}]},"index":0}],"modelVersion":"m1","responseId":"r1"}
    log probabilities in pieces
      data: {"candidates":[{"content":{"parts":[{"text":"ab"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","logprobsResult":{"chosenCandidates":[{"token":"a"},{"token":"b"},{"token":"c"}]},"index":0}],"modelVersion":"m1","responseId":"r1"}
    sound in pieces
      data: {"candidates":[{"content":{"parts":[{"inlineData":{"mimeType":"audio/wav","data":"QQ=="}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a ping and an unknown event
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    usage in the middle
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":2,"totalTokenCount":3},"modelVersion":"m1","responseId":"r1"}
    a block of another answer
      data: {"candidates":[{"index":0},{"content":{"parts":[{"text":"Hi"}],"role":"model"},"index":1}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":1},{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    an error before the start
      data: {"error":{"code":504,"message":"late","status":"DEADLINE_EXCEEDED"}}
    an error after some text
      data: {"candidates":[{"content":{"parts":[{"text":"x"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"error":{"code":500,"message":"late","status":"INTERNAL"}}
      data: {"candidates":[{"content":{"parts":[{"text":"y"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
  `,
  );
});
