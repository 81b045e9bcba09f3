import { describe } from "vitest";
import { endForms } from "../../fixtures/event-forms.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { listEventLines } from "../../fixtures/reply-scenarios.ts";
import { gemini } from "../index.ts";

describe("the writer of streams", () => {
  describeForms(
    "writes facts and ends in any order",
    listEventLines(gemini, Object.entries(endForms(gemini.id))),
    `
    log probabilities
      data: {"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    the second answer first
      data: {"candidates":[{"index":0},{"content":{"parts":[{"text":"b"}],"role":"model"},"index":1}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"index":0},{"content":{"parts":[{"text":"c"}],"role":"model"},"index":1}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"MAX_TOKENS","index":1},{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a tenth answer
      data: {"candidates":[{"content":{"parts":[{"text":"b"}],"role":"model"},"index":9}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":9}],"modelVersion":"m1","responseId":"r1"}
    an answer without blocks
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    an answer without a stop
      data: {"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
    an answer that never ends
      data: {"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
    events after the end
      data: {"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"b"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"c"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    a block that ends twice
      data: {"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    pieces of the wrong kind
      data: {"candidates":[{"content":{"parts":[{"text":"y"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":"z"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    no start
      data: {"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"index":0}]}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}]}
    two starts
      data: {"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"index":0}],"modelVersion":"m2","createTime":"1970-01-01T00:00:09Z","responseId":"r2"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m2","createTime":"1970-01-01T00:00:09Z","responseId":"r2"}
    a start with facts
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":3,"cachedContentTokenCount":1},"createTime":"1970-01-01T00:00:09Z","responseId":"r1","odd":1}
    usage in steps
      data: {"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":3,"thoughtsTokenCount":2,"totalTokenCount":6},"modelVersion":"m1","responseId":"r1"}
    the end by max_tokens
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"MAX_TOKENS","index":0}],"modelVersion":"m1","responseId":"r1"}
    the end by tool_use
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    the end by refusal
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"SAFETY","index":0}],"modelVersion":"m1","responseId":"r1"}
    the end by content_filter
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"SAFETY","index":0}],"modelVersion":"m1","responseId":"r1"}
    the end by pause
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"index":0}],"modelVersion":"m1","responseId":"r1"}
    the end by context_window
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"MAX_TOKENS","index":0}],"modelVersion":"m1","responseId":"r1"}
    the end by other
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"OTHER","index":0}],"modelVersion":"m1","responseId":"r1"}
    an end with own members
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0,"odd":1}],"modelVersion":"m1","responseId":"r1","odd":1}
    an error of the dialect
      data: {"error":{"code":429,"message":"m","status":"RESOURCE_EXHAUSTED"}}
    events of the dialect
      data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"m1","responseId":"r1"}
    `,
  );
});
