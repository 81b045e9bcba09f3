import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listReadReplies } from "../../fixtures/reading.ts";
import { openai } from "../../openai/index.ts";
import { replies } from "../fixtures/wire-forms.ts";

describe("the reader of replies", () => {
  describeForms(
    "reads every form",
    listReadReplies(openai, replies),
    `
    no choices: throws contract_schema_violation: $.choices is required
    an error: throws backend_context_length: no
    a choice without a message: throws contract_schema_violation: $.choices[0].message is required
    a filtered choice without a message: {"candidates":[{"index":0,"content":[],"stop":{"reason":"content_filter","raw":"content_filter"},"vendor":{"openai":{"content_filter_results":{"hate":{}}}}}]}
    everything: {"candidates":[{"index":0,"content":[{"type":"thinking","text":"hm"},{"type":"text","text":"x"},{"type":"refusal","text":"No"},{"type":"audio","source":{"kind":"base64","mediaType":"audio/*","data":"QQ=="},"id":"a","transcript":"hi","vendor":{"openai":{"expires_at":1}}},{"type":"tool_use","id":"call_5c7407bb73fdab63d4f14687","name":"f","kind":"function","input":{}}],"stop":{"reason":"tool_use","raw":"stop"},"logprobs":[{"token":"x"}],"vendor":{"openai":{"logprobs":{"refusal":[1]},"message":{"odd":1},"odd":2}}}],"id":"r","model":"m","created":5,"serviceTier":"flex","usage":{"input":1,"output":2,"total":3,"cacheRead":1,"cacheWrite":3,"inputAudio":2,"reasoning":1,"outputAudio":2,"vendor":{"openai":{"prompt_tokens_details":{"odd":1},"odd":1}}},"vendor":{"openai":{"odd":3}}}
    empty members: {"candidates":[{"index":0,"content":[],"stop":{"reason":"end_turn","raw":"stop"},"vendor":{"openai":{"message":{"audio":{"id":""},"function_call":{"name":""}}}}}],"id":"r"}
    parts: {"candidates":[{"index":0,"content":[{"type":"text","text":"x","vendor":{"openai:part":{}}},{"type":"opaque","dialect":"openai","kind":"odd","value":{"type":"odd"}}],"stop":{"reason":"end_turn","raw":"stop"}}],"id":"r"}
    usage of look-alikes: {"candidates":[{"index":0,"content":[{"type":"text","text":"x"}],"stop":{"reason":"end_turn","raw":"stop"}}],"id":"r","usage":{"cacheRead":4,"vendor":{"openai:prompt_cache_hit_tokens":{},"openai:reasoning_tokens":{},"openai":{"prompt_tokens_details":{},"completion_tokens_details":null}},"reasoning":5}}
    usage that is no object: {"candidates":[{"index":0,"content":[{"type":"text","text":"x"}],"stop":{"reason":"end_turn","raw":"stop"}}],"id":"r","vendor":{"openai":{"usage":3}}}
  `,
  );
});
