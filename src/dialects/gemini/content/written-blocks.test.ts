import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWrittenBodies } from "../../fixtures/writer-notes.ts";
import { gemini } from "../index.ts";

describe("the blocks of a request", () => {
  const blocks = /text|citation|image|document|sound|call|thinking|result|cache hint|answer/;
  describeForms(
    "are written in the form of the vendor",
    listWrittenBodies(gemini, blocks),
    `
    a text without words: {"contents":[{"role":"user","parts":[{"text":" "}]}]}
    a citation of another vendor: {"contents":[{"role":"user","parts":[{"text":"x"}]}]}
    an image of a rare type: {"contents":[{"role":"user","parts":[{"inlineData":{"mimeType":"image/tiff","data":"QQ=="}}]}]}
    an image that is text: {"contents":[{"role":"user","parts":[{"inlineData":{"mimeType":"text/plain","data":"PHN2Zy8+"}}]}]}
    an image in another vendor's files: {}
    an image in a file of a known type: {}
    an image of the assistant: {"contents":[{"role":"model","parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="}}]}]}
    an image in the system prompt: {"systemInstruction":{"parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="}}]}}
    a document of a rare type: {"contents":[{"role":"user","parts":[{"inlineData":{"mimeType":"application/zip","data":"QQ=="}}]}]}
    a document of Markdown: {"contents":[{"role":"user","parts":[{"text":"#"}]}]}
    a document to cite: {"contents":[{"role":"user","parts":[{"inlineData":{"mimeType":"application/pdf","data":"QQ=="}}]}]}
    a document of the assistant: {"contents":[{"role":"model","parts":[{"inlineData":{"mimeType":"application/pdf","data":"QQ=="}}]}]}
    sound of a rare format: {"contents":[{"role":"user","parts":[{"inlineData":{"mimeType":"audio/flac","data":"QQ=="}}]}]}
    sound by URL: {"contents":[{"role":"user","parts":[{"fileData":{"mimeType":"audio/mpeg","fileUri":"https://x/a.mp3"}}]}]}
    a call of the user: {"contents":[{"role":"user","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]}]}
    thinking of the user: {"contents":[{"role":"user","parts":[{"text":"hm","thought":true}]}]}
    thinking without a proof: {"contents":[{"role":"model","parts":[{"text":"hm","thought":true},{"functionCall":{"id":"c1","name":"f","args":{}}}]}]}
    thinking of another vendor: {"contents":[{"role":"model","parts":[{"text":"hm","thought":true,"thoughtSignature":"s"}]}]}
    a call that was cut off: {"contents":[{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"{\\"a\\":1,\\"b"}}}]}]}
    a result given twice: {"contents":[{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"f","response":{"output":"x"}}}]}]}
    two different results: {"contents":[{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"f","response":{"output":"x"}}}]}]}
    a result with several texts: {"contents":[{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"f","response":{"output":"x\\nx"}}}]}]}
    a result that is an error: {"contents":[{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}},{"functionCall":{"id":"c2","name":"f","args":{}}},{"functionCall":{"id":"c3","name":"f","args":{}}},{"functionCall":{"id":"c4","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"f","response":{"error":"x"}}},{"functionResponse":{"id":"c2","name":"f","response":{"error":"ERROR: x"}}},{"functionResponse":{"id":"c3","name":"f","response":{"error":""}}},{"functionResponse":{"id":"c4","name":"f","response":{"error":""},"parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="}}]}}]}]}
    a call with blank arguments: {"contents":[{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]}]}
    a call with arguments that are no object: {"contents":[{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"[1]"}}},{"functionCall":{"id":"c2","name":"f","args":{"input":"\\"x\\""}}}]}]}
    citations of each vendor: {"contents":[{"role":"user","parts":[{"text":"x"}]}]}
    citations of the model: {"contents":[{"role":"model","parts":[{"text":"x"}]}]}
    a cache hint without a lifetime: {"contents":[{"role":"user","parts":[{"text":"x"}]}]}
    a cache hint of 30 minutes: {"contents":[{"role":"user","parts":[{"text":"x"}]}]}
    a cache hint with a mode: {"contents":[{"role":"user","parts":[{"text":"x"}]}]}
    results out of order: {"contents":[{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}},{"functionCall":{"id":"c2","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"f","response":{"output":"x"}}},{"functionResponse":{"id":"c2","name":"f","response":{"output":"x"}}},{"functionResponse":{"id":"c9","name":"c9","response":{"output":"x"}}},{"text":"x"}]}]}
    a freeform call and its result: {"contents":[{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"do it"}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"f","response":{"output":"x"}}}]}]}
    a required call: {"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object"}}]}],"toolConfig":{"functionCallingConfig":{"mode":"ANY"}}}
    parallel calls alone: {"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object"}}]}]}
    no calls: {"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object"}}]}],"toolConfig":{"functionCallingConfig":{"mode":"NONE"}}}
    plain text: {"generationConfig":{"maxOutputTokens":8000,"responseMimeType":"text/plain"}}
    an answer with a name: {"contents":[{"role":"model","parts":[{"text":"No"}]}]}
    a result without a call: {"contents":[{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"c1","response":{"output":"x"}}}]}]}
    a cache hint on a text: {"contents":[{"role":"user","parts":[{"text":"x"}]}]}
    a cache hint on a call: {"contents":[{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]}]}
    a cache hint on a tool: {"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object"}}]}]}
    a modality beside text: {"generationConfig":{"maxOutputTokens":8000,"responseModalities":["TEXT","AUDIO"]}}
    thinking switched on: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"includeThoughts":true}}}
    thinking switched off: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"thinkingBudget":0}}}
    adaptive thinking: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"thinkingBudget":-1}}}
    adaptive thinking with a budget: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"thinkingBudget":2000}}}
    an effort and thinking: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"includeThoughts":true,"thinkingLevel":"HIGH"}}}
    thinking shown in full: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"includeThoughts":true}}}
    a way to show thinking that nobody knows: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"includeThoughts":true}}}
    a display without thinking: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"includeThoughts":true}}}
    a required call without tools: {"toolConfig":{"functionCallingConfig":{"mode":"ANY"}}}
  `,
  );
});
