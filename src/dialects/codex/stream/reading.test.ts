import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listReadStreams } from "../../fixtures/reading.ts";
import { streams } from "../fixtures/wire-forms.ts";
import { codex } from "../index.ts";

describe("the reader of streams", () => {
  describeForms(
    "reads every form",
    listReadStreams(codex, streams),
    `
    no events
      {"type":"reply_start"}
      {"type":"error","code":"stream_closed","message":"The stream ended before its terminal event."}
    no JSON
      throws contract_schema_violation: event 0 of the stream is not JSON
    no object
      throws contract_schema_violation: event 0 of the stream is no object
    a whole message
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":"","vendor":{"codex":{"id":"m1"}}}}
      {"type":"text_delta","candidate":0,"block":0,"text":"H","vendor":{"codex":{"odd":1}}}
      {"type":"text_delta","candidate":0,"block":0,"text":"i"}
      {"type":"logprobs","candidate":0,"value":[{"token":"i"}]}
      {"type":"block_stop","candidate":0,"block":0,"content":{"type":"text","text":"Hi","vendor":{"codex":{"id":"m1"}}}}
      {"type":"usage","usage":{"input":1}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    a message that only its end shows
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":"","vendor":{"codex":{"id":"m1"}}}}
      {"type":"text_delta","candidate":0,"block":0,"text":"Hi"}
      {"type":"block_stop","candidate":0,"block":0,"content":{"type":"text","text":"Hi","vendor":{"codex":{"id":"m1"}}}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    a message that only the response shows
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":"","vendor":{"codex":{"id":"m1"}}}}
      {"type":"text_delta","candidate":0,"block":0,"text":"Hi"}
      {"type":"block_stop","candidate":0,"block":0,"content":{"type":"text","text":"Hi","vendor":{"codex":{"id":"m1"}}}}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"tool_use","id":"c","name":"f","kind":"function","input":{},"vendor":{"codex":{"id":"fc"}}}}
      {"type":"input_delta","candidate":0,"block":1,"text":"{\\"a\\":1}"}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    a message without an announcement
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":"","vendor":{"codex":{"id":"m1"}}}}
      {"type":"text_delta","candidate":0,"block":0,"text":"Hi"}
      {"type":"block_stop","candidate":0,"block":0,"content":{"type":"text","text":"Hi","vendor":{"codex":{"id":"m1"}}}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    two parts
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":"","vendor":{"codex":{"id":"m1"}}}}
      {"type":"text_delta","candidate":0,"block":0,"text":"a"}
      {"type":"text_delta","candidate":0,"block":0,"text":"b"}
      {"type":"block_stop","candidate":0,"block":0,"content":{"type":"text","text":"ab","vendor":{"codex":{"id":"m1"}}}}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"refusal","text":""}}
      {"type":"text_delta","candidate":0,"block":1,"text":"N"}
      {"type":"text_delta","candidate":0,"block":1,"text":"o"}
      {"type":"block_stop","candidate":0,"block":1,"content":{"type":"refusal","text":"No"}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"refusal","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    a citation
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":"","vendor":{"codex":{"id":"m1"}}}}
      {"type":"text_delta","candidate":0,"block":0,"text":"Hi"}
      {"type":"citation","candidate":0,"block":0,"citation":{"kind":"url_citation","url":"u"}}
      {"type":"citation","candidate":0,"block":0,"citation":{"kind":"url_citation","url":"v"}}
      {"type":"block_stop","candidate":0,"block":0,"content":{"type":"text","text":"Hi","citations":[{"kind":"url_citation","url":"u"},{"kind":"url_citation","url":"v"}],"vendor":{"codex":{"id":"m1"}}}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    a summary of reasoning
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"thinking","text":"","id":"rs","vendor":{"codex":{"id":"rs"},"codex:reasoning":{}},"summary":true}}
      {"type":"thinking_delta","candidate":0,"block":0,"text":"a"}
      {"type":"thinking_delta","candidate":0,"block":0,"text":"b"}
      {"type":"thinking_delta","candidate":0,"block":0,"text":"\\n\\n","vendor":{"codex:part=s":{}}}
      {"type":"thinking_delta","candidate":0,"block":0,"text":"c"}
      {"type":"thinking_delta","candidate":0,"block":0,"text":"d"}
      {"type":"block_stop","candidate":0,"block":0,"content":{"type":"thinking","text":"ab\\n\\ncd","summary":true,"sealed":"late","id":"rs","vendor":{"codex":{"id":"rs"},"codex:reasoning":{},"codex:parts=s2+s2":{}}}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    plain reasoning
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"thinking","text":"","vendor":{"codex:reasoning":{}}}}
      {"type":"thinking_delta","candidate":0,"block":0,"text":"hm"}
      {"type":"thinking_delta","candidate":0,"block":0,"text":"m"}
      {"type":"block_stop","candidate":0,"block":0,"content":{"type":"thinking","text":"hmm","id":"rs","vendor":{"codex":{"id":"rs"},"codex:reasoning":{}}}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    reasoning that is never done
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"thinking","text":"","vendor":{"codex:reasoning":{}}}}
      {"type":"thinking_delta","candidate":0,"block":0,"text":"hm"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    reasoning without text
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"thinking","text":"","id":"rs","vendor":{"codex":{"id":"rs"},"codex:reasoning":{}}}}
      {"type":"block_stop","candidate":0,"block":0,"content":{"type":"thinking","text":"","sealed":"zz","id":"rs","vendor":{"codex":{"id":"rs"},"codex:reasoning":{}}}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    a call
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"f","kind":"function","input":{},"vendor":{"codex":{"id":"fc"}}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{\\"a\\""}
      {"type":"input_delta","candidate":0,"block":0,"text":":1}"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    a call with a late name
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"f","kind":"function","input":{},"vendor":{"codex":{"id":"fc"}}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{}"}
      {"type":"block_stop","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"f","kind":"function","input":{},"vendor":{"codex":{"id":"fc","odd":1}}}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    a call that only its end shows
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"f","kind":"function","input":{},"vendor":{"codex":{"id":"fc"}}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{\\"a\\":1}"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    a freeform call
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"g","kind":"custom","input":"UNDEFINED","inputText":"","vendor":{"codex":{"id":"ct"}}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"do it"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    a server tool beside a message
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":"","vendor":{"codex":{"id":"m1"}}}}
      {"type":"text_delta","candidate":0,"block":0,"text":"Hi"}
      {"type":"block_stop","candidate":0,"block":0,"content":{"type":"text","text":"Hi","vendor":{"codex":{"id":"m1"}}}}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"opaque","dialect":"codex","kind":"web_search_call","id":"w","value":{"type":"web_search_call","id":"w","status":"in_progress"},"search":{"id":"w","call":{"action":"search","queries":[]}}}}
      {"type":"opaque","dialect":"codex","kind":"response.web_search_call.searching","value":{"type":"response.web_search_call.searching","output_index":0,"item_id":"w"}}
      {"type":"block_stop","candidate":0,"block":1,"content":{"type":"opaque","dialect":"codex","kind":"web_search_call","id":"w","value":{"type":"web_search_call","id":"w","status":"completed"},"search":{"id":"w","call":{"action":"search","queries":[]},"results":[]}}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    a server tool that only its end shows
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"opaque","dialect":"codex","kind":"web_search_call","id":"w","value":{"type":"web_search_call","id":"w","status":"completed"},"search":{"id":"w","call":{"action":"search","queries":[]},"results":[]}}}
      {"type":"block_stop","candidate":0,"block":0,"content":{"type":"opaque","dialect":"codex","kind":"web_search_call","id":"w","value":{"type":"web_search_call","id":"w","status":"completed"},"search":{"id":"w","call":{"action":"search","queries":[]},"results":[]}}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    items in turns
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"f","kind":"function","input":{},"vendor":{"codex":{"id":"fc"}}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{}"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"text","text":"","vendor":{"codex":{"id":"m1"}}}}
      {"type":"text_delta","candidate":0,"block":1,"text":"Hi"}
      {"type":"block_stop","candidate":0,"block":1,"content":{"type":"text","text":"Hi","vendor":{"codex":{"id":"m1"}}}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"tool_use","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    an item that is never done
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":"","vendor":{"codex":{"id":"m1"}}}}
      {"type":"text_delta","candidate":0,"block":0,"text":"H"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    events of the response
      {"type":"reply_start","id":"r"}
      {"type":"opaque","dialect":"codex","kind":"response.queued","value":{"type":"response.queued","response":{"id":"r"}}}
      {"type":"ping"}
      {"type":"ping"}
      {"type":"opaque","dialect":"codex","kind":"response.odd","value":{"type":"response.odd","x":1}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    an incomplete response
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"max_tokens","raw":"max_output_tokens"}}
      {"type":"reply_stop"}
    a failed response
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"usage","usage":{"input":1}}
      {"type":"error","code":"backend_rate_limited","message":"busy","vendor":{"codex":{"code":"rate_limit_exceeded"}}}
    a failed response without an error
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"error","code":"backend_unavailable","message":"The engine failed in the middle of its answer."}
    an error alone
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"error","code":"backend_unavailable","message":"no","vendor":{"codex":{"type":"invalid_request_error"}}}
    an error without a type
      {"type":"reply_start"}
      {"type":"error","code":"backend_unavailable","message":"no"}
    log probabilities at the end
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":"","vendor":{"codex":{"id":"m1"}}}}
      {"type":"text_delta","candidate":0,"block":0,"text":"Hi"}
      {"type":"logprobs","candidate":0,"value":[{"token":"Hi"}]}
      {"type":"block_stop","candidate":0,"block":0,"content":{"type":"text","text":"Hi","vendor":{"codex":{"id":"m1"}}}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    log probabilities in the response
      {"type":"reply_start","id":"r","model":"m","created":5,"vendor":{"codex":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":"","vendor":{"codex":{"id":"m1"}}}}
      {"type":"text_delta","candidate":0,"block":0,"text":"Hi"}
      {"type":"logprobs","candidate":0,"value":[{"token":"Hi"}]}
      {"type":"block_stop","candidate":0,"block":0,"content":{"type":"text","text":"Hi","vendor":{"codex":{"id":"m1"}}}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"completed"}}
      {"type":"reply_stop","vendor":{"codex":{"odd":2}}}
    `,
  );
});
