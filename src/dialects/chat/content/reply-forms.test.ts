import { describe } from "vitest";
import { listRepliedBlocks } from "../../fixtures/block-forms.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { openai } from "../../openai/index.ts";

describe("the blocks of a reply", () => {
  describeForms(
    "are written in the form of the vendor",
    listRepliedBlocks(openai),
    `
    empty text: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    text between texts: [{"index":0,"message":{"role":"assistant","content":"xx","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    text with own members: [{"index":0,"message":{"role":"assistant","content":"x","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    text with citations: [{"index":0,"message":{"role":"assistant","content":"a b","refusal":null,"annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":1,"title":"t","url":"u"}},{"type":"odd","odd":1}]},"logprobs":null,"finish_reason":"stop"}]
    refusals: [{"index":0,"message":{"role":"assistant","content":null,"refusal":"No"},"logprobs":null,"finish_reason":"stop"}]
    thinking without text: [{"index":0,"message":{"role":"assistant","content":"x","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    thinking that is signed: [{"index":0,"message":{"role":"assistant","content":"x","refusal":null,"reasoning_content":"hm"},"logprobs":null,"finish_reason":"stop"}]
    a signature alone: [{"index":0,"message":{"role":"assistant","content":"x","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    thinking that is sealed: [{"index":0,"message":{"role":"assistant","content":"x","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    thinking in sum: [{"index":0,"message":{"role":"assistant","content":"","refusal":null,"reasoning_content":"hm"},"logprobs":null,"finish_reason":"stop"}]
    redacted thinking: [{"index":0,"message":{"role":"assistant","content":"x","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    images by URL: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    an image with own members: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    an image in a file of the dialect: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    an image in a file: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    a document in base64: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    a document of text: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    a document of text without a title: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    a document of text to cite: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    a document of text in base64: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    documents by URL: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    a document in a file: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    a document in a file of the dialect: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    sound in base64: [{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"audio":{"id":"audio_r1","expires_at":7,"data":"QQ==","transcript":"","odd":1}},"logprobs":null,"finish_reason":"stop"}]
    sound by name: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    sound in a file: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    videos by URL and in base64: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    a video in a file: [{"index":0,"message":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    a call with text arguments: [{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\": 1}"}}]},"logprobs":null,"finish_reason":"tool_calls"}]
    a call with null as arguments: [{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"null"}}]},"logprobs":null,"finish_reason":"tool_calls"}]
    a call without arguments: [{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},"logprobs":null,"finish_reason":"tool_calls"}]
    a call with a number as arguments: [{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"5"}}]},"logprobs":null,"finish_reason":"tool_calls"}]
    a call cut off in an escape: [{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\":{\\"b\\":[1,\\"c\\\\\\\\\\\\\\"d\\\\u00"}}]},"logprobs":null,"finish_reason":"tool_calls"}]
    a call cut off after a comma: [{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\":[1,2],\\"b\\":{\\"c\\":1},"}}]},"logprobs":null,"finish_reason":"tool_calls"}]
    a call that is no JSON: [{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"go"}}]},"logprobs":null,"finish_reason":"tool_calls"}]
    a call with own members: [{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"},"odd":1}]},"logprobs":null,"finish_reason":"tool_calls"}]
    a call in a namespace: [{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},"logprobs":null,"finish_reason":"tool_calls"}]
    a freeform call with an object: [{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"custom","custom":{"name":"f","input":""}}]},"logprobs":null,"finish_reason":"tool_calls"}]
    a freeform call without a text: [{"index":0,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"c1","type":"custom","custom":{"name":"f","input":""}}]},"logprobs":null,"finish_reason":"tool_calls"}]
    units of the dialect: [{"index":0,"message":{"role":"assistant","content":[{"type":"odd","a":1},"x",{"type":"text","text":"x"}],"refusal":null},"logprobs":null,"finish_reason":"stop"}]
    units of another dialect: [{"index":0,"message":{"role":"assistant","content":"x","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    a search of another dialect: [{"index":0,"message":{"role":"assistant","content":"x","refusal":null},"logprobs":null,"finish_reason":"stop"}]
    `,
  );
});
