import { describe } from "vitest";
import { endForms } from "../../fixtures/event-forms.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { listEventLines } from "../../fixtures/reply-scenarios.ts";
import { codex } from "../index.ts";

describe("the writer of streams", () => {
  describeForms(
    "writes facts and ends in any order",
    listEventLines(codex, Object.entries(endForms(codex.id))),
    `
    log probabilities
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"response.output_text.delta","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"","logprobs":[{"token":"a","logprob":-1,"bytes":[97],"top_logprobs":[]}]}
      data: {"type":"response.output_text.delta","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"","logprobs":[{"token":"b","logprob":-2,"bytes":[98],"top_logprobs":[]}]}
      data: {"type":"response.output_text.done","sequence_number":7,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"a","logprobs":[{"token":"a","logprob":-1,"bytes":[97],"top_logprobs":[]},{"token":"b","logprob":-2,"bytes":[98],"top_logprobs":[]}]}
      data: {"type":"response.content_part.done","sequence_number":8,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"a","annotations":[],"logprobs":[{"token":"a","logprob":-1,"bytes":[97],"top_logprobs":[]},{"token":"b","logprob":-2,"bytes":[98],"top_logprobs":[]}]}}
      data: {"type":"response.output_item.done","sequence_number":9,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[],"logprobs":[{"token":"a","logprob":-1,"bytes":[97],"top_logprobs":[]},{"token":"b","logprob":-2,"bytes":[98],"top_logprobs":[]}]}]}}
      data: {"type":"response.completed","sequence_number":10,"response":"completed"}
    the second answer first
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"a","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"a","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    a tenth answer
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    an answer without blocks
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    an answer without a stop
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"a","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"a","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    an answer that never ends
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"error","sequence_number":5,"code":"server_error","message":"The stream ended before its terminal event.","param":null,"error":{"type":"server_error","code":"server_error","message":"The stream ended before its terminal event.","param":null}}
      data: {"type":"response.failed","sequence_number":6,"response":"failed"}
    events after the end
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"a","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"a","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    a block that ends twice
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"a","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"a","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    pieces of the wrong kind
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"x","logprobs":[]}
      data: {"type":"response.output_text.delta","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"y","logprobs":[]}
      data: {"type":"response.output_text.delta","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"z","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":7,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"xyz","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":8,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"xyz","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":9,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"xyz","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":10,"response":"completed"}
    no start
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"text":"a","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_fallback_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"a","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_fallback_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    two starts
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"a","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"a","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    a start with facts
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    usage in steps
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"in_progress","content":[]}}
      data: {"type":"response.content_part.added","sequence_number":3,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_r1_0","output_index":0,"content_index":0,"delta":"a","logprobs":[]}
      data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_r1_0","output_index":0,"content_index":0,"text":"a","logprobs":[]}
      data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_r1_0","output_index":0,"content_index":0,"part":{"type":"output_text","text":"a","annotations":[],"logprobs":[]}}
      data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[],"logprobs":[]}]}}
      data: {"type":"response.completed","sequence_number":8,"response":"completed"}
    the end by max_tokens
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.incomplete","sequence_number":2,"response":"incomplete"}
    the end by tool_use
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    the end by refusal
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.incomplete","sequence_number":2,"response":"incomplete"}
    the end by content_filter
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.incomplete","sequence_number":2,"response":"incomplete"}
    the end by pause
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.incomplete","sequence_number":2,"response":"incomplete"}
    the end by context_window
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.incomplete","sequence_number":2,"response":"incomplete"}
    the end by other
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.incomplete","sequence_number":2,"response":"incomplete"}
    an end with own members
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"response.completed","sequence_number":2,"response":"completed"}
    an error of the dialect
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"error","sequence_number":2,"code":"c","message":"m","param":null,"error":{"type":"t","code":"c","message":"m","param":null}}
      data: {"type":"response.failed","sequence_number":3,"response":"failed"}
    events of the dialect
      data: {"type":"response.created","sequence_number":0,"response":"in_progress"}
      data: {"type":"response.in_progress","sequence_number":1,"response":"in_progress"}
      data: {"type":"odd","sequence_number":2,"a":1}
      : keep-alive
      data: {"type":"response.completed","sequence_number":3,"response":"completed"}
    `,
  );
});
