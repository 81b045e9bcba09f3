import { describe, expect, it } from "vitest";
import { listWrittenBodies } from "../../fixtures/writer-notes.ts";
import { claude } from "../index.ts";

describe("the writer of requests", () => {
  it("writes each value in the form of the vendor", () => {
    expect(listWrittenBodies(claude)).toMatchInlineSnapshot(`
      "a text without words: {}
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
      a result without a call: {"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"x"}]}]}
      a system message midway: {"messages":[{"role":"user","content":[{"type":"text","text":"x"},{"type":"text","text":"x"}]},{"role":"system","content":"x"}]}
      a cache hint on a text: {"messages":[{"role":"user","content":[{"type":"text","text":"x","cache_control":{"type":"ephemeral","ttl":"5m","scope":"x"}}]}]}
      a cache hint on a call: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{},"cache_control":{"type":"ephemeral"}}]}]}
      a cache hint on a tool: {"tools":[{"name":"f","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}}]}
      no output limit: {"max_tokens":32000}
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
      a small budget: {"thinking":{"type":"enabled","budget_tokens":1024}}
      a medium budget: {"max_tokens":20000,"thinking":{"type":"enabled","budget_tokens":10000}}
      a large budget: {"max_tokens":30000,"thinking":{"type":"enabled","budget_tokens":20000}}
      a budget beyond the output limit: {"max_tokens":1000,"thinking":{"type":"enabled","budget_tokens":5000}}
      a budget and an effort: {"thinking":{"type":"enabled","budget_tokens":5000},"output_config":{"effort":"low"}}
      the least effort: {"output_config":{"effort":"low"}}
      no effort: {"thinking":{"type":"disabled"}}
      the most effort: {"output_config":{"effort":"max"}}
      an effort that nobody knows: {}
      thinking shown in full: {"thinking":{"type":"adaptive","display":"summarized"}}
      a way to show thinking that nobody knows: {"thinking":{"type":"adaptive","display":"summarized"}}
      a display without thinking: {}
      a schema with bounds: {"output_config":{"format":{"type":"json_schema","schema":{"type":"object","properties":{"a":{"type":"string","pattern":"x","description":"{minLength: 1}"},"b":{"$ref":"#/$defs/d"},"c":{"const":1}},"$defs":{"d":{"type":"integer","description":"{minimum: 2}"}},"additionalProperties":false}}}}
      a schema without a name: {"output_config":{"format":{"type":"json_schema","schema":{"type":"object","additionalProperties":false}}}}
      a tool with a rich schema: {"tools":[{"name":"f","input_schema":{"type":"object","properties":{"a":{"type":"string","minLength":1,"pattern":"x"},"b":{"$ref":"#/$defs/d"},"c":{"const":1}},"$defs":{"d":{"type":"integer","minimum":2}}}}]}
      a tool without a type: {"tools":[{"name":"f","input_schema":{"type":"object","properties":{}}}]}
      a tool with an odd name: {"tools":[{"name":"a b","input_schema":{"type":"object"}}]}
      a choice among some tools: {"tools":[{"name":"f","input_schema":{"type":"object"}}],"tool_choice":{"type":"auto"}}
      a choice of an unknown tool: {"tools":[{"name":"f","input_schema":{"type":"object"}}],"tool_choice":{"type":"auto"}}
      a required call without tools: {}
      a choice without tools: {}
      a stream: {"stream":true}"
    `);
  });
});
