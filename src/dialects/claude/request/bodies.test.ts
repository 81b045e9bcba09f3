import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWrittenBodies } from "../../fixtures/writer-notes.ts";
import { claude } from "../index.ts";

describe("the writer of requests", () => {
  describeForms(
    "writes each value in the form of the vendor",
    listWrittenBodies(claude),
    `
    a text without words: {}
    a citation of another vendor: {"messages":[{"role":"user","content":"x"}]}
    an image of a rare type: {}
    an image that is text: {}
    an image in another vendor's files: {}
    an image in a file of a known type: {"messages":[{"role":"user","content":[{"type":"image","source":{"type":"file","file_id":"f"}}]}]}
    files that Google keeps: {}
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
    a system prompt of two blocks: {"system":[{"type":"text","text":"x"},{"type":"text","text":"y","cache_control":{"type":"ephemeral"}}]}
    instructions at the start: {"system":[{"type":"text","text":"x"},{"type":"text","text":"y"}],"messages":[{"role":"user","content":"x"}]}
    instructions alone: {"system":"x"}
    citations of each vendor: {"messages":[{"role":"user","content":[{"type":"text","text":"x","citations":[{"type":"odd","cited_text":"","url":"u","title":null,"b":2},{"type":"char_location","cited_text":"q","document_title":null,"start_char_index":0,"end_char_index":1},{"type":"web_search_result_location","cited_text":"","url":"w","title":null,"encrypted_index":"e"}]}]}]}
    citations of the model: {"messages":[{"role":"assistant","content":"x"}]}
    a cache hint without a lifetime: {"messages":[{"role":"user","content":[{"type":"text","text":"x","cache_control":{"type":"ephemeral"}}]}]}
    a cache hint of 30 minutes: {"messages":[{"role":"user","content":[{"type":"text","text":"x","cache_control":{"type":"ephemeral","ttl":"30m"}}]}]}
    a cache hint with a mode: {"messages":[{"role":"user","content":[{"type":"text","text":"x","cache_control":{"type":"ephemeral","ttl":"5m"}}]}]}
    turns of one role: {"messages":[{"role":"user","content":[{"type":"text","text":"x"},{"type":"text","text":"y"}]},{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"tool_use","id":"c1","name":"f","input":{}}]}]}
    results out of order: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}},{"type":"tool_use","id":"c2","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"x"},{"type":"tool_result","tool_use_id":"c2","content":"x"},{"type":"tool_result","tool_use_id":"c9","content":"x"},{"type":"text","text":"x"}]}]}
    a freeform call and its result: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{"input":"do it"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"x"}]}]}
    a hosted tool: {"tools":[{"name":"f","input_schema":{"type":"object"}}]}
    a strict tool: {"tools":[{"name":"f","description":"d","input_schema":{"type":"object"},"strict":true}]}
    a tool without parameters: {"tools":[{"name":"f","input_schema":{"type":"object","properties":{}}}]}
    a forced tool: {"tools":[{"name":"f","input_schema":{"type":"object"}}],"tool_choice":{"type":"tool","name":"f","disable_parallel_tool_use":true}}
    a required call: {"tools":[{"name":"f","input_schema":{"type":"object"}}],"tool_choice":{"type":"any","disable_parallel_tool_use":false}}
    parallel calls alone: {"tools":[{"name":"f","input_schema":{"type":"object"}}],"tool_choice":{"type":"auto","disable_parallel_tool_use":true}}
    no calls: {"tools":[{"name":"f","input_schema":{"type":"object"}}],"tool_choice":{"type":"none"}}
    every setting: {"stop_sequences":["x"],"temperature":0.5,"top_p":0.6,"top_k":7,"metadata":{"user_id":"u"},"stream":true}
    log probabilities: {}
    plain JSON: {}
    plain text: {}
    an answer with a name: {"messages":[{"role":"assistant","content":"No"}]}
    a result without a call: {"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"x"}]}]}
    a system message midway: {"messages":[{"role":"user","content":[{"type":"text","text":"x"},{"type":"text","text":"x"}]},{"role":"system","content":"x"}]}
    a cache hint on a text: {"messages":[{"role":"user","content":[{"type":"text","text":"x","cache_control":{"type":"ephemeral","ttl":"5m","scope":"x"}}]}]}
    a cache hint on a call: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{},"cache_control":{"type":"ephemeral"}}]}]}
    a cache hint on a tool: {"tools":[{"name":"f","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}}]}
    no output limit: {}
    a high temperature: {"temperature":1.5}
    a huge seed: {}
    a stop sequence of white space: {"stop_sequences":[" "]}
    six stop sequences: {"stop_sequences":["1","2","3","4","5","6"]}
    another vendor's service tier: {}
    the plain service tier: {"service_tier":"standard_only"}
    the automatic service tier: {"service_tier":"auto"}
    a modality beside text: {}
    thinking switched on: {"thinking":{"type":"adaptive"}}
    thinking switched off: {"thinking":{"type":"disabled"}}
    adaptive thinking: {"thinking":{"type":"adaptive"}}
    adaptive thinking with a budget: {"thinking":{"type":"enabled","budget_tokens":2000}}
    a small budget: {"thinking":{"type":"enabled","budget_tokens":10}}
    a medium budget: {"max_tokens":20000,"thinking":{"type":"enabled","budget_tokens":10000}}
    a large budget: {"max_tokens":30000,"thinking":{"type":"enabled","budget_tokens":20000}}
    a budget beyond the output limit: {"max_tokens":1000,"thinking":{"type":"enabled","budget_tokens":5000}}
    a budget and an effort: {"thinking":{"type":"enabled","budget_tokens":5000},"output_config":{"effort":"low"}}
    the least effort: {"output_config":{"effort":"low"}}
    no effort: {"thinking":{"type":"disabled"}}
    the most effort: {"output_config":{"effort":"max"}}
    a medium effort: {"output_config":{"effort":"medium"}}
    a very high effort: {"output_config":{"effort":"xhigh"}}
    an effort and thinking: {"thinking":{"type":"adaptive","display":"summarized"},"output_config":{"effort":"high"}}
    a budget of zero: {"thinking":{"type":"disabled"}}
    a budget of 4096: {"thinking":{"type":"enabled","budget_tokens":4096}}
    a budget of 4097: {"thinking":{"type":"enabled","budget_tokens":4097}}
    a budget of 16384: {"max_tokens":40000,"thinking":{"type":"enabled","budget_tokens":16384}}
    a budget of 16385: {"max_tokens":40000,"thinking":{"type":"enabled","budget_tokens":16385}}
    an output limit of 1024: {"max_tokens":1024,"thinking":{"type":"enabled","budget_tokens":2000}}
    an output limit of 1025: {"max_tokens":1025,"thinking":{"type":"enabled","budget_tokens":2000}}
    a temperature of 1: {"temperature":1}
    a temperature of 2: {"temperature":2}
    a seed of 31 bits: {}
    a negative seed of 32 bits: {}
    five stop sequences: {"stop_sequences":["1","2","3","4","5"]}
    the default service tier: {"service_tier":"standard_only"}
    the flexible service tier: {}
    an effort that nobody knows: {}
    thinking shown in full: {"thinking":{"type":"adaptive","display":"summarized"}}
    a way to show thinking that nobody knows: {"thinking":{"type":"adaptive","display":"summarized"}}
    a display without thinking: {}
    a schema with bounds: {"output_config":{"format":{"type":"json_schema","schema":{"type":"object","properties":{"a":{"type":"string","description":"{minLength: 1, pattern: \\"x\\"}"},"b":{"$ref":"#/$defs/d"},"c":{"const":1}},"$defs":{"d":{"type":"integer","description":"{minimum: 2}"}},"additionalProperties":false}}}}
    a schema without a name: {"output_config":{"format":{"type":"json_schema","schema":{"type":"object","additionalProperties":false}}}}
    a tool with a rich schema: {"tools":[{"name":"f","input_schema":{"type":"object","properties":{"a":{"type":"string","minLength":1,"pattern":"x"},"b":{"$ref":"#/$defs/d"},"c":{"const":1}},"$defs":{"d":{"type":"integer","minimum":2}}}}]}
    a tool without a type: {"tools":[{"name":"f","input_schema":{"type":"object","properties":{}}}]}
    a tool with an odd name: {"tools":[{"name":"a b","input_schema":{"type":"object"}}]}
    a choice among some tools: {"tools":[{"name":"f","input_schema":{"type":"object"}}],"tool_choice":{"type":"auto"}}
    a choice of an unknown tool: {"tools":[{"name":"f","input_schema":{"type":"object"}}],"tool_choice":{"type":"auto"}}
    a required call without tools: {}
    a choice without tools: {}
    a stream: {"stream":true}
  `,
  );
});
