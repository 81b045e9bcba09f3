import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listReadStreams } from "../../fixtures/reading.ts";
import { streams } from "../fixtures/wire-forms.ts";
import { gemini } from "../index.ts";

describe("the reader of streams", () => {
  describeForms(
    "reads every form",
    listReadStreams(gemini, streams),
    `
    no events
      {"type":"error","code":"stream_closed","message":"the stream ended without an answer"}
    no JSON
      throws contract_schema_violation: event 0 of the stream is not JSON
    no object
      throws contract_schema_violation: event 0 is number, expected an object
    candidates that are no list
      {"type":"reply_start"}
      throws contract_schema_violation: event 0.candidates is number, expected a list
    a candidate that is no object
      {"type":"reply_start"}
      throws contract_schema_violation: event 0.candidates[0] is number, expected an object
    parts that are no list
      {"type":"reply_start"}
      throws contract_schema_violation: event 0.candidates[0].content.parts is number, expected a list
    a part that is no object
      {"type":"reply_start"}
      throws contract_schema_violation: event 0.candidates[0].content.parts[0] is number, expected an object
    an early end
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"error","code":"stream_closed","message":"the stream ended before the model said why it stopped"}
    facts
      {"type":"reply_start","id":"r","model":"m","created":5,"usage":{"input":1}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"usage","usage":{"input":1,"output":2}}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"STOP"}}
      {"type":"reply_stop","vendor":{"gemini":{"odd":1}}}
    a time with fractions
      {"type":"reply_start","created":5,"vendor":{"gemini":{"createTime":"1970-01-01T00:00:05.5Z"}},"usage":{"input":1}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"STOP"}}
      {"type":"reply_stop"}
    text and thoughts
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"thinking","text":"","summary":true}}
      {"type":"thinking_delta","candidate":0,"block":0,"text":"h"}
      {"type":"thinking_delta","candidate":0,"block":0,"text":"m"}
      {"type":"signature","candidate":0,"block":0,"signature":"s"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":1,"text":"a"}
      {"type":"text_delta","candidate":0,"block":1,"text":"b"}
      {"type":"text_delta","candidate":0,"block":1,"text":"c"}
      {"type":"text_delta","candidate":0,"block":1,"text":"d"}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"block_start","candidate":0,"block":2,"content":{"type":"thinking","text":""}}
      {"type":"signature","candidate":0,"block":2,"signature":"t"}
      {"type":"block_stop","candidate":0,"block":2}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"STOP"}}
      {"type":"reply_stop"}
    a signature that ends the thought before it
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"thinking","text":"","summary":true}}
      {"type":"thinking_delta","candidate":0,"block":0,"text":"h"}
      {"type":"signature","candidate":0,"block":0,"signature":"s"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"STOP"}}
      {"type":"reply_stop"}
    a signature alone
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"thinking","text":""}}
      {"type":"signature","candidate":0,"block":1,"signature":"s"}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"block_start","candidate":0,"block":2,"content":{"type":"thinking","text":""}}
      {"type":"signature","candidate":0,"block":2,"signature":"t"}
      {"type":"block_stop","candidate":0,"block":2}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"STOP"}}
      {"type":"reply_stop"}
    two signed texts
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"a"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"thinking","text":""}}
      {"type":"signature","candidate":0,"block":1,"signature":"s"}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"block_start","candidate":0,"block":2,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":2,"text":"b"}
      {"type":"block_stop","candidate":0,"block":2}
      {"type":"block_start","candidate":0,"block":3,"content":{"type":"thinking","text":""}}
      {"type":"signature","candidate":0,"block":3,"signature":"t"}
      {"type":"block_stop","candidate":0,"block":3}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"STOP"}}
      {"type":"reply_stop"}
    a text that says it is no thought
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":"","vendor":{"gemini":{"thought":false}}}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"STOP"}}
      {"type":"reply_stop"}
    calls
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"gemini_call_0e65ac544c39e82459b3e941","name":"f","kind":"function","signature":"s","input":{}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{\\"a\\":1}"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"tool_use","id":"i","name":"g","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":1,"text":"{}"}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"STOP"}}
      {"type":"reply_stop"}
    a call in pieces
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"gemini_call_a4c0f328c2fca06708e36905","name":"f","kind":"function","input":{},"signature":"s"}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{\\"a\\":\\"xy\\",\\"b\\":[{\\"c\\":1}],\\"d\\":true,\\"e\\":null"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"text","text":""}}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"block_start","candidate":0,"block":2,"content":{"type":"opaque","dialect":"gemini","kind":"functionCall","value":{"functionCall":{"args":{"z":1}}}}}
      {"type":"block_stop","candidate":0,"block":2}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"STOP"}}
      {"type":"reply_stop"}
    a call with an id in pieces
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"own","name":"f","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{\\"a\\":1}"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"STOP"}}
      {"type":"reply_stop"}
    a call that is cut off
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"gemini_call_a4c0f328c2fca06708e36905","name":"f","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{\\"a\\":\\"x\\""}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"text","text":""}}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"max_tokens","raw":"MAX_TOKENS"}}
      {"type":"reply_stop"}
    a path that leaves a gap
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"gemini_call_a4c0f328c2fca06708e36905","name":"f","kind":"function","input":{}}}
      throws contract_schema_violation: event 0.candidates[0].content.parts[0].functionCall.partialArgs[0].jsonPath leaves a gap: $.a[3]
    a path that cannot be followed
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"gemini_call_a4c0f328c2fca06708e36905","name":"f","kind":"function","input":{}}}
      throws contract_schema_violation: event 0.candidates[0].content.parts[0].functionCall.partialArgs[0].jsonPath is no path that can be followed: a
    a piece without a path
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"gemini_call_a4c0f328c2fca06708e36905","name":"f","kind":"function","input":{}}}
      throws contract_schema_violation: event 0.candidates[0].content.parts[0].functionCall.partialArgs[0].jsonPath is no path
    a new call before the end of another
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"gemini_call_a4c0f328c2fca06708e36905","name":"f","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"tool_use","id":"gemini_call_25182a10bc2ef8d3161f4b5e","name":"g","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":1,"text":"{}"}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"STOP"}}
      {"type":"reply_stop"}
    media
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"image","source":{"kind":"base64","mediaType":"image/png","data":"QQ=="}}}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"opaque","dialect":"gemini","kind":"executableCode","value":{"executableCode":{"code":"x"}},"rendering":"[Code that was run]\\n\`\`\`\\nx\\n\`\`\`","isRun":true}}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"STOP"}}
      {"type":"reply_stop"}
    own members
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"STOP"},"vendor":{"gemini":{"safetyRatings":[1],"citationMetadata":{"citationSources":[1,2]},"content":{"role":"odd"}}}}
      {"type":"reply_stop"}
    grounding
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"Hi there"}
      {"type":"citation","candidate":0,"block":0,"citation":{"kind":"grounding_support","title":"t","url":"u","answer":{"start":0,"end":2}}}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"opaque","dialect":"gemini","kind":"groundingMetadata","id":"gs_5e632d767ca635f94e076fc9","value":{"groundingChunks":[{"web":{"uri":"u","title":"t"}}],"groundingSupports":[{"segment":{"startIndex":0,"endIndex":2,"text":"Hi"},"groundingChunkIndices":[0,5]}]},"search":{"id":"gs_5e632d767ca635f94e076fc9","call":{"action":"search","queries":[]},"results":[{"url":"u","title":"t"}]}}}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"STOP"}}
      {"type":"reply_stop"}
    log probabilities
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"logprobs","candidate":0,"value":[{"token":"x","logprob":-1,"token_id":5,"top_logprobs":[{"token":"y","logprob":-2}]}]}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"STOP"},"vendor":{"gemini":{"logprobsResult":{"odd":2}}}}
      {"type":"reply_stop"}
    finish reasons that say nothing
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"max_tokens","raw":"2"}}
      {"type":"reply_stop"}
    two answers
      {"type":"reply_start"}
      {"type":"block_start","candidate":1,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":1,"block":0,"text":"b"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"a"}
      {"type":"block_stop","candidate":1,"block":0}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":1,"stop":{"reason":"max_tokens","raw":"MAX_TOKENS"}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"STOP"}}
      {"type":"reply_stop"}
    a blocked prompt
      {"type":"reply_start"}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"content_filter","raw":"SAFETY"}}
      {"type":"reply_stop","vendor":{"gemini":{"promptFeedback":{"blockReason":"SAFETY"}}}}
    an error
      {"type":"reply_start"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"error","code":"backend_unavailable","message":"busy","vendor":{"gemini":{"error":{"code":503,"message":"busy","status":"UNAVAILABLE"}}}}
  `,
  );
});
