import { describe } from "vitest";
import { endForms } from "../../fixtures/event-forms.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { listEventLines } from "../../fixtures/reply-scenarios.ts";
import { openai } from "../../openai/index.ts";

describe("the writer of streams", () => {
  describeForms(
    "writes facts and ends in any order",
    listEventLines(openai, Object.entries(endForms(openai.id))),
    `
    log probabilities
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":{"content":[{"token":"a","logprob":-1,"bytes":[97],"top_logprobs":[]}],"refusal":null},"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":{"content":[{"token":"b","logprob":-2,"bytes":[98],"top_logprobs":[]}],"refusal":null},"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    the second answer first
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":1,"delta":{"role":"assistant","content":"b"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":1,"delta":{"content":"c"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":1,"delta":{},"logprobs":null,"finish_reason":"length"}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a tenth answer
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":9,"delta":{"role":"assistant","content":"b"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":9,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    an answer without blocks
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    an answer without a stop
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: [DONE]
    an answer that never ends
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: {"error":{"message":"the stream ended before its last event","type":"server_error","param":null,"code":"stream_closed"}}
    events after the end
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a block that ends twice
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    pieces of the wrong kind
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"x"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"content":"y"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"content":"z"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    no start
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    two starts
      data: {"id":"r2","object":"chat.completion.chunk","created":9,"model":"m2","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r2","object":"chat.completion.chunk","created":9,"model":"m2","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a start with facts
      data: {"id":"r1","object":"chat.completion.chunk","created":9,"model":"fallback-model","odd":1,"choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop"}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":9,"model":"fallback-model","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":0,"total_tokens":3,"prompt_tokens_details":{"cached_tokens":1,"cache_write_tokens":1}}}
      data: [DONE]
    usage in steps
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":5,"total_tokens":6,"completion_tokens_details":{"reasoning_tokens":2}}}
      data: [DONE]
    the end by max_tokens
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"length"}]}
      data: [DONE]
    the end by tool_use
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    the end by refusal
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"content_filter"}]}
      data: [DONE]
    the end by content_filter
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"content_filter"}]}
      data: [DONE]
    the end by pause
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    the end by context_window
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"length"}]}
      data: [DONE]
    the end by other
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    an end with own members
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","odd":1,"choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop","odd":1}]}
      data: [DONE]
    an error of the dialect
      data: {"error":{"message":"m","type":"t","param":null,"code":"c"}}
    events of the dialect
      data: {"type":"odd","a":1}
      : ping
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    `,
  );
});
