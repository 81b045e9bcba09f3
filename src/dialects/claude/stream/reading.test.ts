import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listReadStreams } from "../../fixtures/reading.ts";
import { streams } from "../fixtures/wire-forms.ts";
import { claude } from "../index.ts";

describe("the reader of streams", () => {
  describeForms(
    "reads every form",
    listReadStreams(claude, streams),
    `
    no events
      {"type":"error","code":"stream_closed","message":"the stream ended before its message_stop event"}
    no JSON
      throws contract_schema_violation: event 0 of the stream: not JSON
    no object
      throws contract_schema_violation: $[0] is number, expected an object
    a ping and an unknown event before the start
      {"type":"error","code":"stream_closed","message":"the stream ended before its message_stop event"}
    a block before the start
      throws contract_schema_violation: event 0 of the stream: an event before message_start
    a delta before the start
      throws contract_schema_violation: event 0 of the stream: an event before message_start
    an end before the start
      throws contract_schema_violation: event 0 of the stream: an event before message_start
    two starts
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      throws contract_schema_violation: event 1 of the stream: a second message_start
    a text
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"ping"}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x","vendor":{"claude":{"odd":1}}}
      {"type":"text_delta","candidate":0,"block":0,"text":"y"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"usage","usage":{"input":3,"output":5}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"end_turn"},"vendor":{"claude":{"container":{"id":"x"},"odd":1}}}
      {"type":"reply_stop","vendor":{"claude":{"odd":3}}}
    a start with content
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":"x"}}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"usage","usage":{"input":3,"output":5}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"end_turn"},"vendor":{"claude":{"container":{"id":"x"},"odd":1}}}
      {"type":"reply_stop","vendor":{"claude":{"odd":3}}}
    a block with own members
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""},"vendor":{"claude":{"odd":1}}}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"usage","usage":{"input":3,"output":5}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"end_turn"},"vendor":{"claude":{"container":{"id":"x"},"odd":1}}}
      {"type":"reply_stop","vendor":{"claude":{"odd":3}}}
    a block without a number
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      throws contract_schema_violation: $[1].index is undefined, expected a number
    thinking and a signature
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"thinking","text":""}}
      {"type":"thinking_delta","candidate":0,"block":0,"text":"hm"}
      {"type":"signature","candidate":0,"block":0,"signature":"s"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"usage","usage":{"input":3,"output":5}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"end_turn"},"vendor":{"claude":{"container":{"id":"x"},"odd":1}}}
      {"type":"reply_stop","vendor":{"claude":{"odd":3}}}
    a call
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"tool_use","id":"c","name":"f","kind":"function","input":{}}}
      {"type":"input_delta","candidate":0,"block":0,"text":"{\\"a\\":1}"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"usage","usage":{"input":3,"output":5}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"end_turn"},"vendor":{"claude":{"container":{"id":"x"},"odd":1}}}
      {"type":"reply_stop","vendor":{"claude":{"odd":3}}}
    a citation
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"citation","candidate":0,"block":0,"citation":{"kind":"char_location","text":"c","title":"t","start":0,"end":1,"vendor":{"claude":{"document_index":0}}}}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"usage","usage":{"input":3,"output":5}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"end_turn"},"vendor":{"claude":{"container":{"id":"x"},"odd":1}}}
      {"type":"reply_stop","vendor":{"claude":{"odd":3}}}
    a server tool
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"opaque","dialect":"claude","kind":"server_tool_use","id":"s","value":{"type":"server_tool_use","id":"s","name":"web_search","input":{}},"search":{"id":"s","call":{"action":"search","queries":[]}}}}
      {"type":"block_stop","candidate":0,"block":0,"content":{"type":"opaque","dialect":"claude","kind":"server_tool_use","id":"s","value":{"type":"server_tool_use","id":"s","name":"web_search","input":{"q":1}},"search":{"id":"s","call":{"action":"search","queries":[]}}}}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"opaque","dialect":"claude","kind":"compaction","value":{"type":"compaction","content":null}}}
      {"type":"block_stop","candidate":0,"block":1,"content":{"type":"opaque","dialect":"claude","kind":"compaction","value":{"type":"compaction","content":"ab","other":{"x":1}}}}
      {"type":"usage","usage":{"input":3,"output":5}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"end_turn"},"vendor":{"claude":{"container":{"id":"x"},"odd":1}}}
      {"type":"reply_stop","vendor":{"claude":{"odd":3}}}
    a server tool that was cut off
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"opaque","dialect":"claude","kind":"server_tool_use","id":"s","value":{"type":"server_tool_use","id":"s","name":"n","input":{}}}}
      {"type":"block_stop","candidate":0,"block":0,"content":{"type":"opaque","dialect":"claude","kind":"server_tool_use","id":"s","value":{"type":"server_tool_use","id":"s","name":"n","input":"{\\"q\\""}}}
      {"type":"usage","usage":{"input":3,"output":5}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"end_turn"},"vendor":{"claude":{"container":{"id":"x"},"odd":1}}}
      {"type":"reply_stop","vendor":{"claude":{"odd":3}}}
    text in a block of thinking
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"thinking","text":""}}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"block_start","candidate":0,"block":1,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":1,"text":"x"}
      {"type":"block_stop","candidate":0,"block":1}
      {"type":"usage","usage":{"input":3,"output":5}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"end_turn"},"vendor":{"claude":{"container":{"id":"x"},"odd":1}}}
      {"type":"reply_stop","vendor":{"claude":{"odd":3}}}
    text without a block
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"usage","usage":{"input":3,"output":5}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"end_turn"},"vendor":{"claude":{"container":{"id":"x"},"odd":1}}}
      {"type":"reply_stop","vendor":{"claude":{"odd":3}}}
    arguments without a call
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      throws contract_schema_violation: event 1 of the stream: arguments for a tool call that is not open
    an unknown delta
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"opaque","dialect":"claude","kind":"odd_delta","value":{"type":"content_block_delta","index":0,"delta":{"type":"odd_delta","x":1}}}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"usage","usage":{"input":3,"output":5}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"end_turn"},"vendor":{"claude":{"container":{"id":"x"},"odd":1}}}
      {"type":"reply_stop","vendor":{"claude":{"odd":3}}}
    a delta that is no object
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      throws contract_schema_violation: $[1].delta is number, expected an object
    a delta without text
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      throws contract_schema_violation: $[2].delta.text is undefined, expected text
    a stop of another block
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"text_delta","candidate":0,"block":0,"text":"x"}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"usage","usage":{"input":3,"output":5}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"end_turn"},"vendor":{"claude":{"container":{"id":"x"},"odd":1}}}
      {"type":"reply_stop","vendor":{"claude":{"odd":3}}}
    an end without a stop reason
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"reply_stop","vendor":{"claude":{"container":{"id":"x"},"odd":1}}}
    an error
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"error","code":"backend_unavailable","message":"busy","vendor":{"claude":{"odd":2,"error":{"odd":1},"type":"overloaded_error","request_id":"req"}}}
    an error without a type
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"error","code":"backend_unavailable","message":"busy"}
    an unknown event
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"opaque","dialect":"claude","kind":"odd","value":{"type":"odd"}}
      {"type":"usage","usage":{"input":3,"output":5}}
      {"type":"candidate_stop","candidate":0,"stop":{"reason":"end_turn","raw":"end_turn"},"vendor":{"claude":{"container":{"id":"x"},"odd":1}}}
      {"type":"reply_stop","vendor":{"claude":{"odd":3}}}
    an early end
      {"type":"reply_start","id":"m1","model":"m","usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
      {"type":"block_start","candidate":0,"block":0,"content":{"type":"text","text":""}}
      {"type":"block_stop","candidate":0,"block":0}
      {"type":"error","code":"stream_closed","message":"the stream ended before its message_stop event"}
  `,
  );
});
