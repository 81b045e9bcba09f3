import { describe } from "vitest";
import { eventForms } from "../../fixtures/event-forms.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { listEventLines } from "../../fixtures/reply-scenarios.ts";
import { openai } from "../../openai/index.ts";

describe("the writer of streams", () => {
  describeForms(
    "writes the blocks of events in any order",
    listEventLines(openai, Object.entries(eventForms(openai.id))),
    `
    a text in pieces
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"content":"b"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a text that is repeated after its pieces
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a text that only its end shows
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"ab"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    an empty text
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    two texts with citations
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"ab"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":2,"title":"t","url":"u"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"content":"cd"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"annotations":[{"type":"url_citation","url_citation":{"start_index":2,"end_index":3,"title":"","url":"w"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"content":"e"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    a text with own members
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"content":"b"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a refusal in pieces
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","refusal":"N"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"refusal":"o"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a refusal after a text
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"refusal":"No"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    thinking that its start signs
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","reasoning_content":"hm"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    thinking that is signed at the end
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","reasoning_content":"h"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"reasoning_content":"m"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    thinking without text
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a signature alone
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"content":"b"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a signature at the very end
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    thinking with own members
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","reasoning_content":"hm"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    thinking that only its end shows
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","reasoning_content":"hm"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a summary between texts
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"reasoning_content":"x"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"reasoning_content":"y"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"content":"b"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    sealed thinking
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    redacted thinking
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    two calls in pieces
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"a\\""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"c2","type":"function","function":{"name":"g","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":"{}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    a call that is signed
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    a call that is signed at the end
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"a\\":1}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    a call that its start and its pieces show
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"a\\""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    a call with own members
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""},"odd":1}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    a call cut off
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"a\\":1,\\"b\\":\\"c\\\\"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    a freeform call
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"custom","custom":{"name":"f","input":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"custom":{"input":"go"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    a freeform call that only its end shows
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"custom","custom":{"name":"f","input":""}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"custom":{"input":"go"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}]}
      data: [DONE]
    sound in pieces
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","audio":{"id":"a1","data":"QQ=="}},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"audio":{"data":"Qg=="}},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"audio":{"transcript":"b"}},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    sound by URL
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","audio":{}},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    an image
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    units of the dialect
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":[{"type":"odd","a":1}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"content":["x"]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    a search of another dialect
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"role":"assistant","content":"ab"},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{"annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":2,"title":"","url":"https://x"}}]},"logprobs":null,"finish_reason":null}]}
      data: {"id":"r1","object":"chat.completion.chunk","created":7,"model":"m1","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
      data: [DONE]
    `,
  );
});
