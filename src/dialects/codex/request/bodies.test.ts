import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWrittenBodies } from "../../fixtures/writer-notes.ts";
import { codex } from "../index.ts";

describe("the writer of requests", () => {
  describeForms(
    "writes each value in the form of the vendor",
    listWrittenBodies(codex),
    `
    a text without words: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":" "}]}]}
    a citation of another vendor: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]}
    an image of a rare type: {"input":[{"type":"message","role":"user","content":[{"type":"input_image","image_url":"data:image/tiff;base64,QQ=="}]}]}
    an image that is text: {"input":[{"type":"message","role":"user","content":[{"type":"input_image","image_url":"data:image/svg+xml;base64,PHN2Zy8+"}]}]}
    an image in another vendor's files: {"input":[{"type":"message","role":"user","content":[{"type":"input_image","file_id":"f1"}]}]}
    an image in a file of a known type: {"input":[{"type":"message","role":"user","content":[{"type":"input_image","file_id":"f"}]}]}
    files that Google keeps: {"input":[{"type":"message","role":"user","content":[{"type":"input_image","file_id":"f"},{"type":"input_image","file_id":"gs://bucket/a.png"}]}]}
    an image of the assistant: {}
    an image in the system prompt: {}
    a document of a rare type: {"input":[{"type":"message","role":"user","content":[{"type":"input_file","file_data":"data:application/zip;base64,QQ==","filename":"document.zip"}]}]}
    a document of Markdown: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"#"}]}]}
    a document to cite: {"input":[{"type":"message","role":"user","content":[{"type":"input_file","file_data":"data:application/pdf;base64,QQ==","filename":"document.pdf"}]}]}
    a document of the assistant: {}
    sound of a rare format: {"input":[{"type":"message","role":"user","content":[{"type":"input_audio","input_audio":{"data":"QQ==","format":"flac"}}]}]}
    sound by URL: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]}
    a call of the user: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]}
    thinking of the user: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]}
    thinking without a proof: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"}]}
    thinking of another vendor: {}
    a call that was cut off: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":"{\\"a\\":1,\\"b"}]}
    a result given twice: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"x"},{"type":"function_call_output","call_id":"c1","output":"x"}]}
    two different results: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"x"},{"type":"function_call_output","call_id":"c1","output":""}]}
    a result with several texts: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":[{"type":"input_text","text":"x"},{"type":"input_text","text":"x"}]}]}
    a result that is an error: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":"function_call","call_id":"c2","name":"f","arguments":"{}"},{"type":"function_call","call_id":"c3","name":"f","arguments":"{}"},{"type":"function_call","call_id":"c4","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"Error: x"},{"type":"function_call_output","call_id":"c2","output":"ERROR: x"},{"type":"function_call_output","call_id":"c3","output":"Error"},{"type":"function_call_output","call_id":"c4","output":[{"type":"input_text","text":"Error"},{"type":"input_image","image_url":"data:image/png;base64,QQ=="}]}]}
    a call with blank arguments: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":" "}]}
    a call with arguments that are no object: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":"[1]"},{"type":"function_call","call_id":"c2","name":"f","arguments":"\\"x\\""}]}
    a system prompt of two blocks: {"instructions":"x\\n\\ny"}
    instructions at the start: {"input":[{"type":"message","role":"system","content":[{"type":"input_text","text":"x"}]},{"type":"message","role":"developer","content":[{"type":"input_text","text":"y"}]},{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]}
    instructions alone: {"input":[{"type":"message","role":"system","content":[{"type":"input_text","text":"x"}]}]}
    citations of each vendor: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]}
    citations of the model: {"input":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x","annotations":[{"type":"odd","url":"u","a":1},{"type":"file_citation"}]}]}]}
    a cache hint without a lifetime: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x","prompt_cache_breakpoint":{"mode":"explicit"}}]}]}
    a cache hint of 30 minutes: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x","prompt_cache_breakpoint":{"mode":"explicit","ttl":"30m"}}]}]}
    a cache hint with a mode: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x","prompt_cache_breakpoint":{"mode":"explicit","ttl":"5m"}}]}]}
    turns of one role: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]},{"type":"message","role":"user","content":[{"type":"input_text","text":"y"}]},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x"}]},{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"}]}
    results out of order: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":"function_call","call_id":"c2","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c2","output":"x"},{"type":"function_call_output","call_id":"c1","output":"x"},{"type":"function_call_output","call_id":"c9","output":"x"},{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]}
    a freeform call and its result: {"input":[{"type":"custom_tool_call","call_id":"c1","name":"f","input":"do it"},{"type":"custom_tool_call_output","call_id":"c1","output":"x"}]}
    a hosted tool: {"tools":[{"type":"function","name":"f","parameters":{"type":"object"},"strict":false}]}
    a strict tool: {"tools":[{"type":"function","name":"f","description":"d","parameters":{"type":"object"},"strict":true}]}
    a tool without parameters: {"tools":[{"type":"function","name":"f","parameters":null,"strict":false}]}
    a forced tool: {"tools":[{"type":"function","name":"f","parameters":{"type":"object"},"strict":false}],"tool_choice":{"type":"function","name":"f"},"parallel_tool_calls":false}
    a required call: {"tools":[{"type":"function","name":"f","parameters":{"type":"object"},"strict":false}],"tool_choice":"required","parallel_tool_calls":true}
    parallel calls alone: {"tools":[{"type":"function","name":"f","parameters":{"type":"object"},"strict":false}],"parallel_tool_calls":false}
    no calls: {"tools":[{"type":"function","name":"f","parameters":{"type":"object"},"strict":false}],"tool_choice":"none","parallel_tool_calls":true}
    every setting: {"temperature":0.5,"top_p":0.6,"text":{"verbosity":"low"},"stream":true,"prompt_cache_key":"k","prompt_cache_retention":"24h","user":"u","metadata":{"a":"b"},"store":true,"previous_response_id":"r"}
    log probabilities: {"top_logprobs":3,"include":["message.output_text.logprobs"]}
    plain JSON: {"text":{"format":{"type":"json_object"}}}
    plain text: {"text":{"format":{"type":"text"}}}
    an answer with a name: {"input":[{"type":"message","role":"assistant","content":[{"type":"refusal","refusal":"No"}]}]}
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
    another vendor's service tier: {}
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
    a medium effort: {"reasoning":{"effort":"medium"}}
    a very high effort: {"reasoning":{"effort":"xhigh"}}
    an effort and thinking: {"reasoning":{"effort":"high","summary":"auto"}}
    a budget of zero: {"reasoning":{"effort":"low"}}
    a budget of 4096: {"reasoning":{"effort":"low"}}
    a budget of 4097: {"reasoning":{"effort":"medium"}}
    a budget of 16384: {"max_output_tokens":40000,"reasoning":{"effort":"medium"}}
    a budget of 16385: {"max_output_tokens":40000,"reasoning":{"effort":"high"}}
    an output limit of 1024: {"max_output_tokens":1024,"reasoning":{"effort":"low"}}
    an output limit of 1025: {"max_output_tokens":1025,"reasoning":{"effort":"low"}}
    a temperature of 1: {"temperature":1}
    a temperature of 2: {"temperature":2}
    a seed of 31 bits: {}
    a negative seed of 32 bits: {}
    five stop sequences: {}
    the default service tier: {"service_tier":"default"}
    the flexible service tier: {"service_tier":"flex"}
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
    a stream: {"stream":true}
  `,
  );
});
