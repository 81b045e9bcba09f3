import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWrittenBodies } from "../../fixtures/writer-notes.ts";
import { openai } from "../../openai/index.ts";

describe("the blocks of a request", () => {
  const blocks = /text|citation|image|document|sound|call|thinking|result|cache hint|answer/;
  describeForms(
    "are written in the form of the vendor",
    listWrittenBodies(openai, blocks),
    `
    a text without words: {"messages":[{"role":"user","content":" "}]}
    a citation of another vendor: {"messages":[{"role":"user","content":"x"}]}
    an image of a rare type: {"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/tiff;base64,QQ=="}}]}]}
    an image that is text: {"messages":[{"role":"user","content":""}]}
    an image in another vendor's files: {"messages":[{"role":"user","content":""}]}
    an image in a file of a known type: {"messages":[{"role":"user","content":""}]}
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
    citations of each vendor: {"messages":[{"role":"user","content":"x"}]}
    citations of the model: {"messages":[{"role":"assistant","content":"x","annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":1,"title":"","url":"u"}}]}]}
    a cache hint without a lifetime: {"messages":[{"role":"user","content":[{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"explicit"}}]}]}
    a cache hint of 30 minutes: {"messages":[{"role":"user","content":[{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"explicit","ttl":"30m"}}]}]}
    a cache hint with a mode: {"messages":[{"role":"user","content":[{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"explicit"}}]}]}
    results out of order: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"x"},{"role":"tool","tool_call_id":"c2","content":"x"},{"role":"tool","tool_call_id":"c9","content":"x"},{"role":"user","content":"x"}]}
    a freeform call and its result: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"custom","custom":{"name":"f","input":"do it"}}]},{"role":"tool","tool_call_id":"c1","content":"x"}]}
    a required call: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":"required","parallel_tool_calls":true}
    parallel calls alone: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"parallel_tool_calls":false}
    no calls: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":"none","parallel_tool_calls":true}
    plain text: {"response_format":{"type":"text"}}
    an answer with a name: {"messages":[{"role":"assistant","content":null,"refusal":"No","name":"n"}]}
    a result without a call: {"messages":[{"role":"tool","tool_call_id":"c1","content":"x"}]}
    a cache hint on a text: {"messages":[{"role":"user","content":[{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"explicit"}}]}]}
    a cache hint on a call: {"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}]}
    a cache hint on a tool: {"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}]}
    a modality beside text: {"modalities":["text","audio"]}
    thinking switched on: {}
    thinking switched off: {"reasoning_effort":"none"}
    adaptive thinking: {}
    adaptive thinking with a budget: {"reasoning_effort":"low"}
    an effort and thinking: {"reasoning_effort":"high"}
    thinking shown in full: {}
    a way to show thinking that nobody knows: {}
    a display without thinking: {}
    a required call without tools: {"tool_choice":"required"}
  `,
  );
});
