import { describe } from "vitest";
import { eventForms } from "../../fixtures/event-forms.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { listEventLines } from "../../fixtures/reply-scenarios.ts";
import { gemini } from "../index.ts";

describe("the writer of streams", () => {
  describeForms(
    "writes the blocks of events in any order",
    listEventLines(gemini, Object.entries(eventForms(gemini.id))),
    `
    a text in pieces
      data: {"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"b"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a text that is repeated after its pieces
      data: {"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a text that only its end shows
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    an empty text
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    two texts with citations
      data: {"candidates":[{"content":{"parts":[{"text":"ab"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"groundingMetadata":{"groundingChunks":[{"web":{"uri":"u","title":"t"}}],"groundingSupports":[{"segment":{"endIndex":2,"text":"ab"},"groundingChunkIndices":[0]}]},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"cd"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"groundingMetadata":{"groundingChunks":[{"web":{"uri":"u","title":"t"}},{"web":{"uri":"w"}}],"groundingSupports":[{"segment":{"endIndex":2,"text":"ab"},"groundingChunkIndices":[0]},{"segment":{"endIndex":1,"text":"c"},"groundingChunkIndices":[1]}]},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"e"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","groundingMetadata":{"groundingChunks":[{"web":{"uri":"u","title":"t"}},{"web":{"uri":"w"}}],"groundingSupports":[{"segment":{"endIndex":2,"text":"ab"},"groundingChunkIndices":[0]},{"segment":{"endIndex":1,"text":"c"},"groundingChunkIndices":[1]}]},"index":0}],"modelVersion":"m1","responseId":"r1"}
    a text with own members
      data: {"candidates":[{"content":{"parts":[{"text":"ab","odd":1}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a refusal in pieces
      data: {"candidates":[{"content":{"parts":[{"text":"N"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"o"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a refusal after a text
      data: {"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"No"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    thinking that its start signs
      data: {"candidates":[{"content":{"parts":[{"text":"hm","thought":true,"thoughtSignature":"s"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    thinking that is signed at the end
      data: {"candidates":[{"content":{"parts":[{"text":"h","thought":true}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"m","thought":true,"thoughtSignature":"s"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    thinking without text
      data: {"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a signature alone
      data: {"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"","thoughtSignature":"s"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"b"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a signature at the very end
      data: {"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"","thoughtSignature":"s"}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    thinking with own members
      data: {"candidates":[{"content":{"parts":[{"text":"hm","thought":true,"thoughtSignature":"s","odd":1}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    thinking that only its end shows
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a summary between texts
      data: {"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"x","thought":true}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"y","thought":true}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"b"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    sealed thinking
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    redacted thinking
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    two calls in pieces
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c2","name":"g","args":{}}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a call that is signed
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{}},"thoughtSignature":"s"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a call that is signed at the end
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}},"thoughtSignature":"s"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a call that its start and its pieces show
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a call with own members
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{}},"odd":1}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a call cut off
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1,"b":"c"},"willContinue":true}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"MALFORMED_FUNCTION_CALL","index":0}],"modelVersion":"m1","responseId":"r1"}
    a freeform call
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"go"}}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a freeform call that only its end shows
      data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"go"}}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    sound in pieces
      data: {"candidates":[{"content":{"parts":[{"inlineData":{"mimeType":"audio/wav","data":"QQ==Qg=="}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    sound by URL
      data: {"candidates":[{"content":{"parts":[{"fileData":{"mimeType":"audio/mpeg","fileUri":"https://x/a.mp3"}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    an image
      data: {"candidates":[{"content":{"parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="}}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    units of the dialect
      data: {"candidates":[{"content":{"parts":[{"type":"odd","a":1}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"type":"odd","b":2}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a search of another dialect
      data: {"candidates":[{"content":{"parts":[{"text":"ab"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","groundingMetadata":{"webSearchQueries":["q"],"groundingChunks":[{"web":{"uri":"https://x","title":"X"}}],"groundingSupports":[{"segment":{"endIndex":2,"text":"ab"},"groundingChunkIndices":[0]}]},"index":0}],"modelVersion":"m1","responseId":"r1"}
    `,
  );
});
