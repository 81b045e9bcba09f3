import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWrittenStreams } from "../../fixtures/reply-scenarios.ts";
import { codex } from "../index.ts";

describe("the writer of streams", () => {
  describeForms(
    "writes each kind of event in the form of codex",
    listWrittenStreams(codex),
    `
    nothing
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    a text with all facts
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    two texts
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}}
      data: {"type":"response.content_part.added","sequence_number":7,"item_id":"msg_fallback_0","output_index":0,"content_index":1,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":8,"item_id":"msg_fallback_0","output_index":0,"content_index":1,"delta":" there","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":9,"item_id":"msg_fallback_0","output_index":0,"content_index":1,"text":" there","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":10,"item_id":"msg_fallback_0","output_index":0,"content_index":1,"part":{"type":"output_text","text":" there","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":11,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]},{"type":"output_text","text":" there","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":12,"response":"completed"}
    an empty text
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.done","sequence_number":4,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"text":"","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":5,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":6,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":7,"response":"completed"}
    a call
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.output_item.added","sequence_number":8,"output_index":1,"item":{"type":"function_call","id":"fc_fallback_1","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":9,"item_id":"fc_fallback_1","output_index":1,"delta":"{\\"a\\":1}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":10,"item_id":"fc_fallback_1","output_index":1,"name":"f","arguments":"{\\"a\\":1}"}
      data: {"type":"response.output_item.done","sequence_number":11,"output_index":1,"item":{"type":"function_call","id":"fc_fallback_1","call_id":"c1","name":"f","arguments":"{\\"a\\":1}","status":"completed"}}
      data: {"type":"response.completed","sequence_number":12,"response":"completed"}
    two calls
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"function_call","id":"fc_fallback_0","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":3,"item_id":"fc_fallback_0","output_index":0,"delta":"{\\"a\\":1}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":4,"item_id":"fc_fallback_0","output_index":0,"name":"f","arguments":"{\\"a\\":1}"}
      data: {"type":"response.output_item.done","sequence_number":5,"output_index":0,"item":{"type":"function_call","id":"fc_fallback_0","call_id":"c1","name":"f","arguments":"{\\"a\\":1}","status":"completed"}}
      data: {"type":"response.output_item.added","sequence_number":6,"output_index":1,"item":{"type":"function_call","id":"fc_fallback_1","call_id":"c2","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":7,"item_id":"fc_fallback_1","output_index":1,"delta":"{}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":8,"item_id":"fc_fallback_1","output_index":1,"name":"f","arguments":"{}"}
      data: {"type":"response.output_item.done","sequence_number":9,"output_index":1,"item":{"type":"function_call","id":"fc_fallback_1","call_id":"c2","name":"f","arguments":"{}","status":"completed"}}
      data: {"type":"response.completed","sequence_number":10,"response":"completed"}
    a call that was cut off
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"function_call","id":"fc_fallback_0","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":3,"item_id":"fc_fallback_0","output_index":0,"delta":"{\\"a\\":1,\\"b"}
      data: {"type":"response.function_call_arguments.done","sequence_number":4,"item_id":"fc_fallback_0","output_index":0,"name":"f","arguments":"{\\"a\\":1,\\"b"}
      data: {"type":"response.output_item.done","sequence_number":5,"output_index":0,"item":{"type":"function_call","id":"fc_fallback_0","call_id":"c1","name":"f","arguments":"{\\"a\\":1,\\"b","status":"incomplete"}}
      data: {"type":"response.incomplete","sequence_number":6,"response":"incomplete"}
    a call with a signature
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"function_call","id":"fc_fallback_0","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":3,"item_id":"fc_fallback_0","output_index":0,"delta":"{\\"a\\":1}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":4,"item_id":"fc_fallback_0","output_index":0,"name":"f","arguments":"{\\"a\\":1}"}
      data: {"type":"response.output_item.done","sequence_number":5,"output_index":0,"item":{"type":"function_call","id":"fc_fallback_0","call_id":"c1","name":"f","arguments":"{\\"a\\":1}","status":"completed"}}
      data: {"type":"response.completed","sequence_number":6,"response":"completed"}
    a freeform call
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"custom_tool_call","id":"ctc_fallback_0","call_id":"c1","name":"f","input":"","status":"in_progress"}}
      data: {"type":"response.custom_tool_call_input.delta","sequence_number":3,"item_id":"ctc_fallback_0","output_index":0,"delta":"do it"}
      data: {"type":"response.custom_tool_call_input.done","sequence_number":4,"item_id":"ctc_fallback_0","output_index":0,"input":"do it"}
      data: {"type":"response.output_item.done","sequence_number":5,"output_index":0,"item":{"type":"custom_tool_call","id":"ctc_fallback_0","call_id":"c1","name":"f","input":"do it","status":"completed"}}
      data: {"type":"response.completed","sequence_number":6,"response":"completed"}
    thinking
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"reasoning","id":"rs_fallback_0","summary":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"rs_fallback_0","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":""}}
      data: {"type":"response.reasoning_text.delta","sequence_number":4,"item_id":"rs_fallback_0","output_index":0,"content_index":0,"delta":"hm"}
      data: {"type":"response.reasoning_text.done","sequence_number":5,"item_id":"rs_fallback_0","output_index":0,"content_index":0,"text":"hm"}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"rs_fallback_0","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":"hm"}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"reasoning","id":"rs_fallback_0","summary":[],"content":[{"type":"reasoning_text","text":"hm"}]}}
      data: {"type":"response.output_item.added","sequence_number":8,"output_index":1,"item":{"type":"message","id":"msg_fallback_1","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":9,"item_id":"msg_fallback_1","output_index":1,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":10,"item_id":"msg_fallback_1","output_index":1,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":11,"item_id":"msg_fallback_1","output_index":1,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":12,"item_id":"msg_fallback_1","output_index":1,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":13,"output_index":1,"item":{"type":"message","id":"msg_fallback_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":14,"response":"completed"}
    signed thinking
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"reasoning","id":"rs_fallback_0","summary":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"rs_fallback_0","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":""}}
      data: {"type":"response.reasoning_text.delta","sequence_number":4,"item_id":"rs_fallback_0","output_index":0,"content_index":0,"delta":"hm"}
      data: {"type":"response.reasoning_text.done","sequence_number":5,"item_id":"rs_fallback_0","output_index":0,"content_index":0,"text":"hm"}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"rs_fallback_0","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":"hm"}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"reasoning","id":"rs_fallback_0","summary":[],"content":[{"type":"reasoning_text","text":"hm"}]}}
      data: {"type":"response.output_item.added","sequence_number":8,"output_index":1,"item":{"type":"message","id":"msg_fallback_1","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":9,"item_id":"msg_fallback_1","output_index":1,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":10,"item_id":"msg_fallback_1","output_index":1,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":11,"item_id":"msg_fallback_1","output_index":1,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":12,"item_id":"msg_fallback_1","output_index":1,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":13,"output_index":1,"item":{"type":"message","id":"msg_fallback_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":14,"response":"completed"}
    sealed thinking
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    a summary of thinking
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"reasoning","id":"rs_fallback_0","summary":[]}}
      data: {"type":"response.reasoning_summary_part.added","sequence_number":3,"item_id":"rs_fallback_0","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":""}}
      data: {"type":"response.reasoning_summary_text.delta","sequence_number":4,"item_id":"rs_fallback_0","output_index":0,"summary_index":0,"delta":"hm"}
      data: {"type":"response.reasoning_summary_text.done","sequence_number":5,"item_id":"rs_fallback_0","output_index":0,"summary_index":0,"text":"hm"}
      data: {"type":"response.reasoning_summary_part.done","sequence_number":6,"item_id":"rs_fallback_0","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":"hm"}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"reasoning","id":"rs_fallback_0","summary":[{"type":"summary_text","text":"hm"}]}}
      data: {"type":"response.output_item.added","sequence_number":8,"output_index":1,"item":{"type":"message","id":"msg_fallback_1","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":9,"item_id":"msg_fallback_1","output_index":1,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":10,"item_id":"msg_fallback_1","output_index":1,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":11,"item_id":"msg_fallback_1","output_index":1,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":12,"item_id":"msg_fallback_1","output_index":1,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":13,"output_index":1,"item":{"type":"message","id":"msg_fallback_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":14,"response":"completed"}
    redacted thinking
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    a refusal
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"refusal","refusal":""}}
      data: {"type":"response.refusal.delta","sequence_number":4,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"delta":"No"}
      data: {"type":"response.refusal.done","sequence_number":5,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"refusal":"No"}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"refusal","refusal":"No"}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"completed","content":[{"type":"refusal","refusal":"No"}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    a page that is cited
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.annotation.added","sequence_number":5,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"annotation_index":0,"annotation":{"type":"url_citation","url":"u","title":"t","start_index":0,"end_index":2}}
      data: {"type":"response.output_text.done","sequence_number":6,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":7,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[{"type":"url_citation","url":"u","title":"t","start_index":0,"end_index":2}],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":8,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[{"type":"url_citation","url":"u","title":"t","start_index":0,"end_index":2}],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":9,"response":"completed"}
    a source without a page
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    an image
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"image_generation_call","id":"ig_fallback_0","status":"in_progress","result":null}}
      data: {"type":"response.output_item.done","sequence_number":3,"output_index":0,"item":{"type":"image_generation_call","id":"ig_fallback_0","status":"completed","result":"QQ=="}}
      data: {"type":"response.completed","sequence_number":4,"response":"completed"}
    sound
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    two answers
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    a stop sequence
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    log probabilities
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[{"token":"Hi","logprob":-1,"bytes":[72,105],"top_logprobs":[]}]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    usage
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    a unit of another dialect
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    no events
    an end alone
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    a start alone
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"error","sequence_number":2,"code":"server_error","message":"The stream ended before its terminal event.","param":null,"error":{"type":"server_error","code":"server_error","message":"The stream ended before its terminal event.","param":null}}
      data: {"type":"response.failed","sequence_number":3,"response":"failed"}
    a text that the end repeats
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    a text that begins with words
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"He","logprobs":[]}
      data: {"type":"response.output_text.delta","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"y","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"Hey","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":7,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hey","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":8,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hey","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":9,"response":"completed"}
    thinking that the end seals
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"reasoning","id":"rs_r1_0","summary":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"rs_r1_0","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":""}}
      data: {"type":"response.reasoning_text.delta","sequence_number":4,"item_id":"rs_r1_0","output_index":0,"content_index":0,"delta":"h"}
      data: {"type":"response.reasoning_text.delta","sequence_number":5,"item_id":"rs_r1_0","output_index":0,"content_index":0,"delta":"m"}
      data: {"type":"response.reasoning_text.done","sequence_number":6,"item_id":"rs_r1_0","output_index":0,"content_index":0,"text":"hm"}
      data: {"type":"response.content_part.done","sequence_number":7,"item_id":"rs_r1_0","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":"hm"}}
      data: {"type":"response.output_item.done","sequence_number":8,"output_index":0,"item":{"type":"reasoning","id":"rs_r1_0","summary":[],"content":[{"type":"reasoning_text","text":"hm"}]}}
      data: {"type":"response.completed","sequence_number":9,"response":"completed"}
    a call that the end repeats
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":3,"item_id":"fc_r1_0","output_index":0,"delta":"{\\"a\\":1}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":4,"item_id":"fc_r1_0","output_index":0,"name":"f","arguments":"{\\"a\\":1}"}
      data: {"type":"response.output_item.done","sequence_number":5,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"{\\"a\\":1}","status":"completed"}}
      data: {"type":"response.completed","sequence_number":6,"response":"completed"}
    a call that the start tells whole
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":3,"item_id":"fc_r1_0","output_index":0,"delta":"{\\"a\\":1}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":4,"item_id":"fc_r1_0","output_index":0,"name":"f","arguments":"{\\"a\\":1}"}
      data: {"type":"response.output_item.done","sequence_number":5,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"{\\"a\\":1}","status":"completed"}}
      data: {"type":"response.completed","sequence_number":6,"response":"completed"}
    a refusal that the end repeats
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"refusal","refusal":""}}
      data: {"type":"response.refusal.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"No"}
      data: {"type":"response.refusal.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"refusal":"No"}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"refusal","refusal":"No"}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"refusal","refusal":"No"}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    own members of each dialect
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"x","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"x","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"x","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.output_item.added","sequence_number":8,"output_index":1,"item":{"type":"function_call","id":"fc_r1_1","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":9,"item_id":"fc_r1_1","output_index":1,"delta":"{\\"a\\":1}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":10,"item_id":"fc_r1_1","output_index":1,"name":"f","arguments":"{\\"a\\":1}"}
      data: {"type":"response.output_item.done","sequence_number":11,"output_index":1,"item":{"type":"function_call","id":"fc_r1_1","call_id":"c1","name":"f","arguments":"{\\"a\\":1}","status":"completed"}}
      data: {"type":"response.output_item.added","sequence_number":12,"output_index":2,"item":{"type":"message","id":"msg_r1_2","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":13,"item_id":"msg_r1_2","output_index":2,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":14,"item_id":"msg_r1_2","output_index":2,"content_index":0,"delta":"x","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":15,"item_id":"msg_r1_2","output_index":2,"content_index":0,"text":"x","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":16,"item_id":"msg_r1_2","output_index":2,"content_index":0,"part":{"type":"output_text","text":"x","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":17,"output_index":2,"item":{"type":"message","id":"msg_r1_2","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.output_item.added","sequence_number":18,"output_index":3,"item":{"type":"function_call","id":"fc_r1_3","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":19,"item_id":"fc_r1_3","output_index":3,"delta":"{\\"a\\":1}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":20,"item_id":"fc_r1_3","output_index":3,"name":"f","arguments":"{\\"a\\":1}"}
      data: {"type":"response.output_item.done","sequence_number":21,"output_index":3,"item":{"type":"function_call","id":"fc_r1_3","call_id":"c1","name":"f","arguments":"{\\"a\\":1}","status":"completed"}}
      data: {"type":"response.output_item.added","sequence_number":22,"output_index":4,"item":{"type":"message","id":"msg_r1_4","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":23,"item_id":"msg_r1_4","output_index":4,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":24,"item_id":"msg_r1_4","output_index":4,"content_index":0,"delta":"x","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":25,"item_id":"msg_r1_4","output_index":4,"content_index":0,"text":"x","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":26,"item_id":"msg_r1_4","output_index":4,"content_index":0,"part":{"type":"output_text","text":"x","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":27,"output_index":4,"item":{"type":"message","id":"msg_r1_4","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.output_item.added","sequence_number":28,"output_index":5,"item":{"type":"function_call","id":"fc_r1_5","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":29,"item_id":"fc_r1_5","output_index":5,"delta":"{\\"a\\":1}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":30,"item_id":"fc_r1_5","output_index":5,"name":"f","arguments":"{\\"a\\":1}"}
      data: {"type":"response.output_item.done","sequence_number":31,"output_index":5,"item":{"type":"function_call","id":"fc_r1_5","call_id":"c1","name":"f","arguments":"{\\"a\\":1}","status":"completed"}}
      data: {"type":"response.output_item.added","sequence_number":32,"output_index":6,"item":{"type":"message","id":"msg_r1_6","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":33,"item_id":"msg_r1_6","output_index":6,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[],"odd":3}}
      data: {"type":"response.output_text.delta","sequence_number":34,"item_id":"msg_r1_6","output_index":6,"content_index":0,"delta":"x","logprobs":[],"odd":4}
      data: {"type":"odd","sequence_number":35,"a":1}
      data: {"type":"response.output_text.done","sequence_number":36,"item_id":"msg_r1_6","output_index":6,"content_index":0,"text":"x","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":37,"item_id":"msg_r1_6","output_index":6,"content_index":0,"part":{"type":"output_text","text":"x","annotations":[],"logprobs":[],"odd":3}}
      data: {"type":"response.output_item.done","sequence_number":38,"output_index":6,"item":{"type":"message","id":"msg_r1_6","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[],"odd":3}]}}
      data: {"type":"response.output_item.added","sequence_number":39,"output_index":7,"item":{"type":"function_call","id":"fc_r1_7","call_id":"c1","name":"f","arguments":"","status":"in_progress","odd":5}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":40,"item_id":"fc_r1_7","output_index":7,"delta":"{\\"a\\":1}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":41,"item_id":"fc_r1_7","output_index":7,"name":"f","arguments":"{\\"a\\":1}"}
      data: {"type":"response.output_item.done","sequence_number":42,"output_index":7,"item":{"type":"function_call","id":"fc_r1_7","call_id":"c1","name":"f","arguments":"{\\"a\\":1}","status":"completed","odd":5}}
      data: {"type":"response.output_item.added","sequence_number":43,"output_index":8,"item":{"type":"message","id":"msg_r1_8","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":44,"item_id":"msg_r1_8","output_index":8,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":45,"item_id":"msg_r1_8","output_index":8,"content_index":0,"delta":"x","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":46,"item_id":"msg_r1_8","output_index":8,"content_index":0,"text":"x","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":47,"item_id":"msg_r1_8","output_index":8,"content_index":0,"part":{"type":"output_text","text":"x","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":48,"output_index":8,"item":{"type":"message","id":"msg_r1_8","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.output_item.added","sequence_number":49,"output_index":9,"item":{"type":"function_call","id":"fc_r1_9","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":50,"item_id":"fc_r1_9","output_index":9,"delta":"{\\"a\\":1}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":51,"item_id":"fc_r1_9","output_index":9,"name":"f","arguments":"{\\"a\\":1}"}
      data: {"type":"response.output_item.done","sequence_number":52,"output_index":9,"item":{"type":"function_call","id":"fc_r1_9","call_id":"c1","name":"f","arguments":"{\\"a\\":1}","status":"completed"}}
      data: {"type":"error","sequence_number":53,"code":"server_error","message":"The stream ended before its terminal event.","param":null,"error":{"type":"server_error","code":"server_error","message":"The stream ended before its terminal event.","param":null}}
      data: {"type":"response.failed","sequence_number":54,"response":"failed"}
    the end of each dialect
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    a call in pieces
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":3,"item_id":"fc_r1_0","output_index":0,"delta":"{\\"a\\""}
      data: {"type":"response.function_call_arguments.delta","sequence_number":4,"item_id":"fc_r1_0","output_index":0,"delta":":1}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":5,"item_id":"fc_r1_0","output_index":0,"name":"f","arguments":"{\\"a\\":1}"}
      data: {"type":"response.output_item.done","sequence_number":6,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"{\\"a\\":1}","status":"completed"}}
      data: {"type":"response.completed","sequence_number":7,"response":"completed"}
    a call with spaces in its arguments
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":3,"item_id":"fc_r1_0","output_index":0,"delta":"{ "}
      data: {"type":"response.function_call_arguments.delta","sequence_number":4,"item_id":"fc_r1_0","output_index":0,"delta":"\\"a\\": 1 }"}
      data: {"type":"response.function_call_arguments.done","sequence_number":5,"item_id":"fc_r1_0","output_index":0,"name":"f","arguments":"{ \\"a\\": 1 }"}
      data: {"type":"response.output_item.done","sequence_number":6,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"{ \\"a\\": 1 }","status":"completed"}}
      data: {"type":"response.completed","sequence_number":7,"response":"completed"}
    a freeform call in pieces
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"custom_tool_call","id":"ctc_r1_0","call_id":"c1","name":"f","input":"","status":"in_progress"}}
      data: {"type":"response.custom_tool_call_input.delta","sequence_number":3,"item_id":"ctc_r1_0","output_index":0,"delta":"do "}
      data: {"type":"response.custom_tool_call_input.delta","sequence_number":4,"item_id":"ctc_r1_0","output_index":0,"delta":"it"}
      data: {"type":"response.custom_tool_call_input.done","sequence_number":5,"item_id":"ctc_r1_0","output_index":0,"input":"do it"}
      data: {"type":"response.output_item.done","sequence_number":6,"output_index":0,"item":{"type":"custom_tool_call","id":"ctc_r1_0","call_id":"c1","name":"f","input":"do it","status":"completed"}}
      data: {"type":"response.completed","sequence_number":7,"response":"completed"}
    a delta outside any block
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    a block that nothing closes
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"x","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"x","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"x","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.output_item.added","sequence_number":8,"output_index":1,"item":{"type":"reasoning","id":"rs_r1_1","summary":[]}}
      data: {"type":"response.content_part.added","sequence_number":9,"item_id":"rs_r1_1","output_index":1,"content_index":0,"part":{"type":"reasoning_text","text":""}}
      data: {"type":"response.reasoning_text.delta","sequence_number":10,"item_id":"rs_r1_1","output_index":1,"content_index":0,"delta":"hm"}
      data: {"type":"response.completed","sequence_number":11,"response":"completed"}
    citations in pieces
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"Hi","logprobs":[]}
      data: {"type":"response.output_text.annotation.added","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"annotation_index":0,"annotation":{"type":"url_citation","url":"u","title":"t","start_index":0,"end_index":2}}
      data: {"type":"response.output_text.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"Hi","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":7,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hi","annotations":[{"type":"url_citation","url":"u","title":"t","start_index":0,"end_index":2}],"logprobs":[]}}
      data: {"type":"response.content_part.added","sequence_number":8,"item_id":"msg_r1_0","output_index":0,"content_index":1,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":9,"item_id":"msg_r1_0","output_index":0,"content_index":1,"delta":"more","logprobs":[]}
      data: {"type":"response.output_text.annotation.added","sequence_number":10,"item_id":"msg_r1_0","output_index":0,"content_index":1,"annotation_index":0,"annotation":{"type":"url_citation","url":"v","title":"","start_index":0,"end_index":4}}
      data: {"type":"response.output_text.annotation.added","sequence_number":11,"item_id":"msg_r1_0","output_index":0,"content_index":1,"annotation_index":1,"annotation":{"type":"url_citation","url":"w","title":"","start_index":0,"end_index":4}}
      data: {"type":"response.output_text.done","sequence_number":12,"item_id":"msg_r1_0","output_index":0,"content_index":1,"text":"more","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":13,"item_id":"msg_r1_0","output_index":0,"content_index":1,"part":{"type":"output_text","text":"more","annotations":[{"type":"url_citation","url":"v","title":"","start_index":0,"end_index":4},{"type":"url_citation","url":"w","title":"","start_index":0,"end_index":4}],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":14,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[{"type":"url_citation","url":"u","title":"t","start_index":0,"end_index":2}],"logprobs":[]},{"type":"output_text","text":"more","annotations":[{"type":"url_citation","url":"v","title":"","start_index":0,"end_index":4},{"type":"url_citation","url":"w","title":"","start_index":0,"end_index":4}],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":15,"response":"completed"}
    log probabilities in pieces
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"","logprobs":[{"token":"b","bytes":[98],"top_logprobs":[]}]}
      data: {"type":"response.output_text.delta","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"ab","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"ab","logprobs":[{"token":"b","bytes":[98],"top_logprobs":[]}]}
      data: {"type":"response.content_part.done","sequence_number":7,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"ab","annotations":[],"logprobs":[{"token":"b","bytes":[98],"top_logprobs":[]}]}}
      data: {"type":"response.output_item.done","sequence_number":8,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"ab","annotations":[],"logprobs":[{"token":"a","bytes":[97],"top_logprobs":[]},{"token":"c","bytes":[99],"top_logprobs":[]}]}]}}
      data: {"type":"response.completed","sequence_number":9,"response":"completed"}
    sound in pieces
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    a ping and an unknown event
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      : keep-alive
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    usage in the middle
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    a block of another answer
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    an error before the start
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"error","sequence_number":2,"code":"server_error","message":"late","param":null,"error":{"type":"server_error","code":"server_error","message":"late","param":null}}
      data: {"type":"response.failed","sequence_number":3,"response":"failed"}
    an error after some text
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"x","logprobs":[]}
      data: {"type":"error","sequence_number":5,"code":"server_error","message":"late","param":null,"error":{"type":"server_error","code":"server_error","message":"late","param":null}}
      data: {"type":"response.failed","sequence_number":6,"response":"failed"}
  `,
  );
});
