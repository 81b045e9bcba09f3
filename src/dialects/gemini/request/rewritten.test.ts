import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listRewrittenRequests } from "../../fixtures/reading.ts";
import { requests } from "../fixtures/wire-forms.ts";
import { gemini } from "../index.ts";

describe("a request that is read and written again", () => {
  describeForms(
    "writes each form of gemini back",
    listRewrittenRequests(gemini, requests),
    `
    no contents: throws contract_schema_violation: $.contents is required
    contents of the wrong type: throws contract_schema_violation: $.contents is number, expected a list
    contents that are text: {"contents":[{"role":"user","parts":[{"text":"x"}]}]}
    contents that are one object: {"contents":[{"role":"user","parts":[{"text":"x"}]}]}
    texts in a list: {"contents":[{"role":"user","parts":[{"text":"x"}]},{"role":"user","parts":[{"text":"y"}]}]}
    parts of the wrong type: throws contract_schema_violation: $.contents[0].parts is number, expected a list
    no parts: {"contents":[]}
    a role that nobody knows: throws contract_schema_violation: $.contents[0].role is "robot", expected user or model
    roles of tools: {"contents":[{"role":"function","parts":[{"functionResponse":{"name":"f","response":{"output":"ok"}}}]}]}
    a system prompt that is text: {"systemInstruction":{"parts":[{"text":"s"}]},"contents":[]}
    a system prompt of parts: {"systemInstruction":{"role":"system","parts":[{"text":"s"}],"odd":1},"contents":[]}
    parts of every kind: {"contents":[{"role":"user","parts":[{"functionResponse":{"id":"i","name":"f","response":{"error":"no"},"parts":[{"inlineData":{"mimeType":"image/png","data":""}},{"odd":1}],"odd":1}},{"text":"x","odd":1},{"text":""},{"inlineData":{"mimeType":"image/png","data":"QQ==","odd":1},"odd":2},{"inlineData":{"mimeType":"audio/wav","data":""}},{"fileData":{"mimeType":"application/pdf","fileUri":"https://x/a.pdf"}},{"fileData":{"fileUri":"gs://b/a.mp4"}},{"fileData":{"fileUri":"https://youtu.be/x"}},{"fileData":{"mimeType":"text/plain","fileUri":"files/1"}},{"executableCode":{"id":"e"}},{"odd":1}]}]}
    parts of the model: {"contents":[{"role":"model","parts":[{"text":"hm","thought":true,"thoughtSignature":"s"},{"text":"x","thoughtSignature":"s"},{"text":"","thoughtSignature":"s"},{"text":"","thoughtSignature":"s"},{"functionCall":{"id":"i","name":"f","args":{"a":1},"odd":1},"thoughtSignature":"s","odd":2},{"functionCall":{"name":"f"}},{"functionCall":{"name":"f","args":{"input":"{\\"a\\":1"}}},{"functionCall":{"args":{}}},{"functionResponse":{"name":"f"}},{"inlineData":{"mimeType":"image/png","data":""},"thought":true}]}]}
    a call of the user without a name: throws contract_schema_violation: $.contents[0].parts[0].functionCall.name is required
    a call that is no object: throws contract_schema_violation: $.contents[0].parts[0].functionCall is number, expected an object
    arguments that are no object: throws contract_schema_violation: $.contents[0].parts[0].functionCall.args is number, expected an object
    a result without a name: throws contract_schema_violation: $.contents[0].parts[0].functionResponse.name is required
    a result that is no object: throws contract_schema_violation: $.contents[0].parts[0].functionResponse.response is number, expected an object
    a file without a place: throws contract_schema_violation: $.contents[0].parts[0].fileData.fileUri is required
    results by name and by id: {"contents":[{"role":"model","parts":[{"functionCall":{"name":"f"}},{"functionCall":{"name":"f"}},{"functionCall":{"id":"i","name":"g"}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"a":1}}},{"functionResponse":{"name":"f","response":{"output":""}}},{"functionResponse":{"id":"i","name":"g","response":{"output":{"a":1}}}},{"functionResponse":{"name":"never","response":{"output":"{}"}}}]}]}
    results that no call asked for: {"contents":[{"role":"user","parts":[{"functionResponse":{"name":"a","response":{}}},{"functionResponse":{"name":"b","response":{}}},{"functionResponse":{"name":"c","response":{}}}]},{"role":"model","parts":[{"functionCall":{"name":"d"}}]}]}
    tools: {"tools":[{"functionDeclarations":[{"name":"f","description":"d","parametersJsonSchema":{"type":"object"},"odd":1},{"name":"g","parameters":{"type":"OBJECT"}},{"name":"h"}]},{"googleSearch":{}},{"codeExecution":{}}],"contents":[]}
    one tool: {"tools":{"googleSearch":{}},"contents":[]}
    tools of the wrong type: throws contract_schema_violation: $.tools is number, expected a list
    the choice AUTO: {"toolConfig":{"functionCallingConfig":{"mode":"AUTO"}},"contents":[]}
    the choice any, in small letters: {"toolConfig":{"functionCallingConfig":{"mode":"any"}},"contents":[]}
    the choice of a number: {"toolConfig":{"functionCallingConfig":{"mode":3},"odd":1},"contents":[]}
    the choice of one tool: {"toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["f"]}},"contents":[]}
    the choice among some: {"toolConfig":{"functionCallingConfig":{"mode":"VALIDATED","allowedFunctionNames":["f","g"],"odd":1}},"contents":[]}
    an unknown choice: {"contents":[],"toolConfig":{"functionCallingConfig":{"mode":"ODD"}}}
    an empty tool configuration: {"contents":[],"toolConfig":{}}
    an empty calling configuration: {"contents":[],"toolConfig":{"functionCallingConfig":{}}}
    an empty configuration: {"contents":[],"generationConfig":{}}
    sampling: {"contents":[],"generationConfig":{"temperature":1,"topP":2,"topK":3,"seed":4,"presencePenalty":5,"frequencyPenalty":6,"candidateCount":7,"maxOutputTokens":8,"stopSequences":["x"],"responseLogprobs":true,"logprobs":9,"odd":1}}
    log probabilities switched off: {"contents":[],"generationConfig":{"responseLogprobs":false,"logprobs":3}}
    plain text: {"contents":[],"generationConfig":{"responseMimeType":"text/plain"}}
    plain JSON: {"contents":[],"generationConfig":{"responseMimeType":"application/json"}}
    a JSON schema: {"contents":[],"generationConfig":{"responseMimeType":"application/json","responseJsonSchema":{"type":"object"}}}
    a schema of the older form: {"contents":[],"generationConfig":{"responseMimeType":"application/json","responseSchema":{"type":"STRING","nullable":true}}}
    another type: {"contents":[],"generationConfig":{"responseMimeType":"text/x.enum","responseSchema":{}}}
    a type that is no text: throws contract_schema_violation: $.generationConfig.responseMimeType is number, expected text
    modalities: {"contents":[],"generationConfig":{"responseModalities":["TEXT","IMAGE"]}}
    modalities in small letters: {"contents":[],"generationConfig":{"responseModalities":["text"]}}
    a budget: {"contents":[],"generationConfig":{"thinkingConfig":{"includeThoughts":true,"thinkingBudget":100,"odd":1}}}
    a budget of zero: {"contents":[],"generationConfig":{"thinkingConfig":{"includeThoughts":false,"thinkingBudget":0}}}
    a dynamic budget: {"contents":[],"generationConfig":{"thinkingConfig":{"thinkingBudget":-1}}}
    a budget that is out of range: {"contents":[],"generationConfig":{"thinkingConfig":{}}}
    a level: {"contents":[],"generationConfig":{"thinkingConfig":{"thinkingLevel":"HIGH"}}}
    a level in small letters: {"contents":[],"generationConfig":{"thinkingConfig":{"thinkingLevel":"low"}}}
    an unknown level: {"contents":[],"generationConfig":{"thinkingConfig":{"thinkingLevel":"ODD"}}}
    no settings for thinking: {"contents":[],"generationConfig":{"thinkingConfig":{}}}
    a counted request: {"contents":[],"model":"models/x"}
    other members: {"contents":[],"serviceTier":"flex","store":true,"cachedContent":"c","model":"models/x"}
    `,
  );
});
