import { describe } from "vitest";
import { copilot } from "../../copilot/index.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { listWrittenReplies } from "../../fixtures/reply-scenarios.ts";

describe("the writer of replies", () => {
  describeForms(
    "writes each kind of content in the form of copilot",
    listWrittenReplies(copilot),
    `
    nothing: {"id":"fallback","created":7,"model":"fallback-model","choices":[]}
    a text with all facts: {"id":"r1","created":5,"model":"m1","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":null,"finish_reason":"stop"}],"service_tier":"flex"}
    two texts: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi there","refusal":null},"logprobs":null,"finish_reason":"stop"}]}
    an empty text: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]}
    a call: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\":1}"}}]},"logprobs":null,"finish_reason":"tool_calls"}]}
    two calls: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\":1}"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}}]},"logprobs":null,"finish_reason":"tool_calls"}]}
    a call that was cut off: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\":1,\\"b"}}]},"logprobs":null,"finish_reason":"length"}]}
    a call with a signature: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\":1}"}}]},"logprobs":null,"finish_reason":"tool_calls"}]}
    a freeform call: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"custom","custom":{"name":"f","input":"do it"}}]},"logprobs":null,"finish_reason":"tool_calls"}]}
    thinking: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null,"reasoning_text":"hm"},"logprobs":null,"finish_reason":"stop"}]}
    signed thinking: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null,"reasoning_text":"hm"},"logprobs":null,"finish_reason":"stop"}]}
    sealed thinking: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null,"reasoning_opaque":"zz"},"logprobs":null,"finish_reason":"stop"}]}
    a summary of thinking: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null,"reasoning_text":"hm"},"logprobs":null,"finish_reason":"stop"}]}
    redacted thinking: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":null,"finish_reason":"stop"}]}
    a refusal: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":null,"refusal":"No"},"logprobs":null,"finish_reason":"stop"}]}
    a page that is cited: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null,"annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":2,"title":"t","url":"u"}}]},"logprobs":null,"finish_reason":"stop"}]}
    a source without a page: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null,"annotations":[]},"logprobs":null,"finish_reason":"stop"}]}
    an image: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]}
    sound: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]}
    two answers: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":null,"finish_reason":"stop"},{"index":1,"message":{"role":"assistant","content":"Ho","refusal":null},"logprobs":null,"finish_reason":"length"}]}
    a stop sequence: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":null,"finish_reason":"stop"}]}
    log probabilities: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":{"content":[{"token":"Hi","logprob":-1,"bytes":[72,105],"top_logprobs":[]}],"refusal":null},"finish_reason":"stop"}]}
    usage: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":null,"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"reasoning_tokens":3,"prompt_tokens_details":{"cached_tokens":2,"cache_write_tokens":1}}}
    a unit of another dialect: {"id":"fallback","created":7,"model":"fallback-model","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":null,"finish_reason":"stop"}]}
  `,
  );
});
