import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listReadStreams } from "../../fixtures/reading.ts";
import { openai } from "../../openai/index.ts";
import { streams } from "../fixtures/wire-forms.ts";

describe("the reader of streams", () => {
  describeForms(
    "reads every form",
    listReadStreams(openai, streams),
    `
    no events
      {"type":"error","code":"stream_closed","message":"the stream ended before its first chunk"}
    no JSON
      throws contract_schema_violation: event 0 of the stream is not JSON
    no object
      throws contract_schema_violation: $[0] is number, expected an object
    choices that are no list
      throws contract_schema_violation: $[0].choices is number, expected a list
    a choice that is no object
      {"type":"reply_start"}
      throws contract_schema_violation: $[0].choices[0] is number, expected an object
    a call that is no object
      {"type":"reply_start","id":"r","model":"m"}
      throws contract_schema_violation: $[0].choices[0].delta.tool_calls[0] is number, expected an object
    an end without a finish reason
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"error","code":"stream_closed","message":"the stream ended without a finish reason"}
    an end without the last event
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"stop"}}
      {"type":"reply_stop"}
    two finish reasons
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"max_tokens","raw":"length"}}
      {"type":"reply_stop"}
    events after the end
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"stop"}}
      {"type":"reply_stop"}
    facts
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"openai":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"stop"},"vendor":{"openai":{"odd":2}}}
      {"type":"reply_stop","vendor":{"openai":{"late":3}}}
    text, refusal and thinking
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"thinking","text":""}}
      {"type":"thinking_delta","candidate":0,"block":0,"text":"h"}
      {"type":"thinking_delta","candidate":0,"block":0,"text":"m"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":1,"text":"a"}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"block_start","candidate":0,"block":2,"content":{"type":"refusal","text":""}}
      {"type":"text_delta","candidate":0,"block":2,"text":"No"}
      {"type":"text_delta","candidate":0,"block":2,"text":"!"}
      {"type":"block_stop","candidate":0,"block":2}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"refusal","raw":"stop"}}
      {"type":"reply_stop"}
    parts of Mistral
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"thinking","text":"","vendor":{"openai:part":{}}}}
      {"type":"thinking_delta","candidate":0,"block":0,"text":"hm"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":1,"text":"a"}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"block_start","candidate":0,"block":2,"content":{"type":"opaque","dialect":"openai","kind":"odd","value":{"type":"odd"}}}
      {"type":"block_stop","candidate":0,"block":2}
      {"type":"block_start","candidate":0,"block":3,"content":{"type":"opaque","dialect":"openai","kind":"part","value":{}}}
      {"type":"block_stop","candidate":0,"block":3}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"stop"},"vendor":{"openai":{"message":{"content":3}}}}
      {"type":"reply_stop"}
    sound
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"audio","source":{"kind":"base64","mediaType":"audio/*","data":""},"id":"a"}}
      {"type":"audio_delta","candidate":0,"block":0,"data":"QQ"}
      {"type":"audio_delta","candidate":0,"block":0,"data":"==","transcript":"hi"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"stop"},"vendor":{"openai":{"message":{"audio":{"odd":1}}}}}
      {"type":"reply_stop"}
    citations
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"citation","candidate":0,"block":0,"citation":{"kind":"url_citation","url":"u"}}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"stop"},"vendor":{"openai":{"message":{"annotations":[{"type":"odd"}]}}}}
      {"type":"reply_stop"}
    log probabilities
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"logprobs","candidate":0,"value":[{"token":"x"}]}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"stop"},"vendor":{"openai":{"logprobs":3}}}
      {"type":"reply_stop"}
    usage in both places
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"usage","usage":{"input":1}}
      {"type":"usage","usage":{"input":1,"output":2}}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"stop"}}
      {"type":"reply_stop"}
    a call in pieces
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"f","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{\\"a\\""}
      {"type":"input_delta","candidate":0,"block":0,"text":":1}"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"stop"}}
      {"type":"reply_stop"}
    a call without an index
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"f","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{}"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"tool_use","id":"d","name":"g","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":1,"text":"{}"}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"stop"}}
      {"type":"reply_stop"}
    a call without an id
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"call_5c7407bb73fdab63d4f14687","name":"f","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{}"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"tool_use","id":"call_f330aca700d5ce138f414db6","name":"g","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":1,"text":"{}"}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"stop"}}
      {"type":"reply_stop"}
    a call with a late name
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"f","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{\\"a\\""}
      {"type":"input_delta","candidate":0,"block":0,"text":":1}"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"stop"}}
      {"type":"reply_stop"}
    a call without a name
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"stop"}}
      {"type":"reply_stop"}
    a call of null
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"f","kind":"function","input":{}}}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"stop"}}
      {"type":"reply_stop"}
    a call with an object
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"f","kind":"function","input":{},"vendor":{"openai":{"odd":1}}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{\\"a\\":1}"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"stop"}}
      {"type":"reply_stop"}
    a freeform call
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"g","kind":"custom","input":"UNDEFINED","inputText":""}}
      {"type":"input_delta","candidate":0,"block":0,"text":"do "}
      {"type":"input_delta","candidate":0,"block":0,"text":"it"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"stop"}}
      {"type":"reply_stop"}
    calls in turns
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"f","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{"}
      {"type":"input_delta","candidate":0,"block":0,"text":"}"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"tool_use","id":"d","name":"g","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":1,"text":"{"}
      {"type":"input_delta","candidate":0,"block":1,"text":"}"}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"block_start","candidate":0,"block":2,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":2,"text":"x"}
      {"type":"block_stop","candidate":0,"block":2}
      {"type":"block_start","candidate":0,"block":3,"content":{"type":"refusal","text":""}}
      {"type":"text_delta","candidate":0,"block":3,"text":"n"}
      {"type":"block_stop","candidate":0,"block":3}
      {"type":"block_start","candidate":0,"block":4,"content":{"type":"thinking","text":""}}
      {"type":"thinking_delta","candidate":0,"block":4,"text":"hm"}
      {"type":"block_stop","candidate":0,"block":4}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"stop"}}
      {"type":"reply_stop"}
    calls without arguments
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"f","kind":"function","input":{}}}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"tool_use","id":"d","name":"g","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":1,"text":"{}"}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"stop"}}
      {"type":"reply_stop"}
    a call that goes on after its end
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"f","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{}"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":1,"text":"x"}
      throws contract_schema_violation: the tool call c goes on after the end of its block
    a new call under a known index
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"f","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"tool_use","id":"d","name":"g","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":1,"text":"{}"}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"stop"}}
      {"type":"reply_stop"}
    a call of the older form
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"call_5c7407bb73fdab63d4f14687","name":"f","kind":"function","input":{},"vendor":{"openai:function_call":{}}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{"}
      {"type":"input_delta","candidate":0,"block":0,"text":"}"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"function_call"}}
      {"type":"reply_stop"}
    two answers
      {"type":"reply_start","id":"r"}
      {"type":"block_start","candidate":1,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":1,"block":0,"text":"b"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"a"}
      {"type":"text_delta","candidate":0,"block":0,"text":"!"}
      {"type":"block_stop","candidate":1,"block":0}
      {"type":"candidate_stop","candidate":1,"stop":{"reason":"end_turn","raw":"stop"}}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"stop"}}
      {"type":"reply_stop"}
    an error
      {"type":"reply_start","id":"r","model":"m"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"error","code":"backend_unavailable","message":"late","vendor":{"openai":{"code":503,"type":"server_error"}}}
    an error that is text
      {"type":"error","code":"backend_unavailable","message":"late","vendor":{"openai":{}}}
    `,
  );
});
