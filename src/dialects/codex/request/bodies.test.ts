import { describe, expect, it } from "vitest";
import { listWrittenBodies } from "../../fixtures/writer-notes.ts";
import { codex } from "../index.ts";

describe("the writer of requests", () => {
  it("writes each value in the form of the vendor", () => {
    expect(listWrittenBodies(codex)).toMatchInlineSnapshot(`
      "a text without words: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":" "}]}]}
      a citation of another vendor: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]}
      an image of a rare type: {"input":[{"type":"message","role":"user","content":[{"type":"input_image","image_url":"data:image/tiff;base64,QQ=="}]}]}
      an image that is text: {"input":[{"type":"message","role":"user","content":[{"type":"input_image","image_url":"data:image/svg+xml;base64,PHN2Zy8+"}]}]}
      an image in another vendor's files: {"input":[{"type":"message","role":"user","content":[{"type":"input_image","file_id":"f1"}]}]}
      an image in a file of a known type: {"input":[{"type":"message","role":"user","content":[{"type":"input_image","file_id":"f"}]}]}
      an image of the assistant: {}
      an image in the system prompt: {}
      a document of a rare type: {"input":[{"type":"message","role":"user","content":[{"type":"input_file","file_data":"data:application/zip;base64,QQ=="}]}]}
      a document of Markdown: {"input":[{"type":"message","role":"user","content":[{"type":"input_file","file_data":"data:text/markdown;base64,Iw=="}]}]}
      a document to cite: {"input":[{"type":"message","role":"user","content":[{"type":"input_file","file_data":"data:application/pdf;base64,QQ=="}]}]}
      a document of the assistant: {}
      sound of a rare format: {"input":[{"type":"message","role":"user","content":[{"type":"input_audio","input_audio":{"data":"QQ==","format":"flac"}}]}]}
      sound by URL: {"input":[{"type":"message","role":"user","content":[]}]}
      a call of the user: {"input":[{"type":"message","role":"user","content":[]}]}
      thinking of the user: {"input":[{"type":"message","role":"user","content":[]}]}
      thinking without a proof: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"}]}
      thinking of another vendor: {}
      a call that was cut off: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":"{\\"a\\":1,\\"b"}]}
      a result given twice: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"x"},{"type":"function_call_output","call_id":"c1","output":"x"}]}
      two different results: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"x"},{"type":"function_call_output","call_id":"c1","output":""}]}
      a result with several texts: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":[{"type":"input_text","text":"x"},{"type":"input_text","text":"x"}]}]}
      a result without a call: {"input":[{"type":"function_call_output","call_id":"c1","output":"x"}]}
      a system message midway: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]},{"type":"message","role":"system","content":[{"type":"input_text","text":"x"}]},{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]}
      a cache hint on a text: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x","prompt_cache_breakpoint":{"mode":"explicit"}}]}]}
      a cache hint on a call: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"}]}
      a cache hint on a tool: {"tools":[{"type":"function","name":"f","parameters":{"type":"object"},"strict":false}]}
      no output limit: {}
      a high temperature: {"temperature":1.5}
      a huge seed: {}
      a stop sequence of white space: {}
      six stop sequences: {}
      another vendor's service tier: {"service_tier":"acme"}
      the plain service tier: {"service_tier":"default"}
      the automatic service tier: {"service_tier":"auto"}
      a modality beside text: {}
      thinking switched on: {"reasoning":{"effort":"medium"}}
      thinking switched off: {"reasoning":{"effort":"none"}}
      adaptive thinking: {"reasoning":{"effort":"medium"}}
      adaptive thinking with a budget: {"reasoning":{"effort":"low"}}
      a small budget: {"reasoning":{"effort":"low"}}
      a medium budget: {"max_output_tokens":20000,"reasoning":{"effort":"medium"}}
      a large budget: {"max_output_tokens":30000,"reasoning":{"effort":"high"}}
      a budget beyond the output limit: {"max_output_tokens":1000,"reasoning":{"effort":"medium"}}
      a budget and an effort: {"reasoning":{"effort":"low"}}
      the least effort: {"reasoning":{"effort":"minimal"}}
      no effort: {"reasoning":{"effort":"none"}}
      the most effort: {"reasoning":{"effort":"max"}}
      an effort that nobody knows: {"reasoning":{"effort":"heroic"}}
      thinking shown in full: {"reasoning":{"effort":"medium","summary":"detailed"}}
      a way to show thinking that nobody knows: {"reasoning":{"effort":"medium"}}
      a display without thinking: {"reasoning":{"summary":"auto"}}
      a schema with bounds: {"text":{"format":{"type":"json_schema","name":"n","description":"d","schema":{"type":"object","properties":{"a":{"type":"string","minLength":1,"pattern":"x"},"b":{"$ref":"#/$defs/d"},"c":{"const":1}},"$defs":{"d":{"type":"integer","minimum":2}}}}}}
      a schema without a name: {"text":{"format":{"type":"json_schema","name":"response","schema":{"type":"object","additionalProperties":false}}}}
      a tool with a rich schema: {"tools":[{"type":"function","name":"f","parameters":{"type":"object","properties":{"a":{"type":"string","minLength":1,"pattern":"x"},"b":{"$ref":"#/$defs/d"},"c":{"const":1}},"$defs":{"d":{"type":"integer","minimum":2}}},"strict":false}]}
      a tool without a type: {"tools":[{"type":"function","name":"f","parameters":{"properties":{}},"strict":false}]}
      a tool with an odd name: {"tools":[{"type":"function","name":"a b","parameters":{"type":"object"},"strict":false}]}
      a choice among some tools: {"tools":[{"type":"function","name":"f","parameters":{"type":"object"},"strict":false},{"type":"function","name":"g","parameters":{"type":"object"},"strict":false}],"tool_choice":{"type":"allowed_tools","mode":"auto","tools":[{"type":"function","name":"f"}]}}
      a choice of an unknown tool: {"tools":[{"type":"function","name":"f","parameters":{"type":"object"},"strict":false}],"tool_choice":{"type":"allowed_tools","mode":"auto","tools":[{"type":"function","name":"f"},{"type":"function","name":"z"}]}}
      a required call without tools: {"tool_choice":"required"}
      a choice without tools: {"tool_choice":"none"}
      a stream: {"stream":true}"
    `);
  });
});
