import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWrittenBodies } from "../../fixtures/writer-notes.ts";
import { codex } from "../index.ts";

describe("the blocks of a request", () => {
  const blocks = /text|citation|image|document|sound|call|thinking|result|cache hint|answer/;
  describeForms(
    "are written in the form of the vendor",
    listWrittenBodies(codex, blocks),
    `
    a text without words: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":" "}]}]}
    a citation of another vendor: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]}
    an image of a rare type: {"input":[{"type":"message","role":"user","content":[{"type":"input_image","image_url":"data:image/tiff;base64,QQ=="}]}]}
    an image that is text: {"input":[{"type":"message","role":"user","content":[{"type":"input_image","image_url":"data:image/svg+xml;base64,PHN2Zy8+"}]}]}
    an image in another vendor's files: {"input":[{"type":"message","role":"user","content":[{"type":"input_image","file_id":"f1"}]}]}
    an image in a file of a known type: {"input":[{"type":"message","role":"user","content":[{"type":"input_image","file_id":"f"}]}]}
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
    citations of each vendor: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]}
    citations of the model: {"input":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x","annotations":[{"type":"odd","url":"u","a":1},{"type":"file_citation"}]}]}]}
    a cache hint without a lifetime: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x","prompt_cache_breakpoint":{"mode":"explicit"}}]}]}
    a cache hint of 30 minutes: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x","prompt_cache_breakpoint":{"mode":"explicit","ttl":"30m"}}]}]}
    a cache hint with a mode: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x","prompt_cache_breakpoint":{"mode":"explicit","ttl":"5m"}}]}]}
    results out of order: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":"function_call","call_id":"c2","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c2","output":"x"},{"type":"function_call_output","call_id":"c1","output":"x"},{"type":"function_call_output","call_id":"c9","output":"x"},{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]}
    a freeform call and its result: {"input":[{"type":"custom_tool_call","call_id":"c1","name":"f","input":"do it"},{"type":"custom_tool_call_output","call_id":"c1","output":"x"}]}
    a required call: {"tools":[{"type":"function","name":"f","parameters":{"type":"object"},"strict":false}],"tool_choice":"required","parallel_tool_calls":true}
    parallel calls alone: {"tools":[{"type":"function","name":"f","parameters":{"type":"object"},"strict":false}],"parallel_tool_calls":false}
    no calls: {"tools":[{"type":"function","name":"f","parameters":{"type":"object"},"strict":false}],"tool_choice":"none","parallel_tool_calls":true}
    plain text: {"text":{"format":{"type":"text"}}}
    an answer with a name: {"input":[{"type":"message","role":"assistant","content":[{"type":"refusal","refusal":"No"}]}]}
    a result without a call: {"input":[{"type":"function_call_output","call_id":"c1","output":"x"}]}
    a cache hint on a text: {"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x","prompt_cache_breakpoint":{"mode":"explicit"}}]}]}
    a cache hint on a call: {"input":[{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"}]}
    a cache hint on a tool: {"tools":[{"type":"function","name":"f","parameters":{"type":"object"},"strict":false}]}
    a modality beside text: {}
    thinking switched on: {"reasoning":{"effort":"medium"}}
    thinking switched off: {"reasoning":{"effort":"none"}}
    adaptive thinking: {"reasoning":{"effort":"medium"}}
    adaptive thinking with a budget: {"reasoning":{"effort":"low"}}
    an effort and thinking: {"reasoning":{"effort":"high","summary":"auto"}}
    thinking shown in full: {"reasoning":{"effort":"medium","summary":"detailed"}}
    a way to show thinking that nobody knows: {"reasoning":{"effort":"medium"}}
    a display without thinking: {"reasoning":{"summary":"auto"}}
    a required call without tools: {"tool_choice":"required"}
  `,
  );
});
