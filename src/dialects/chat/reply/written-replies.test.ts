import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWrittenReplies } from "../../fixtures/reply-scenarios.ts";
import { openai } from "../../openai/index.ts";

describe("the writer of replies", () => {
  describeForms(
    "writes each kind of content in the form of openai",
    listWrittenReplies(openai),
    `
    nothing: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[]}
    a text with all facts: {"id":"r1","object":"chat.completion","created":5,"model":"m1","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":null,"finish_reason":"stop"}],"service_tier":"flex"}
    two texts: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi there","refusal":null},"logprobs":null,"finish_reason":"stop"}]}
    an empty text: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]}
    a call: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\":1}"}}]},"logprobs":null,"finish_reason":"tool_calls"}]}
    two calls: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\":1}"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}}]},"logprobs":null,"finish_reason":"tool_calls"}]}
    a call that was cut off: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\":1,\\"b"}}]},"logprobs":null,"finish_reason":"length"}]}
    a call with a signature: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\":1}"}}]},"logprobs":null,"finish_reason":"tool_calls"}]}
    a freeform call: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"custom","custom":{"name":"f","input":"do it"}}]},"logprobs":null,"finish_reason":"tool_calls"}]}
    thinking: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null,"reasoning_content":"hm"},"logprobs":null,"finish_reason":"stop"}]}
    signed thinking: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null,"reasoning_content":"hm"},"logprobs":null,"finish_reason":"stop"}]}
    sealed thinking: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":null,"finish_reason":"stop"}]}
    a summary of thinking: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null,"reasoning_content":"hm"},"logprobs":null,"finish_reason":"stop"}]}
    redacted thinking: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":null,"finish_reason":"stop"}]}
    a refusal: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":null,"refusal":"No"},"logprobs":null,"finish_reason":"stop"}]}
    a page that is cited: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null,"annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":2,"title":"t","url":"u"}}]},"logprobs":null,"finish_reason":"stop"}]}
    a source without a page: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null,"annotations":[]},"logprobs":null,"finish_reason":"stop"}]}
    an image: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]}
    sound: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"audio":{"id":"a1","expires_at":7,"data":"QQ==","transcript":"hi"}},"logprobs":null,"finish_reason":"stop"}]}
    two answers: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":null,"finish_reason":"stop"},{"index":1,"message":{"role":"assistant","content":"Ho","refusal":null},"logprobs":null,"finish_reason":"length"}]}
    a stop sequence: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":null,"finish_reason":"stop"}]}
    log probabilities: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":{"content":[{"token":"Hi","logprob":-1,"bytes":[72,105],"top_logprobs":[]}],"refusal":null},"finish_reason":"stop"}]}
    usage: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":null,"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":2,"cache_write_tokens":1},"completion_tokens_details":{"reasoning_tokens":3}}}
    a unit of another dialect: {"id":"fallback","object":"chat.completion","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":null,"finish_reason":"stop"}]}
  `,
  );
});
