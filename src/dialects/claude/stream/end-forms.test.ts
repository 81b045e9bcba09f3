import { describe } from "vitest";
import { endForms } from "../../fixtures/event-forms.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { listEventLines } from "../../fixtures/reply-scenarios.ts";
import { claude } from "../index.ts";

describe("the writer of streams", () => {
  describeForms(
    "writes facts and ends in any order",
    listEventLines(claude, Object.entries(endForms(claude.id))),
    `
    log probabilities
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    the second answer first
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a tenth answer
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    an answer without blocks
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    an answer without a stop
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    an answer that never ends
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"error","error":{"type":"api_error","message":"the stream ended before its last event"},"request_id":null}
    events after the end
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a block that ends twice
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    pieces of the wrong kind
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"y"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"z"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    no start
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    two starts
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a start with facts
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":1,"cache_creation_input_tokens":1,"cache_read_input_tokens":1,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null},"odd":1}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":1,"cache_creation_input_tokens":1,"cache_read_input_tokens":1,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    usage in steps
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":1,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":5,"output_tokens_details":{"thinking_tokens":2},"server_tool_use":{"web_search_requests":1,"web_fetch_requests":0}}}
      data: {"type":"message_stop"}
    the end by max_tokens
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"max_tokens","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    the end by tool_use
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    the end by refusal
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"refusal","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    the end by content_filter
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"refusal","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    the end by pause
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    the end by context_window
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"model_context_window_exceeded","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    the end by other
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    an end with own members
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"stop_sequence","stop_sequence":"END","stop_details":null,"container":null,"odd":1},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null},"odd":1}
      data: {"type":"message_stop"}
    an error of the dialect
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"error","error":{"type":"t","message":"m"},"code":"c"}
    events of the dialect
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"odd","a":1}
      data: {"type": "ping"}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    `,
  );
});
