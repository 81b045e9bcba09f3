import { describe } from "vitest";
import { copilot } from "../../copilot/index.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { listWrittenBodies } from "../../fixtures/writer-notes.ts";
import { kimi } from "../../kimi/index.ts";
import { openai } from "../../openai/index.ts";

describe("the writer of requests", () => {
  describeForms(
    "writes each value in the form of openai",
    listWrittenBodies(openai),
    `
    a text without words: {"messages":[{"role":"user","content":" "}]}
    a citation of another vendor: {"messages":[{"role":"user","content":"x"}]}
    an image of a rare type: {"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/tiff;base64,QQ=="}}]}]}
    an image that is text: {"messages":[{"role":"user","content":""}]}
    an image in another vendor's files: {"messages":[{"role":"user","content":""}]}
    an image in a file of a known type: {"messages":[{"role":"user","content":""}]}
    files that Google keeps: {"messages":[{"role":"user","content":""}]}
    an image of the assistant: {"messages":[{"role":"assistant","content":""}]}
    an image in the system prompt: {"messages":[{"role":"system","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ=="}}]}]}
    a document of a rare type: {"messages":[{"role":"user","content":[{"type":"file","file":{"file_data":"data:application/zip;base64,QQ==","filename":"document.zip"}}]}]}
    a document of Markdown: {"messages":[{"role":"user","content":"#"}]}
    a document to cite: {"messages":[{"role":"user","content":[{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ==","filename":"document.pdf"}}]}]}
    a document of the assistant: {"messages":[{"role":"assistant","content":""}]}
    sound of a rare format: {"messages":[{"role":"user","content":[{"type":"input_audio","input_audio":{"data":"QQ==","format":"flac"}}]}]}
    sound by URL: {"messages":[{"role":"user","content":""}]}
    a call of the user: {"messages":[{"role":"user","content":""}]}
    thinking of the user: {"messages":[{"role":"user","content":""}]}
    thinking without a proof: {"messages":[{"role":"assistant","content":null,"reasoning_content":"hm","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}]}
    thinking of another vendor: {"messages":[{"role":"assistant","content":""}]}
    a call that was cut off: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\":1,\\"b"}}]}]}
    a result given twice: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"x"}]}
    two different results: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"x"}]}
    a result with several texts: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":[{"type":"text","text":"x"},{"type":"text","text":"x"}]}]}
    a result that is an error: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c3","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c4","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"Error: x"},{"role":"tool","tool_call_id":"c2","content":"ERROR: x"},{"role":"tool","tool_call_id":"c3","content":"Error"},{"role":"tool","tool_call_id":"c4","content":"Error"},{"role":"user","content":[{"type":"text","text":"Content of the tool result c4:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ=="}}]}]}
    a call with blank arguments: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":" "}}]}]}
    a call with arguments that are no object: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"[1]"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"\\"x\\""}}]}]}
    a system prompt of two blocks: {"messages":[{"role":"system","content":[{"type":"text","text":"x"},{"type":"text","text":"y","prompt_cache_breakpoint":{"mode":"explicit"}}]}]}
    instructions at the start: {"messages":[{"role":"system","content":"x"},{"role":"developer","content":"y"},{"role":"user","content":"x"}]}
    instructions alone: {"messages":[{"role":"system","content":"x"}]}
    citations of each vendor: {"messages":[{"role":"user","content":"x"}]}
    citations of the model: {"messages":[{"role":"assistant","content":"x","annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":1,"title":"","url":"u"}}]}]}
    a cache hint without a lifetime: {"messages":[{"role":"user","content":[{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"explicit"}}]}]}
    a cache hint of 30 minutes: {"messages":[{"role":"user","content":[{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"explicit","ttl":"30m"}}]}]}
    a cache hint with a mode: {"messages":[{"role":"user","content":[{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"explicit"}}]}]}
    turns of one role: {"messages":[{"role":"user","content":"x"},{"role":"user","content":"y"},{"role":"assistant","content":"x"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}]}
    results out of order: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"x"},{"role":"tool","tool_call_id":"c2","content":"x"},{"role":"tool","tool_call_id":"c9","content":"x"},{"role":"user","content":"x"}]}
    a freeform call and its result: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"custom","custom":{"name":"f","input":"do it"}}]},{"role":"tool","tool_call_id":"c1","content":"x"}]}
    a hosted tool: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}]}
    a strict tool: {"tools":[{"type":"function","function":{"name":"f","description":"d","parameters":{"type":"object"},"strict":true}}]}
    a tool without parameters: {"tools":[{"type":"function","function":{"name":"f"}}]}
    a forced tool: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":{"type":"function","function":{"name":"f"}},"parallel_tool_calls":false}
    a required call: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":"required","parallel_tool_calls":true}
    parallel calls alone: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"parallel_tool_calls":false}
    no calls: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":"none","parallel_tool_calls":true}
    every setting: {"stop":["x"],"temperature":0.5,"top_p":0.6,"seed":8,"frequency_penalty":0.1,"presence_penalty":0.2,"n":2,"stream":true,"stream_options":{"include_usage":true},"verbosity":"low","prompt_cache_key":"k","prompt_cache_retention":"24h","user":"u","metadata":{"a":"b"},"store":true}
    log probabilities: {"logprobs":true,"top_logprobs":3}
    plain JSON: {"response_format":{"type":"json_object"}}
    plain text: {"response_format":{"type":"text"}}
    an answer with a name: {"messages":[{"role":"assistant","content":null,"refusal":"No","name":"n"}]}
    a result without a call: {"messages":[{"role":"tool","tool_call_id":"c1","content":"x"}]}
    a system message midway: {"messages":[{"role":"user","content":"x"},{"role":"system","content":"x"},{"role":"user","content":"x"}]}
    a cache hint on a text: {"messages":[{"role":"user","content":[{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"explicit"}}]}]}
    a cache hint on a call: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}]}
    a cache hint on a tool: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}]}
    no output limit: {}
    a high temperature: {"temperature":1.5}
    a huge seed: {"seed":1099511627776}
    a stop sequence of white space: {"stop":[" "]}
    six stop sequences: {"stop":["1","2","3","4","5","6"]}
    another vendor's service tier: {}
    the plain service tier: {}
    the automatic service tier: {"service_tier":"auto"}
    a modality beside text: {"modalities":["text","audio"]}
    thinking switched on: {}
    thinking switched off: {"reasoning_effort":"none"}
    adaptive thinking: {}
    adaptive thinking with a budget: {"reasoning_effort":"low"}
    a small budget: {"reasoning_effort":"low"}
    a medium budget: {"max_completion_tokens":20000,"reasoning_effort":"medium"}
    a large budget: {"max_completion_tokens":30000,"reasoning_effort":"high"}
    a budget beyond the output limit: {"max_completion_tokens":1000,"reasoning_effort":"medium"}
    a budget and an effort: {"reasoning_effort":"low"}
    the least effort: {"reasoning_effort":"minimal"}
    no effort: {"reasoning_effort":"none"}
    the most effort: {"reasoning_effort":"max"}
    a medium effort: {"reasoning_effort":"medium"}
    a very high effort: {"reasoning_effort":"xhigh"}
    an effort and thinking: {"reasoning_effort":"high"}
    a budget of zero: {"reasoning_effort":"low"}
    a budget of 4096: {"reasoning_effort":"low"}
    a budget of 4097: {"reasoning_effort":"medium"}
    a budget of 16384: {"max_completion_tokens":40000,"reasoning_effort":"medium"}
    a budget of 16385: {"max_completion_tokens":40000,"reasoning_effort":"high"}
    an output limit of 1024: {"max_completion_tokens":1024,"reasoning_effort":"low"}
    an output limit of 1025: {"max_completion_tokens":1025,"reasoning_effort":"low"}
    a temperature of 1: {"temperature":1}
    a temperature of 2: {"temperature":2}
    a seed of 31 bits: {"seed":2147483647}
    a negative seed of 32 bits: {"seed":-2147483648}
    five stop sequences: {"stop":["1","2","3","4","5"]}
    the default service tier: {"service_tier":"default"}
    the flexible service tier: {"service_tier":"flex"}
    an effort that nobody knows: {}
    thinking shown in full: {}
    a way to show thinking that nobody knows: {}
    a display without thinking: {}
    a schema with bounds: {"response_format":{"type":"json_schema","json_schema":{"name":"n","description":"d","schema":{"type":"object","properties":{"a":{"type":"string","minLength":1,"pattern":"x"},"b":{"$ref":"#/$defs/d"},"c":{"const":1}},"$defs":{"d":{"type":"integer","minimum":2}}}}}}
    a schema without a name: {"response_format":{"type":"json_schema","json_schema":{"name":"response","schema":{"type":"object","additionalProperties":false}}}}
    a tool with a rich schema: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"a":{"type":"string","minLength":1,"pattern":"x"},"b":{"$ref":"#/$defs/d"},"c":{"const":1}},"$defs":{"d":{"type":"integer","minimum":2}}}}}]}
    a tool without a type: {"tools":[{"type":"function","function":{"name":"f","parameters":{"properties":{}}}}]}
    a tool with an odd name: {"tools":[{"type":"function","function":{"name":"a b","parameters":{"type":"object"}}}]}
    a choice among some tools: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}},{"type":"function","function":{"name":"g","parameters":{"type":"object"}}}],"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[{"type":"function","function":{"name":"f"}}]}}}
    a choice of an unknown tool: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[{"type":"function","function":{"name":"f"}},{"type":"function","function":{"name":"z"}}]}}}
    a required call without tools: {"tool_choice":"required"}
    a choice without tools: {"tool_choice":"none"}
    a stream: {"stream":true,"stream_options":{"include_usage":true}}
  `,
  );
  describeForms(
    "writes each value in the form of kimi",
    listWrittenBodies(kimi),
    `
    a text without words: {"messages":[{"role":"user","content":" "}]}
    a citation of another vendor: {"messages":[{"role":"user","content":"x"}]}
    an image of a rare type: {"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/tiff;base64,QQ=="}}]}]}
    an image that is text: {"messages":[{"role":"user","content":""}]}
    an image in another vendor's files: {"messages":[{"role":"user","content":""}]}
    an image in a file of a known type: {"messages":[{"role":"user","content":""}]}
    files that Google keeps: {"messages":[{"role":"user","content":""}]}
    an image of the assistant: {"messages":[{"role":"assistant","content":""}]}
    an image in the system prompt: {"messages":[{"role":"system","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ=="}}]}]}
    a document of a rare type: {"messages":[{"role":"user","content":""}]}
    a document of Markdown: {"messages":[{"role":"user","content":"#"}]}
    a document to cite: {"messages":[{"role":"user","content":""}]}
    a document of the assistant: {"messages":[{"role":"assistant","content":""}]}
    sound of a rare format: {"messages":[{"role":"user","content":""}]}
    sound by URL: {"messages":[{"role":"user","content":""}]}
    a call of the user: {"messages":[{"role":"user","content":""}]}
    thinking of the user: {"messages":[{"role":"user","content":""}]}
    thinking without a proof: {"messages":[{"role":"assistant","content":null,"reasoning_content":"hm","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}]}
    thinking of another vendor: {"messages":[{"role":"assistant","content":"","reasoning_content":"hm"}]}
    a call that was cut off: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\":1,\\"b"}}],"reasoning_content":""}]}
    a result given twice: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}],"reasoning_content":""},{"role":"tool","tool_call_id":"c1","content":"x"}]}
    two different results: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}],"reasoning_content":""},{"role":"tool","tool_call_id":"c1","content":"x"}]}
    a result with several texts: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}],"reasoning_content":""},{"role":"tool","tool_call_id":"c1","content":[{"type":"text","text":"x"},{"type":"text","text":"x"}]}]}
    a result that is an error: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c3","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c4","type":"function","function":{"name":"f","arguments":"{}"}}],"reasoning_content":""},{"role":"tool","tool_call_id":"c1","content":"Error: x"},{"role":"tool","tool_call_id":"c2","content":"ERROR: x"},{"role":"tool","tool_call_id":"c3","content":"Error"},{"role":"tool","tool_call_id":"c4","content":"Error"},{"role":"user","content":[{"type":"text","text":"Content of the tool result c4:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ=="}}]}]}
    a call with blank arguments: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":" "}}],"reasoning_content":""}]}
    a call with arguments that are no object: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"[1]"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"\\"x\\""}}],"reasoning_content":""}]}
    a system prompt of two blocks: {"messages":[{"role":"system","content":[{"type":"text","text":"x"},{"type":"text","text":"y"}]}]}
    instructions at the start: {"messages":[{"role":"system","content":"x"},{"role":"system","content":"y"},{"role":"user","content":"x"}]}
    instructions alone: {"messages":[{"role":"system","content":"x"}]}
    citations of each vendor: {"messages":[{"role":"user","content":"x"}]}
    citations of the model: {"messages":[{"role":"assistant","content":"x","annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":1,"title":"","url":"u"}}]}]}
    a cache hint without a lifetime: {"messages":[{"role":"user","content":"x"}]}
    a cache hint of 30 minutes: {"messages":[{"role":"user","content":"x"}]}
    a cache hint with a mode: {"messages":[{"role":"user","content":"x"}]}
    turns of one role: {"messages":[{"role":"user","content":"x"},{"role":"user","content":"y"},{"role":"assistant","content":"x"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}],"reasoning_content":""}]}
    results out of order: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}}],"reasoning_content":""},{"role":"tool","tool_call_id":"c1","content":"x"},{"role":"tool","tool_call_id":"c2","content":"x"},{"role":"tool","tool_call_id":"c9","content":"x"},{"role":"user","content":"x"}]}
    a freeform call and its result: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"custom","custom":{"name":"f","input":"do it"}}],"reasoning_content":""},{"role":"tool","tool_call_id":"c1","content":"x"}]}
    a hosted tool: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}]}
    a strict tool: {"tools":[{"type":"function","function":{"name":"f","description":"d","parameters":{"type":"object"}}}]}
    a tool without parameters: {"tools":[{"type":"function","function":{"name":"f"}}]}
    a forced tool: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":{"type":"function","function":{"name":"f"}},"parallel_tool_calls":false}
    a required call: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":"required","parallel_tool_calls":true}
    parallel calls alone: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"parallel_tool_calls":false}
    no calls: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":"none","parallel_tool_calls":true}
    every setting: {"stop":["x"],"temperature":0.5,"top_p":0.6,"frequency_penalty":0.1,"presence_penalty":0.2,"n":2,"stream":true,"stream_options":{"include_usage":true},"prompt_cache_key":"k","prompt_cache_retention":"24h"}
    log probabilities: {}
    plain JSON: {"response_format":{"type":"json_object"}}
    plain text: {"response_format":{"type":"text"}}
    an answer with a name: {"messages":[{"role":"assistant","content":"No","name":"n"}]}
    a result without a call: {"messages":[{"role":"tool","tool_call_id":"c1","content":"x"}]}
    a system message midway: {"messages":[{"role":"user","content":"x"},{"role":"system","content":"x"},{"role":"user","content":"x"}]}
    a cache hint on a text: {"messages":[{"role":"user","content":"x"}]}
    a cache hint on a call: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}],"reasoning_content":""}]}
    a cache hint on a tool: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}]}
    no output limit: {}
    a high temperature: {"temperature":1.5}
    a huge seed: {}
    a stop sequence of white space: {"stop":[" "]}
    six stop sequences: {"stop":["1","2","3","4","5","6"]}
    another vendor's service tier: {}
    the plain service tier: {}
    the automatic service tier: {}
    a modality beside text: {}
    thinking switched on: {"thinking":{"type":"enabled"}}
    thinking switched off: {"thinking":{"type":"disabled"}}
    adaptive thinking: {"thinking":{"type":"enabled"}}
    adaptive thinking with a budget: {"thinking":{"type":"enabled"}}
    a small budget: {}
    a medium budget: {"max_completion_tokens":20000}
    a large budget: {"max_completion_tokens":30000}
    a budget beyond the output limit: {"max_completion_tokens":1000}
    a budget and an effort: {"reasoning_effort":"low"}
    the least effort: {"reasoning_effort":"low"}
    no effort: {"reasoning_effort":"low"}
    the most effort: {"reasoning_effort":"max"}
    a medium effort: {"reasoning_effort":"medium"}
    a very high effort: {"reasoning_effort":"high"}
    an effort and thinking: {"thinking":{"type":"enabled"},"reasoning_effort":"high"}
    a budget of zero: {}
    a budget of 4096: {}
    a budget of 4097: {}
    a budget of 16384: {"max_completion_tokens":40000}
    a budget of 16385: {"max_completion_tokens":40000}
    an output limit of 1024: {"max_completion_tokens":1024}
    an output limit of 1025: {"max_completion_tokens":1025}
    a temperature of 1: {"temperature":1}
    a temperature of 2: {"temperature":2}
    a seed of 31 bits: {}
    a negative seed of 32 bits: {}
    five stop sequences: {"stop":["1","2","3","4","5"]}
    the default service tier: {}
    the flexible service tier: {}
    an effort that nobody knows: {}
    thinking shown in full: {"thinking":{"type":"enabled"}}
    a way to show thinking that nobody knows: {"thinking":{"type":"enabled"}}
    a display without thinking: {}
    a schema with bounds: {"response_format":{"type":"json_schema","json_schema":{"name":"n","description":"d","schema":{"type":"object","properties":{"a":{"type":"string","minLength":1,"pattern":"x"},"b":{"$ref":"#/$defs/d"},"c":{"const":1}},"$defs":{"d":{"type":"integer","minimum":2}}}}}}
    a schema without a name: {"response_format":{"type":"json_schema","json_schema":{"name":"response","schema":{"type":"object","additionalProperties":false}}}}
    a tool with a rich schema: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"a":{"type":"string","minLength":1,"pattern":"x"},"b":{"$ref":"#/$defs/d"},"c":{"const":1}},"$defs":{"d":{"type":"integer","minimum":2}}}}}]}
    a tool without a type: {"tools":[{"type":"function","function":{"name":"f","parameters":{"properties":{}}}}]}
    a tool with an odd name: {"tools":[{"type":"function","function":{"name":"a b","parameters":{"type":"object"}}}]}
    a choice among some tools: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":"auto"}
    a choice of an unknown tool: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":"auto"}
    a required call without tools: {"tool_choice":"required"}
    a choice without tools: {"tool_choice":"none"}
    a stream: {"stream":true,"stream_options":{"include_usage":true}}
  `,
  );
  describeForms(
    "writes each value in the form of copilot",
    listWrittenBodies(copilot),
    `
    a text without words: {"messages":[{"role":"user","content":" "}]}
    a citation of another vendor: {"messages":[{"role":"user","content":"x"}]}
    an image of a rare type: {"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/tiff;base64,QQ=="}}]}]}
    an image that is text: {"messages":[{"role":"user","content":""}]}
    an image in another vendor's files: {"messages":[{"role":"user","content":""}]}
    an image in a file of a known type: {"messages":[{"role":"user","content":""}]}
    files that Google keeps: {"messages":[{"role":"user","content":""}]}
    an image of the assistant: {"messages":[{"role":"assistant","content":""}]}
    an image in the system prompt: {"messages":[{"role":"system","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ=="}}]}]}
    a document of a rare type: {"messages":[{"role":"user","content":""}]}
    a document of Markdown: {"messages":[{"role":"user","content":"#"}]}
    a document to cite: {"messages":[{"role":"user","content":""}]}
    a document of the assistant: {"messages":[{"role":"assistant","content":""}]}
    sound of a rare format: {"messages":[{"role":"user","content":""}]}
    sound by URL: {"messages":[{"role":"user","content":""}]}
    a call of the user: {"messages":[{"role":"user","content":""}]}
    thinking of the user: {"messages":[{"role":"user","content":""}]}
    thinking without a proof: {"messages":[{"role":"assistant","content":null,"reasoning_text":"hm","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}]}
    thinking of another vendor: {"messages":[{"role":"assistant","content":"","reasoning_text":"hm"}]}
    a call that was cut off: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\":1,\\"b"}}]}]}
    a result given twice: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"x"}]}
    two different results: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"x"}]}
    a result with several texts: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":[{"type":"text","text":"x"},{"type":"text","text":"x"}]}]}
    a result that is an error: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c3","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c4","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"Error: x"},{"role":"tool","tool_call_id":"c2","content":"ERROR: x"},{"role":"tool","tool_call_id":"c3","content":"Error"},{"role":"tool","tool_call_id":"c4","content":"Error"},{"role":"user","content":[{"type":"text","text":"Content of the tool result c4:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ=="}}]}]}
    a call with blank arguments: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":" "}}]}]}
    a call with arguments that are no object: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"[1]"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"\\"x\\""}}]}]}
    a system prompt of two blocks: {"messages":[{"role":"system","content":[{"type":"text","text":"x"},{"type":"text","text":"y"}]}]}
    instructions at the start: {"messages":[{"role":"system","content":"x"},{"role":"system","content":"y"},{"role":"user","content":"x"}]}
    instructions alone: {"messages":[{"role":"system","content":"x"}]}
    citations of each vendor: {"messages":[{"role":"user","content":"x"}]}
    citations of the model: {"messages":[{"role":"assistant","content":"x","annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":1,"title":"","url":"u"}}]}]}
    a cache hint without a lifetime: {"messages":[{"role":"user","content":"x"}]}
    a cache hint of 30 minutes: {"messages":[{"role":"user","content":"x"}]}
    a cache hint with a mode: {"messages":[{"role":"user","content":"x"}]}
    turns of one role: {"messages":[{"role":"user","content":"x"},{"role":"user","content":"y"},{"role":"assistant","content":"x"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}]}
    results out of order: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"x"},{"role":"tool","tool_call_id":"c2","content":"x"},{"role":"tool","tool_call_id":"c9","content":"x"},{"role":"user","content":"x"}]}
    a freeform call and its result: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"custom","custom":{"name":"f","input":"do it"}}]},{"role":"tool","tool_call_id":"c1","content":"x"}]}
    a hosted tool: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}]}
    a strict tool: {"tools":[{"type":"function","function":{"name":"f","description":"d","parameters":{"type":"object"},"strict":true}}]}
    a tool without parameters: {"tools":[{"type":"function","function":{"name":"f"}}]}
    a forced tool: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":{"type":"function","function":{"name":"f"}},"parallel_tool_calls":false}
    a required call: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":"required","parallel_tool_calls":true}
    parallel calls alone: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"parallel_tool_calls":false}
    no calls: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":"none","parallel_tool_calls":true}
    every setting: {"stop":["x"],"temperature":0.5,"top_p":0.6,"seed":8,"frequency_penalty":0.1,"presence_penalty":0.2,"n":2,"stream":true,"stream_options":{"include_usage":true},"user":"u"}
    log probabilities: {"logprobs":true,"top_logprobs":3}
    plain JSON: {"response_format":{"type":"json_object"}}
    plain text: {"response_format":{"type":"text"}}
    an answer with a name: {"messages":[{"role":"assistant","content":"No","name":"n"}]}
    a result without a call: {"messages":[{"role":"tool","tool_call_id":"c1","content":"x"}]}
    a system message midway: {"messages":[{"role":"user","content":"x"},{"role":"system","content":"x"},{"role":"user","content":"x"}]}
    a cache hint on a text: {"messages":[{"role":"user","content":"x"}]}
    a cache hint on a call: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}]}
    a cache hint on a tool: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}]}
    no output limit: {}
    a high temperature: {"temperature":1.5}
    a huge seed: {"seed":1099511627776}
    a stop sequence of white space: {"stop":[" "]}
    six stop sequences: {"stop":["1","2","3","4","5","6"]}
    another vendor's service tier: {}
    the plain service tier: {}
    the automatic service tier: {}
    a modality beside text: {}
    thinking switched on: {}
    thinking switched off: {"reasoning_effort":"none"}
    adaptive thinking: {}
    adaptive thinking with a budget: {"thinking_budget":2000}
    a small budget: {"thinking_budget":10}
    a medium budget: {"max_tokens":20000,"thinking_budget":10000}
    a large budget: {"max_tokens":30000,"thinking_budget":20000}
    a budget beyond the output limit: {"max_tokens":1000,"thinking_budget":5000}
    a budget and an effort: {"thinking_budget":5000,"reasoning_effort":"low"}
    the least effort: {"reasoning_effort":"minimal"}
    no effort: {"reasoning_effort":"none"}
    the most effort: {"reasoning_effort":"max"}
    a medium effort: {"reasoning_effort":"medium"}
    a very high effort: {"reasoning_effort":"xhigh"}
    an effort and thinking: {"reasoning_effort":"high"}
    a budget of zero: {"thinking_budget":0}
    a budget of 4096: {"thinking_budget":4096}
    a budget of 4097: {"thinking_budget":4097}
    a budget of 16384: {"max_tokens":40000,"thinking_budget":16384}
    a budget of 16385: {"max_tokens":40000,"thinking_budget":16385}
    an output limit of 1024: {"max_tokens":1024,"thinking_budget":2000}
    an output limit of 1025: {"max_tokens":1025,"thinking_budget":2000}
    a temperature of 1: {"temperature":1}
    a temperature of 2: {"temperature":2}
    a seed of 31 bits: {"seed":2147483647}
    a negative seed of 32 bits: {"seed":-2147483648}
    five stop sequences: {"stop":["1","2","3","4","5"]}
    the default service tier: {}
    the flexible service tier: {}
    an effort that nobody knows: {}
    thinking shown in full: {}
    a way to show thinking that nobody knows: {}
    a display without thinking: {}
    a schema with bounds: {"response_format":{"type":"json_schema","json_schema":{"name":"n","description":"d","schema":{"type":"object","properties":{"a":{"type":"string","minLength":1,"pattern":"x"},"b":{"$ref":"#/$defs/d"},"c":{"const":1}},"$defs":{"d":{"type":"integer","minimum":2}}}}}}
    a schema without a name: {"response_format":{"type":"json_schema","json_schema":{"name":"response","schema":{"type":"object","additionalProperties":false}}}}
    a tool with a rich schema: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"a":{"type":"string","minLength":1,"pattern":"x"},"b":{"$ref":"#/$defs/d"},"c":{"const":1}},"$defs":{"d":{"type":"integer","minimum":2}}}}}]}
    a tool without a type: {"tools":[{"type":"function","function":{"name":"f","parameters":{"properties":{}}}}]}
    a tool with an odd name: {"tools":[{"type":"function","function":{"name":"a b","parameters":{"type":"object"}}}]}
    a choice among some tools: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}},{"type":"function","function":{"name":"g","parameters":{"type":"object"}}}],"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[{"type":"function","function":{"name":"f"}}]}}}
    a choice of an unknown tool: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[{"type":"function","function":{"name":"f"}},{"type":"function","function":{"name":"z"}}]}}}
    a required call without tools: {"tool_choice":"required"}
    a choice without tools: {"tool_choice":"none"}
    a stream: {"stream":true,"stream_options":{"include_usage":true}}
  `,
  );
});
