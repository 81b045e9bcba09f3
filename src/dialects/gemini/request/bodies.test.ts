import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWrittenBodies } from "../../fixtures/writer-notes.ts";
import { gemini } from "../index.ts";

describe("the writer of requests", () => {
  describeForms(
    "writes each value in the form of the vendor",
    listWrittenBodies(gemini),
    `
    a text without words: {"contents":[{"role":"user","parts":[{"text":" "}]}]}
    a citation of another vendor: {"contents":[{"role":"user","parts":[{"text":"x"}]}]}
    an image of a rare type: {"contents":[{"role":"user","parts":[{"inlineData":{"mimeType":"image/tiff","data":"QQ=="}}]}]}
    an image that is text: {"contents":[{"role":"user","parts":[{"inlineData":{"mimeType":"text/plain","data":"PHN2Zy8+"}}]}]}
    an image in another vendor's files: {}
    an image in a file of a known type: {}
    files that Google keeps: {"contents":[{"role":"user","parts":[{"fileData":{"fileUri":"f"}},{"fileData":{"fileUri":"gs://bucket/a.png"}}]}]}
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
    a system prompt of two blocks: {"systemInstruction":{"parts":[{"text":"x"},{"text":"y"}]}}
    instructions at the start: {"systemInstruction":{"parts":[{"text":"x"},{"text":"y"}]},"contents":[{"role":"user","parts":[{"text":"x"}]}]}
    instructions alone: {"systemInstruction":{"parts":[{"text":"x"}]}}
    citations of each vendor: {"contents":[{"role":"user","parts":[{"text":"x"}]}]}
    citations of the model: {"contents":[{"role":"model","parts":[{"text":"x"}]}]}
    a cache hint without a lifetime: {"contents":[{"role":"user","parts":[{"text":"x"}]}]}
    a cache hint of 30 minutes: {"contents":[{"role":"user","parts":[{"text":"x"}]}]}
    a cache hint with a mode: {"contents":[{"role":"user","parts":[{"text":"x"}]}]}
    turns of one role: {"contents":[{"role":"user","parts":[{"text":"x"},{"text":"y"}]},{"role":"model","parts":[{"text":"x"},{"functionCall":{"id":"c1","name":"f","args":{}}}]}]}
    results out of order: {"contents":[{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}},{"functionCall":{"id":"c2","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"f","response":{"output":"x"}}},{"functionResponse":{"id":"c2","name":"f","response":{"output":"x"}}},{"functionResponse":{"id":"c9","name":"c9","response":{"output":"x"}}},{"text":"x"}]}]}
    a freeform call and its result: {"contents":[{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"do it"}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"f","response":{"output":"x"}}}]}]}
    a hosted tool: {"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object"}}]}]}
    a strict tool: {"tools":[{"functionDeclarations":[{"name":"f","description":"d","parametersJsonSchema":{"type":"object"}}]}],"toolConfig":{"functionCallingConfig":{"mode":"VALIDATED"}}}
    a tool without parameters: {"tools":[{"functionDeclarations":[{"name":"f"}]}]}
    a forced tool: {"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object"}}]}],"toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["f"]}}}
    a required call: {"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object"}}]}],"toolConfig":{"functionCallingConfig":{"mode":"ANY"}}}
    parallel calls alone: {"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object"}}]}]}
    no calls: {"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object"}}]}],"toolConfig":{"functionCallingConfig":{"mode":"NONE"}}}
    every setting: {"generationConfig":{"temperature":0.5,"topP":0.6,"topK":7,"seed":8,"presencePenalty":0.2,"frequencyPenalty":0.1,"candidateCount":2,"maxOutputTokens":8000,"stopSequences":["x"]},"store":true}
    log probabilities: {"generationConfig":{"maxOutputTokens":8000,"responseLogprobs":true,"logprobs":3}}
    plain JSON: {"generationConfig":{"maxOutputTokens":8000,"responseMimeType":"application/json"}}
    plain text: {"generationConfig":{"maxOutputTokens":8000,"responseMimeType":"text/plain"}}
    an answer with a name: {"contents":[{"role":"model","parts":[{"text":"No"}]}]}
    a result without a call: {"contents":[{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"c1","response":{"output":"x"}}}]}]}
    a system message midway: {"contents":[{"role":"user","parts":[{"text":"x"},{"text":"<system>\\nx\\n</system>"},{"text":"x"}]}]}
    a cache hint on a text: {"contents":[{"role":"user","parts":[{"text":"x"}]}]}
    a cache hint on a call: {"contents":[{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]}]}
    a cache hint on a tool: {"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object"}}]}]}
    no output limit: {}
    a high temperature: {"generationConfig":{"temperature":1.5,"maxOutputTokens":8000}}
    a huge seed: {}
    a stop sequence of white space: {"generationConfig":{"maxOutputTokens":8000,"stopSequences":[" "]}}
    six stop sequences: {"generationConfig":{"maxOutputTokens":8000,"stopSequences":["1","2","3","4","5","6"]}}
    another vendor's service tier: {}
    the plain service tier: {"serviceTier":"standard"}
    the automatic service tier: {}
    a modality beside text: {"generationConfig":{"maxOutputTokens":8000,"responseModalities":["TEXT","AUDIO"]}}
    thinking switched on: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"includeThoughts":true}}}
    thinking switched off: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"thinkingBudget":0}}}
    adaptive thinking: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"thinkingBudget":-1}}}
    adaptive thinking with a budget: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"thinkingBudget":2000}}}
    a small budget: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"thinkingBudget":10}}}
    a medium budget: {"generationConfig":{"maxOutputTokens":20000,"thinkingConfig":{"thinkingBudget":10000}}}
    a large budget: {"generationConfig":{"maxOutputTokens":30000,"thinkingConfig":{"thinkingBudget":20000}}}
    a budget beyond the output limit: {"generationConfig":{"maxOutputTokens":1000,"thinkingConfig":{"thinkingBudget":5000}}}
    a budget and an effort: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"thinkingBudget":5000}}}
    the least effort: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"thinkingLevel":"MINIMAL"}}}
    no effort: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"thinkingBudget":0}}}
    the most effort: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"thinkingLevel":"HIGH"}}}
    a medium effort: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"thinkingLevel":"MEDIUM"}}}
    a very high effort: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"thinkingLevel":"HIGH"}}}
    an effort and thinking: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"includeThoughts":true,"thinkingLevel":"HIGH"}}}
    a budget of zero: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"thinkingBudget":0}}}
    a budget of 4096: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"thinkingBudget":4096}}}
    a budget of 4097: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"thinkingBudget":4097}}}
    a budget of 16384: {"generationConfig":{"maxOutputTokens":40000,"thinkingConfig":{"thinkingBudget":16384}}}
    a budget of 16385: {"generationConfig":{"maxOutputTokens":40000,"thinkingConfig":{"thinkingBudget":16385}}}
    an output limit of 1024: {"generationConfig":{"maxOutputTokens":1024,"thinkingConfig":{"thinkingBudget":2000}}}
    an output limit of 1025: {"generationConfig":{"maxOutputTokens":1025,"thinkingConfig":{"thinkingBudget":2000}}}
    a temperature of 1: {"generationConfig":{"temperature":1,"maxOutputTokens":8000}}
    a temperature of 2: {"generationConfig":{"temperature":2,"maxOutputTokens":8000}}
    a seed of 31 bits: {"generationConfig":{"seed":2147483647,"maxOutputTokens":8000}}
    a negative seed of 32 bits: {"generationConfig":{"seed":-2147483648,"maxOutputTokens":8000}}
    five stop sequences: {"generationConfig":{"maxOutputTokens":8000,"stopSequences":["1","2","3","4","5"]}}
    the default service tier: {"serviceTier":"standard"}
    the flexible service tier: {"serviceTier":"flex"}
    an effort that nobody knows: {}
    thinking shown in full: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"includeThoughts":true}}}
    a way to show thinking that nobody knows: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"includeThoughts":true}}}
    a display without thinking: {"generationConfig":{"maxOutputTokens":8000,"thinkingConfig":{"includeThoughts":true}}}
    a schema with bounds: {"generationConfig":{"maxOutputTokens":8000,"responseMimeType":"application/json","responseJsonSchema":{"title":"n","description":"d","type":"object","properties":{"a":{"type":"string","minLength":1,"pattern":"x"},"b":{"type":"integer","minimum":2},"c":{"enum":[1]}}}}}
    a schema without a name: {"generationConfig":{"maxOutputTokens":8000,"responseMimeType":"application/json","responseJsonSchema":{"type":"object","additionalProperties":false}}}
    a tool with a rich schema: {"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object","properties":{"a":{"type":"string","minLength":1,"pattern":"x"},"b":{"type":"integer","minimum":2},"c":{"enum":[1]}}}}]}]}
    a tool without a type: {"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"properties":{}}}]}]}
    a tool with an odd name: {"tools":[{"functionDeclarations":[{"name":"a b","parametersJsonSchema":{"type":"object"}}]}]}
    a choice among some tools: {"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object"}},{"name":"g","parametersJsonSchema":{"type":"object"}}]}],"toolConfig":{"functionCallingConfig":{"mode":"VALIDATED","allowedFunctionNames":["f"]}}}
    a choice of an unknown tool: {"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object"}}]}],"toolConfig":{"functionCallingConfig":{"mode":"VALIDATED","allowedFunctionNames":["f","z"]}}}
    a required call without tools: {"toolConfig":{"functionCallingConfig":{"mode":"ANY"}}}
    a choice without tools: {"toolConfig":{"functionCallingConfig":{"mode":"NONE"}}}
    a stream: {}
  `,
  );
});
