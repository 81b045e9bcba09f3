import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWrittenStreams } from "../../fixtures/reply-scenarios.ts";
import { claude } from "../index.ts";

describe("the writer of streams", () => {
  describeForms(
    "writes each kind of event in the form of claude",
    listWrittenStreams(claude),
    `
    nothing
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a text with all facts
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    two texts
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":" there"}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    an empty text
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a call
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":1}"}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    two calls
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":1}"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"c2","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{}"}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a call that was cut off
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":1,\\"b"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"max_tokens","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a call with a signature
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":1}"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a freeform call
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"input\\":\\"do it\\"}"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    thinking
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":""}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    signed thinking
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    sealed thinking
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":""}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a summary of thinking
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":""}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    redacted thinking
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"redacted_thinking","data":"d"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a refusal
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"No"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"refusal","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a page that is cited
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"citations_delta","citation":{"type":"web_search_result_location","cited_text":"","url":"u","title":"t","encrypted_index":""}}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a source without a page
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    an image
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    sound
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    two answers
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a stop sequence
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"stop_sequence","stop_sequence":"END","stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    log probabilities
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    usage
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":7,"cache_creation_input_tokens":1,"cache_read_input_tokens":2,"output_tokens":5,"output_tokens_details":{"thinking_tokens":3},"server_tool_use":null}}
      data: {"type":"message_stop"}
    a unit of another dialect
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    no events
      data: {"type":"error","error":{"type":"api_error","message":"the stream ended before its last event"},"request_id":null}
    an end alone
      data: {"type":"message_start","message":{"id":"fallback","type":"message","role":"assistant","model":"fallback-model","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a start alone
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"error","error":{"type":"api_error","message":"the stream ended before its last event"},"request_id":null}
    a text that the end repeats
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a text that begins with words
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"He"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"y"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    thinking that the end seals
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"h"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"m"}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a call that the end repeats
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":1}"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a call that the start tells whole
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":1}"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a refusal that the end repeats
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"No"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"refusal","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    own members of each dialect
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null},"odd":1}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null,"odd":2},"odd":3}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x","odd":4}}
      data: {"type":"odd","a":1}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"},"odd":5}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":1}"}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"content_block_start","index":2,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"x"}}
      data: {"type":"content_block_stop","index":2}
      data: {"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":1}"}}
      data: {"type":"content_block_stop","index":3}
      data: {"type":"content_block_start","index":4,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":4,"delta":{"type":"text_delta","text":"x"}}
      data: {"type":"content_block_stop","index":4}
      data: {"type":"content_block_start","index":5,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":5,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":1}"}}
      data: {"type":"content_block_stop","index":5}
      data: {"type":"content_block_start","index":6,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":6,"delta":{"type":"text_delta","text":"x"}}
      data: {"type":"content_block_stop","index":6}
      data: {"type":"content_block_start","index":7,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":7,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":1}"}}
      data: {"type":"content_block_stop","index":7}
      data: {"type":"content_block_start","index":8,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":8,"delta":{"type":"text_delta","text":"x"}}
      data: {"type":"content_block_stop","index":8}
      data: {"type":"content_block_start","index":9,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":1}"}}
      data: {"type":"content_block_stop","index":9}
      data: {"type":"error","error":{"type":"api_error","message":"the stream ended before its last event"},"request_id":null}
    the end of each dialect
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null,"odd":1},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null},"odd":3}
      data: {"type":"message_stop"}
    a call in pieces
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\""}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":":1}"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a call with spaces in its arguments
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{ "}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"\\"a\\": 1 }"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a freeform call in pieces
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"input\\":\\"do it\\"}"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a delta outside any block
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a block that nothing closes
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"thinking","thinking":"","signature":""}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"thinking_delta","thinking":"hm"}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"signature_delta","signature":""}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    citations in pieces
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"citations_delta","citation":{"type":"web_search_result_location","cited_text":"q","url":"u","title":"t","encrypted_index":""}}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"more"}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"citations_delta","citation":{"type":"web_search_result_location","cited_text":"","url":"v","title":null,"encrypted_index":""}}}
      data: {"type":"content_block_delta","index":1,"delta":{"type":"citations_delta","citation":{"type":"web_search_result_location","cited_text":"","url":"w","title":null,"encrypted_index":""}}}
      data: {"type":"content_block_stop","index":1}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    log probabilities in pieces
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"ab"}}
      data: {"type":"content_block_stop","index":0}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    sound in pieces
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a ping and an unknown event
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type": "ping"}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    usage in the middle
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":1,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":2,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    a block of another answer
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"stop_details":null,"container":null},"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null}}
      data: {"type":"message_stop"}
    an error before the start
      data: {"type":"error","error":{"type":"timeout_error","message":"late"},"request_id":null}
    an error after some text
      data: {"type":"message_start","message":{"id":"r1","type":"message","role":"assistant","model":"m1","content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"container":null,"diagnostics":null,"usage":{"input_tokens":0,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"output_tokens":0,"output_tokens_details":null,"server_tool_use":null,"cache_creation":null,"inference_geo":null,"service_tier":null,"speed":null}}}
      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}
      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}
      data: {"type":"error","error":{"type":"api_error","message":"late"},"request_id":null}
  `,
  );
});
