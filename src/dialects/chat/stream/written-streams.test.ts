import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWrittenStreams } from "../../fixtures/reply-scenarios.ts";
import { openai } from "../../openai/index.ts";

describe("the writer of streams", () => {
  describeForms(
    "writes each kind of event in the form of openai",
    listWrittenStreams(openai),
    `
    nothing
      data: [DONE]
    a text with all facts
      data: {"id":"r1","object":"chat.completion.chunk","created":5,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":5,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    two texts
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"content":" there"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    an empty text
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a call
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"a\\":1}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    two calls
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"a\\":1}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"c2","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":"{}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    a call that was cut off
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"a\\":1,\\"b"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"length"}]}
      data: [DONE]
    a call with a signature
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"a\\":1}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    a freeform call
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"custom","custom":{"name":"f","input":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"custom":{"input":"do it"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    thinking
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","reasoning_content":"hm"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    signed thinking
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","reasoning_content":"hm"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    sealed thinking
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a summary of thinking
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","reasoning_content":"hm"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    redacted thinking
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a refusal
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","refusal":"No"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a page that is cited
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":2,"title":"t","url":"u"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a source without a page
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    an image
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    sound
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","audio":{"id":"a1","data":"QQ==","transcript":"hi"}},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    two answers
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":1,"delta":{"role":"assistant","content":"Ho"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":1,"delta":{},"logprobs":null,"finish_reason":"length"}]}
      data: [DONE]
    a stop sequence
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    log probabilities
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":{"content":[{"token":"Hi","logprob":-1,"bytes":[72,105],"top_logprobs":[]}],"refusal":null},"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    usage
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":2,"cache_write_tokens":1},"completion_tokens_details":{"reasoning_tokens":3}}}
      data: [DONE]
    a unit of another dialect
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"fallback","object":"chat.completion.chunk","created":7,"model":"fallback-model","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    no events
      data: {"error":{"message":"the stream ended before its last event","type":"server_error","param":null,"code":"stream_closed"}}
    an end alone
      data: [DONE]
    a start alone
      data: {"error":{"message":"the stream ended before its last event","type":"server_error","param":null,"code":"stream_closed"}}
    a text that the end repeats
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a text that begins with words
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"He"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"content":"y"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    thinking that the end seals
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","reasoning_content":"h"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"reasoning_content":"m"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a call that the end repeats
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"a\\":1}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    a call that the start tells whole
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"a\\":1}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    a refusal that the end repeats
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","refusal":"No"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    own members of each dialect
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"x"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"a\\":1}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"content":"x"},"logprobs":null,"finish_reason":null}]}
      data: {"type":"odd","a":1}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"c1","type":"function","function":{"name":"f","arguments":""},"odd":5}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":"{\\"a\\":1}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"content":"x"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":2,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":2,"function":{"arguments":"{\\"a\\":1}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"content":"x"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":3,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":3,"function":{"arguments":"{\\"a\\":1}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"content":"x"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":4,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":4,"function":{"arguments":"{\\"a\\":1}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"error":{"message":"the stream ended before its last event","type":"server_error","param":null,"code":"stream_closed"}}
    the end of each dialect
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","odd":3,"choices":[{"index":0,"delta":{"role":"assistant","content":"","m":2},"logprobs":null,"finish_reason":"stop","odd":1}]}
      data: [DONE]
    a call in pieces
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"a\\""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    a call with spaces in its arguments
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{ "}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\\"a\\": 1 }"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    a freeform call in pieces
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"custom","custom":{"name":"f","input":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"custom":{"input":"do "}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"custom":{"input":"it"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    a delta outside any block
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a block that nothing closes
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"x"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"reasoning_content":"hm"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    citations in pieces
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":2,"title":"t","url":"u"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"content":"more"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"annotations":[{"type":"url_citation","url_citation":{"start_index":2,"end_index":6,"title":"","url":"v"}},{"type":"url_citation","url_citation":{"start_index":2,"end_index":6,"title":"","url":"w"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    log probabilities in pieces
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant"},"logprobs":{"content":[{"token":"a","bytes":[97],"top_logprobs":[]}],"refusal":null},"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":{"content":[{"token":"b","bytes":[98],"top_logprobs":[]}],"refusal":null},"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"content":"ab"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":{"content":[{"token":"c","bytes":[99],"top_logprobs":[]}],"refusal":null},"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    sound in pieces
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","audio":{}},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"audio":{"data":"QQ==","transcript":"hi"}},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a ping and an unknown event
      : ping
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    usage in the middle
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop"}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}}
      data: [DONE]
    a block of another answer
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":1,"delta":{"role":"assistant","content":"Hi"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":1,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    an error before the start
      data: {"error":{"message":"late","type":"server_error","param":null,"code":"backend_timeout"}}
    an error after some text
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"x"},"logprobs":null,"finish_reason":null}]}
      data: {"error":{"message":"late","type":"server_error","param":null,"code":"internal"}}
  `,
  );
});
