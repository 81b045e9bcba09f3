import { describe } from "vitest";
import { eventForms } from "../../fixtures/event-forms.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { listEventLines } from "../../fixtures/reply-scenarios.ts";
import { claude } from "../index.ts";

describe("the writer of streams", () => {
  describeForms(
    "writes the blocks of events in any order",
    listEventLines(claude, Object.entries(eventForms(claude.id))),
    `
    a text in pieces
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"b"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a text that is repeated after its pieces
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a text that only its end shows
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"ab"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    an empty text
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    two texts with citations
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"ab"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"citations_delta","citation":{"type":"web_search_result_location","cited_text":"","url":"u","title":"t","encrypted_index":""}}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"content_block_start","index":2,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"cd"}}
      data: {"type":"content_block_delta","index":2,"delta":{"type":"citations_delta","citation":{"type":"web_search_result_location","cited_text":"","url":"v","title":null,"encrypted_index":""}}}
      data: {"type":"content_block_stop","index":2}
      data: {"type":"content_block_start","index":3,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":3,"delta":{"type":"text_delta","text":"e"}}
      data: {"type":"content_block_stop","index":3}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a text with own members
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null,"odd":1}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"b"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a refusal in pieces
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"N"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"o"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"refusal","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a refusal after a text
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"No"}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"message_delta","delta":{"stop_reason":"refusal","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    thinking that its start signs
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    thinking that is signed at the end
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"h"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"m"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    thinking without text
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":""}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a signature alone
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"thinking","thinking":"","signature":""}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"signature_delta","signature":"s"}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"content_block_start","index":2,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"b"}}
      data: {"type":"content_block_stop","index":2}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a signature at the very end
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"thinking","thinking":"","signature":""}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"signature_delta","signature":"s"}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    thinking with own members
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":"","odd":1}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    thinking that only its end shows
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a summary between texts
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"thinking","thinking":"","signature":""}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"thinking_delta","thinking":"x"}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"thinking_delta","thinking":"y"}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"signature_delta","signature":""}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"content_block_start","index":2,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"b"}}
      data: {"type":"content_block_stop","index":2}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    sealed thinking
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":""}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    redacted thinking
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"redacted_thinking","data":"d"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    two calls in pieces
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\""}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":":1}"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"c2","name":"g","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a call that is signed
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a call that is signed at the end
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":1}"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a call that its start and its pieces show
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\""}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":":1}"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a call with own members
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"},"odd":1}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a call cut off
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":1,\\"b\\":\\"c\\\\"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a freeform call
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"input\\":\\"go\\"}"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a freeform call that only its end shows
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"input\\":\\"go\\"}"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    sound in pieces
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    sound by URL
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    an image
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    units of the dialect
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"odd","a":1}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"odd","b":2}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a search of another dialect
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"srvtoolu_abp_4e166401b04df842b329cd7c","name":"web_search","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"query\\":\\"q\\"}"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"web_search_tool_result","tool_use_id":"srvtoolu_abp_4e166401b04df842b329cd7c","caller":{"type":"direct"},"content":[{"type":"web_search_result","url":"https://x","title":"X","page_age":null,"encrypted_content":"abp-search-1.eyJ1cmwiOiJodHRwczovL3giLCJ0aXRsZSI6IlgifQ"}]}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"content_block_start","index":2,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"ab"}}
      data: {"type":"content_block_delta","index":2,"delta":{"type":"citations_delta","citation":{"type":"web_search_result_location","cited_text":"","url":"https://x","title":null,"encrypted_index":""}}}
      data: {"type":"content_block_stop","index":2}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    `,
  );
});
