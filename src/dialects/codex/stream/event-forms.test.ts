import { describe } from "vitest";
import { eventForms } from "../../fixtures/event-forms.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { listEventLines } from "../../fixtures/reply-scenarios.ts";
import { codex } from "../index.ts";

describe("the writer of streams", () => {
  describeForms(
    "writes the blocks of events in any order",
    listEventLines(codex, Object.entries(eventForms(codex.id))),
    `
    a text in pieces
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"response.output_text.delta","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"b","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"ab","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":7,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"ab","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":8,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"ab","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":9,"response":"completed"}
    a text that is repeated after its pieces
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"response.output_text.delta","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"b","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"ab","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":7,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"ab","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":8,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"ab","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":9,"response":"completed"}
    a text that only its end shows
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"ab","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"ab","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"ab","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"ab","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    an empty text
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.done","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.content_part.added","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":1,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.done","sequence_number":7,"item_id":"msg_r1_0","output_index":0,"content_index":1,"text":"","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":8,"item_id":"msg_r1_0","output_index":0,"content_index":1,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":9,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"","annotations":[],"logprobs":[]},{"type":"output_text","text":"","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":10,"response":"completed"}
    two texts with citations
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"ab","logprobs":[]}
      data: {"type":"response.output_text.annotation.added","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"annotation_index":0,"annotation":{"type":"url_citation","url":"u","title":"t","start_index":0,"end_index":2}}
      data: {"type":"response.output_text.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"ab","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":7,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"ab","annotations":[{"type":"url_citation","url":"u","title":"t","start_index":0,"end_index":2}],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":8,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"ab","annotations":[{"type":"url_citation","url":"u","title":"t","start_index":0,"end_index":2}],"logprobs":[]}]}}
      data: {"type":"response.output_item.added","sequence_number":9,"output_index":1,"item":{"type":"function_call","id":"fc_r1_1","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":10,"item_id":"fc_r1_1","output_index":1,"delta":"{}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":11,"item_id":"fc_r1_1","output_index":1,"name":"f","arguments":"{}"}
      data: {"type":"response.output_item.done","sequence_number":12,"output_index":1,"item":{"type":"function_call","id":"fc_r1_1","call_id":"c1","name":"f","arguments":"{}","status":"completed"}}
      data: {"type":"response.output_item.added","sequence_number":13,"output_index":2,"item":{"type":"message","id":"msg_r1_2","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":14,"item_id":"msg_r1_2","output_index":2,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":15,"item_id":"msg_r1_2","output_index":2,"content_index":0,"delta":"cd","logprobs":[]}
      data: {"type":"response.output_text.annotation.added","sequence_number":16,"item_id":"msg_r1_2","output_index":2,"content_index":0,"annotation_index":0,"annotation":{"type":"url_citation","url":"w","title":"","start_index":0,"end_index":1}}
      data: {"type":"response.output_text.done","sequence_number":17,"item_id":"msg_r1_2","output_index":2,"content_index":0,"text":"cd","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":18,"item_id":"msg_r1_2","output_index":2,"content_index":0,"part":{"type":"output_text","text":"cd","annotations":[{"type":"url_citation","url":"w","title":"","start_index":0,"end_index":1}],"logprobs":[]}}
      data: {"type":"response.content_part.added","sequence_number":19,"item_id":"msg_r1_2","output_index":2,"content_index":1,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":20,"item_id":"msg_r1_2","output_index":2,"content_index":1,"delta":"e","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":21,"item_id":"msg_r1_2","output_index":2,"content_index":1,"text":"e","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":22,"item_id":"msg_r1_2","output_index":2,"content_index":1,"part":{"type":"output_text","text":"e","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":23,"output_index":2,"item":{"type":"message","id":"msg_r1_2","role":"assistant","status":"completed","content":[{"type":"output_text","text":"cd","annotations":[{"type":"url_citation","url":"w","title":"","start_index":0,"end_index":1}],"logprobs":[]},{"type":"output_text","text":"e","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":24,"response":"completed"}
    a text with own members
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[],"odd":1}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"response.output_text.delta","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"b","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"ab","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":7,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"ab","annotations":[],"logprobs":[],"odd":2}}
      data: {"type":"response.output_item.done","sequence_number":8,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"ab","annotations":[],"logprobs":[],"odd":2}]}}
      data: {"type":"response.completed","sequence_number":9,"response":"completed"}
    a refusal in pieces
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"refusal","refusal":""}}
      data: {"type":"response.refusal.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"N"}
      data: {"type":"response.refusal.delta","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"o"}
      data: {"type":"response.refusal.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"refusal":"No"}
      data: {"type":"response.content_part.done","sequence_number":7,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"refusal","refusal":"No"}}
      data: {"type":"response.output_item.done","sequence_number":8,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"refusal","refusal":"No"}]}}
      data: {"type":"response.completed","sequence_number":9,"response":"completed"}
    a refusal after a text
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"a","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"a","annotations":[],"logprobs":[]}}
      data: {"type":"response.content_part.added","sequence_number":7,"item_id":"msg_r1_0","output_index":0,"content_index":1,"part":{"type":"refusal","refusal":""}}
      data: {"type":"response.refusal.delta","sequence_number":8,"item_id":"msg_r1_0","output_index":0,"content_index":1,"delta":"No"}
      data: {"type":"response.refusal.done","sequence_number":9,"item_id":"msg_r1_0","output_index":0,"content_index":1,"refusal":"No"}
      data: {"type":"response.content_part.done","sequence_number":10,"item_id":"msg_r1_0","output_index":0,"content_index":1,"part":{"type":"refusal","refusal":"No"}}
      data: {"type":"response.output_item.done","sequence_number":11,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[],"logprobs":[]},{"type":"refusal","refusal":"No"}]}}
      data: {"type":"response.completed","sequence_number":12,"response":"completed"}
    thinking that its start signs
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"reasoning","id":"rs_r1_0","summary":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"rs_r1_0","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":""}}
      data: {"type":"response.reasoning_text.delta","sequence_number":4,"item_id":"rs_r1_0","output_index":0,"content_index":0,"delta":"hm"}
      data: {"type":"response.reasoning_text.done","sequence_number":5,"item_id":"rs_r1_0","output_index":0,"content_index":0,"text":"hm"}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"rs_r1_0","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":"hm"}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"reasoning","id":"rs_r1_0","summary":[],"content":[{"type":"reasoning_text","text":"hm"}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    thinking that is signed at the end
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
    thinking without text
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"a","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"a","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    a signature alone
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"a","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"a","annotations":[],"logprobs":[]}}
      data: {"type":"response.content_part.added","sequence_number":7,"item_id":"msg_r1_0","output_index":0,"content_index":1,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":8,"item_id":"msg_r1_0","output_index":0,"content_index":1,"delta":"b","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":9,"item_id":"msg_r1_0","output_index":0,"content_index":1,"text":"b","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":10,"item_id":"msg_r1_0","output_index":0,"content_index":1,"part":{"type":"output_text","text":"b","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":11,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[],"logprobs":[]},{"type":"output_text","text":"b","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":12,"response":"completed"}
    a signature at the very end
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"a","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"a","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    thinking with own members
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"reasoning","id":"r1","summary":[],"odd":1}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"r1","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":""}}
      data: {"type":"response.reasoning_text.delta","sequence_number":4,"item_id":"r1","output_index":0,"content_index":0,"delta":"hm"}
      data: {"type":"response.reasoning_text.done","sequence_number":5,"item_id":"r1","output_index":0,"content_index":0,"text":"hm"}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"r1","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":"hm"}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"reasoning","id":"r1","summary":[],"content":[{"type":"reasoning_text","text":"hm"}],"odd":1}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    thinking that only its end shows
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"reasoning","id":"rs_r1_0","summary":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"rs_r1_0","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":""}}
      data: {"type":"response.reasoning_text.delta","sequence_number":4,"item_id":"rs_r1_0","output_index":0,"content_index":0,"delta":"hm"}
      data: {"type":"response.reasoning_text.done","sequence_number":5,"item_id":"rs_r1_0","output_index":0,"content_index":0,"text":"hm"}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"rs_r1_0","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":"hm"}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"reasoning","id":"rs_r1_0","summary":[],"content":[{"type":"reasoning_text","text":"hm"}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    a summary between texts
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"a","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"a","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.output_item.added","sequence_number":8,"output_index":1,"item":{"type":"reasoning","id":"rs_r1_1","summary":[]}}
      data: {"type":"response.reasoning_summary_part.added","sequence_number":9,"item_id":"rs_r1_1","output_index":1,"summary_index":0,"part":{"type":"summary_text","text":""}}
      data: {"type":"response.reasoning_summary_text.delta","sequence_number":10,"item_id":"rs_r1_1","output_index":1,"summary_index":0,"delta":"x"}
      data: {"type":"response.reasoning_summary_text.delta","sequence_number":11,"item_id":"rs_r1_1","output_index":1,"summary_index":0,"delta":"y"}
      data: {"type":"response.reasoning_summary_text.done","sequence_number":12,"item_id":"rs_r1_1","output_index":1,"summary_index":0,"text":"xy"}
      data: {"type":"response.reasoning_summary_part.done","sequence_number":13,"item_id":"rs_r1_1","output_index":1,"summary_index":0,"part":{"type":"summary_text","text":"xy"}}
      data: {"type":"response.output_item.done","sequence_number":14,"output_index":1,"item":{"type":"reasoning","id":"rs_r1_1","summary":[{"type":"summary_text","text":"xy"}]}}
      data: {"type":"response.output_item.added","sequence_number":15,"output_index":2,"item":{"type":"message","id":"msg_r1_2","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":16,"item_id":"msg_r1_2","output_index":2,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":17,"item_id":"msg_r1_2","output_index":2,"content_index":0,"delta":"b","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":18,"item_id":"msg_r1_2","output_index":2,"content_index":0,"text":"b","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":19,"item_id":"msg_r1_2","output_index":2,"content_index":0,"part":{"type":"output_text","text":"b","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":20,"output_index":2,"item":{"type":"message","id":"msg_r1_2","role":"assistant","status":"completed","content":[{"type":"output_text","text":"b","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":21,"response":"completed"}
    sealed thinking
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    redacted thinking
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    two calls in pieces
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":3,"item_id":"fc_r1_0","output_index":0,"delta":"{\\"a\\""}
      data: {"type":"response.function_call_arguments.delta","sequence_number":4,"item_id":"fc_r1_0","output_index":0,"delta":":1}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":5,"item_id":"fc_r1_0","output_index":0,"name":"f","arguments":"{\\"a\\":1}"}
      data: {"type":"response.output_item.done","sequence_number":6,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"{\\"a\\":1}","status":"completed"}}
      data: {"type":"response.output_item.added","sequence_number":7,"output_index":1,"item":{"type":"function_call","id":"fc_r1_1","call_id":"c2","name":"g","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":8,"item_id":"fc_r1_1","output_index":1,"delta":"{}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":9,"item_id":"fc_r1_1","output_index":1,"name":"g","arguments":"{}"}
      data: {"type":"response.output_item.done","sequence_number":10,"output_index":1,"item":{"type":"function_call","id":"fc_r1_1","call_id":"c2","name":"g","arguments":"{}","status":"completed"}}
      data: {"type":"response.completed","sequence_number":11,"response":"completed"}
    a call that is signed
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":3,"item_id":"fc_r1_0","output_index":0,"delta":"{}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":4,"item_id":"fc_r1_0","output_index":0,"name":"f","arguments":"{}"}
      data: {"type":"response.output_item.done","sequence_number":5,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"{}","status":"completed"}}
      data: {"type":"response.completed","sequence_number":6,"response":"completed"}
    a call that is signed at the end
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":3,"item_id":"fc_r1_0","output_index":0,"delta":"{\\"a\\":1}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":4,"item_id":"fc_r1_0","output_index":0,"name":"f","arguments":"{\\"a\\":1}"}
      data: {"type":"response.output_item.done","sequence_number":5,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"{\\"a\\":1}","status":"completed"}}
      data: {"type":"response.completed","sequence_number":6,"response":"completed"}
    a call that its start and its pieces show
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":3,"item_id":"fc_r1_0","output_index":0,"delta":"{\\"a\\""}
      data: {"type":"response.function_call_arguments.delta","sequence_number":4,"item_id":"fc_r1_0","output_index":0,"delta":":1}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":5,"item_id":"fc_r1_0","output_index":0,"name":"f","arguments":"{\\"a\\":1}"}
      data: {"type":"response.output_item.done","sequence_number":6,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"{\\"a\\":1}","status":"completed"}}
      data: {"type":"response.completed","sequence_number":7,"response":"completed"}
    a call with own members
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"","status":"in_progress","odd":1}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":3,"item_id":"fc_r1_0","output_index":0,"delta":"{}"}
      data: {"type":"response.function_call_arguments.done","sequence_number":4,"item_id":"fc_r1_0","output_index":0,"name":"f","arguments":"{}"}
      data: {"type":"response.output_item.done","sequence_number":5,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"{}","status":"completed","odd":1}}
      data: {"type":"response.completed","sequence_number":6,"response":"completed"}
    a call cut off
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"","status":"in_progress"}}
      data: {"type":"response.function_call_arguments.delta","sequence_number":3,"item_id":"fc_r1_0","output_index":0,"delta":"{\\"a\\":1,\\"b\\":\\"c\\\\"}
      data: {"type":"response.function_call_arguments.done","sequence_number":4,"item_id":"fc_r1_0","output_index":0,"name":"f","arguments":"{\\"a\\":1,\\"b\\":\\"c\\\\"}
      data: {"type":"response.output_item.done","sequence_number":5,"output_index":0,"item":{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"{\\"a\\":1,\\"b\\":\\"c\\\\","status":"incomplete"}}
      data: {"type":"response.completed","sequence_number":6,"response":"completed"}
    a freeform call
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"custom_tool_call","id":"ctc_r1_0","call_id":"c1","name":"f","input":"","status":"in_progress"}}
      data: {"type":"response.custom_tool_call_input.delta","sequence_number":3,"item_id":"ctc_r1_0","output_index":0,"delta":"go"}
      data: {"type":"response.custom_tool_call_input.done","sequence_number":4,"item_id":"ctc_r1_0","output_index":0,"input":"go"}
      data: {"type":"response.output_item.done","sequence_number":5,"output_index":0,"item":{"type":"custom_tool_call","id":"ctc_r1_0","call_id":"c1","name":"f","input":"go","status":"completed"}}
      data: {"type":"response.completed","sequence_number":6,"response":"completed"}
    a freeform call that only its end shows
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"custom_tool_call","id":"ctc_r1_0","call_id":"c1","name":"f","input":"","status":"in_progress"}}
      data: {"type":"response.custom_tool_call_input.delta","sequence_number":3,"item_id":"ctc_r1_0","output_index":0,"delta":"go"}
      data: {"type":"response.custom_tool_call_input.done","sequence_number":4,"item_id":"ctc_r1_0","output_index":0,"input":"go"}
      data: {"type":"response.output_item.done","sequence_number":5,"output_index":0,"item":{"type":"custom_tool_call","id":"ctc_r1_0","call_id":"c1","name":"f","input":"go","status":"completed"}}
      data: {"type":"response.completed","sequence_number":6,"response":"completed"}
    sound in pieces
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    sound by URL
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    an image
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"image_generation_call","id":"ig_r1_0","status":"in_progress","result":null}}
      data: {"type":"response.output_item.done","sequence_number":3,"output_index":0,"item":{"type":"image_generation_call","id":"ig_r1_0","status":"completed","result":"QQ=="}}
      data: {"type":"response.completed","sequence_number":4,"response":"completed"}
    units of the dialect
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"odd","a":1}}
      data: {"type":"response.output_item.done","sequence_number":3,"output_index":0,"item":{"type":"odd","a":1}}
      data: {"type":"response.output_item.added","sequence_number":4,"output_index":1,"item":{}}
      data: {"type":"response.output_item.done","sequence_number":5,"output_index":1,"item":{"type":"odd","b":2}}
      data: {"type":"response.completed","sequence_number":6,"response":"completed"}
    a search of another dialect
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"web_search_call","id":"ws_e8bc163c82eee18733288c7d4ac636db","status":"in_progress","action":{"type":"search","query":"q","queries":["q"]}}}
      data: {"type":"response.web_search_call.in_progress","sequence_number":3,"output_index":0,"item_id":"ws_e8bc163c82eee18733288c7d4ac636db"}
      data: {"type":"response.web_search_call.searching","sequence_number":4,"output_index":0,"item_id":"ws_e8bc163c82eee18733288c7d4ac636db"}
      data: {"type":"response.web_search_call.completed","sequence_number":5,"output_index":0,"item_id":"ws_e8bc163c82eee18733288c7d4ac636db"}
      data: {"type":"response.output_item.done","sequence_number":6,"output_index":0,"item":{"type":"web_search_call","id":"ws_e8bc163c82eee18733288c7d4ac636db","status":"completed","action":{"type":"search","query":"q","queries":["q"]}}}
      data: {"type":"response.output_item.added","sequence_number":7,"output_index":1,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":8,"item_id":"msg_r1_0","output_index":1,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":9,"item_id":"msg_r1_0","output_index":1,"content_index":0,"delta":"ab","logprobs":[]}
      data: {"type":"response.output_text.annotation.added","sequence_number":10,"item_id":"msg_r1_0","output_index":1,"content_index":0,"annotation_index":0,"annotation":{"type":"url_citation","url":"https://x","title":"","start_index":0,"end_index":2}}
      data: {"type":"response.output_text.done","sequence_number":11,"item_id":"msg_r1_0","output_index":1,"content_index":0,"text":"ab","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":12,"item_id":"msg_r1_0","output_index":1,"content_index":0,"part":{"type":"output_text","text":"ab","annotations":[{"type":"url_citation","url":"https://x","title":"","start_index":0,"end_index":2}],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":13,"output_index":1,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"ab","annotations":[{"type":"url_citation","url":"https://x","title":"","start_index":0,"end_index":2}],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":14,"response":"completed"}
    `,
  );
});
