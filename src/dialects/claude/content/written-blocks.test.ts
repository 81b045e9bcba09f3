import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWrittenBodies } from "../../fixtures/writer-notes.ts";
import { claude } from "../index.ts";

describe("the blocks of a request", () => {
  const blocks = /text|citation|image|document|sound|call|thinking|result|cache hint|answer/;
  describeForms(
    "are written in the form of the vendor",
    listWrittenBodies(claude, blocks),
    `
    a text without words: {}
    a citation of another vendor: {"messages":[{"role":"user","content":"x"}]}
    an image of a rare type: {}
    an image that is text: {}
    an image in another vendor's files: {}
    an image in a file of a known type: {"messages":[{"role":"user","content":[{"type":"image","source":{"type":"file","file_id":"f"}}]}]}
    an image of the assistant: {}
    an image in the system prompt: {"system":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QQ=="}}]}
    a document of a rare type: {}
    a document of Markdown: {"messages":[{"role":"user","content":[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"#"}}]}]}
    a document to cite: {"messages":[{"role":"user","content":[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"QQ=="},"citations":{"enabled":true}}]}]}
    a document of the assistant: {}
    sound of a rare format: {}
    sound by URL: {}
    a call of the user: {"messages":[{"role":"user","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]}]}
    thinking of the user: {}
    thinking without a proof: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]}]}
    thinking of another vendor: {"messages":[{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"}]}]}
    a call that was cut off: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{"a":1}}]}]}
    a result given twice: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"x"}]}]}
    two different results: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"x"}]}]}
    a result with several texts: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":"x"},{"type":"text","text":"x"}]}]}]}
    a result that is an error: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}},{"type":"tool_use","id":"c2","name":"f","input":{}},{"type":"tool_use","id":"c3","name":"f","input":{}},{"type":"tool_use","id":"c4","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"x","is_error":true},{"type":"tool_result","tool_use_id":"c2","content":"ERROR: x","is_error":true},{"type":"tool_result","tool_use_id":"c3","is_error":true},{"type":"tool_result","tool_use_id":"c4","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QQ=="}}],"is_error":true}]}]}
    a call with blank arguments: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]}]}
    a call with arguments that are no object: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}},{"type":"tool_use","id":"c2","name":"f","input":{}}]}]}
    citations of each vendor: {"messages":[{"role":"user","content":[{"type":"text","text":"x","citations":[{"type":"odd","cited_text":"","url":"u","title":null,"b":2},{"type":"char_location","cited_text":"q","document_title":null,"start_char_index":0,"end_char_index":1},{"type":"web_search_result_location","cited_text":"","url":"w","title":null,"encrypted_index":"e"}]}]}]}
    citations of the model: {"messages":[{"role":"assistant","content":"x"}]}
    a cache hint without a lifetime: {"messages":[{"role":"user","content":[{"type":"text","text":"x","cache_control":{"type":"ephemeral"}}]}]}
    a cache hint of 30 minutes: {"messages":[{"role":"user","content":[{"type":"text","text":"x","cache_control":{"type":"ephemeral","ttl":"30m"}}]}]}
    a cache hint with a mode: {"messages":[{"role":"user","content":[{"type":"text","text":"x","cache_control":{"type":"ephemeral","ttl":"5m"}}]}]}
    results out of order: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}},{"type":"tool_use","id":"c2","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"x"},{"type":"tool_result","tool_use_id":"c2","content":"x"},{"type":"tool_result","tool_use_id":"c9","content":"x"},{"type":"text","text":"x"}]}]}
    a freeform call and its result: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{"input":"do it"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"x"}]}]}
    a required call: {"tools":[{"name":"f","input_schema":{"type":"object"}}],"tool_choice":{"type":"any","disable_parallel_tool_use":false}}
    parallel calls alone: {"tools":[{"name":"f","input_schema":{"type":"object"}}],"tool_choice":{"type":"auto","disable_parallel_tool_use":true}}
    no calls: {"tools":[{"name":"f","input_schema":{"type":"object"}}],"tool_choice":{"type":"none"}}
    plain text: {}
    an answer with a name: {"messages":[{"role":"assistant","content":"No"}]}
    a result without a call: {"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"x"}]}]}
    a cache hint on a text: {"messages":[{"role":"user","content":[{"type":"text","text":"x","cache_control":{"type":"ephemeral","ttl":"5m","scope":"x"}}]}]}
    a cache hint on a call: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{},"cache_control":{"type":"ephemeral"}}]}]}
    a cache hint on a tool: {"tools":[{"name":"f","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}}]}
    a modality beside text: {}
    thinking switched on: {"thinking":{"type":"adaptive"}}
    thinking switched off: {"thinking":{"type":"disabled"}}
    adaptive thinking: {"thinking":{"type":"adaptive"}}
    adaptive thinking with a budget: {"thinking":{"type":"enabled","budget_tokens":2000}}
    an effort and thinking: {"thinking":{"type":"adaptive","display":"summarized"},"output_config":{"effort":"high"}}
    thinking shown in full: {"thinking":{"type":"adaptive","display":"summarized"}}
    a way to show thinking that nobody knows: {"thinking":{"type":"adaptive","display":"summarized"}}
    a display without thinking: {}
    a required call without tools: {}
  `,
  );
});
