import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listReadRequests, listRewrittenRequests } from "../../fixtures/reading.ts";
import { requests } from "../fixtures/wire-forms.ts";
import { gemini } from "../index.ts";

const blocks = Object.fromEntries(
  Object.entries(requests).filter(([name]) =>
    /part|block|call|answer|result|message|reasoning|breakpoint|compaction|item/.test(name),
  ),
);

describe("the content of requests", () => {
  describeForms(
    "is read in every form",
    listReadRequests(gemini, blocks),
    `
    parts of the wrong type: throws contract_schema_violation: $.contents[0].parts is number, expected a list
    no parts: {"messages":[{"role":"user","content":[],"vendor":{"gemini":{"odd":1}}}]}
    a system prompt of parts: {"system":[{"type":"text","text":"s"}],"vendor":{"gemini":{"systemInstruction":{"odd":1}}}}
    parts of every kind: {"messages":[{"role":"user","content":[{"type":"text","text":"x","vendor":{"gemini":{"odd":1}}},{"type":"text","text":""},{"type":"image","source":{"kind":"base64","mediaType":"image/png","data":"QQ=="},"vendor":{"gemini":{"odd":2,"inlineData":{"odd":1}}}},{"type":"audio","source":{"kind":"base64","mediaType":"audio/wav","data":""}},{"type":"document","source":{"kind":"url","url":"https://x/a.pdf"}},{"type":"video","source":{"kind":"file","id":"gs://b/a.mp4","issuer":"google"}},{"type":"video","source":{"kind":"url","url":"https://youtu.be/x"}},{"type":"document","source":{"kind":"file","id":"files/1","issuer":"google","mediaType":"text/plain"}},{"type":"tool_result","id":"i","name":"f","kind":"function","content":[{"type":"text","text":"no"},{"type":"image","source":{"kind":"base64","mediaType":"image/png","data":""}},{"type":"opaque","dialect":"gemini","kind":"functionResponsePart","value":{"odd":1}}],"isError":true,"vendor":{"gemini":{"functionResponse":{"odd":1}}}},{"type":"opaque","dialect":"gemini","kind":"executableCode","id":"e","value":{"executableCode":{"id":"e"}},"rendering":"[Code that was run]\\n\`\`\`\\n\\n\`\`\`","isRun":true},{"type":"opaque","dialect":"gemini","kind":"part","value":{"odd":1}}]}]}
    parts of the model: {"messages":[{"role":"assistant","content":[{"type":"thinking","text":"hm","summary":true,"signature":"s"},{"type":"thinking","text":"","summary":true,"vendor":{"gemini":{"thought":true}}},{"type":"text","text":"x"},{"type":"thinking","text":"","signature":"s"},{"type":"thinking","text":"","signature":"s"},{"type":"thinking","text":"","signature":"s"},{"type":"tool_use","id":"i","name":"f","kind":"function","input":{"a":1},"signature":"s","vendor":{"gemini":{"odd":2,"functionCall":{"odd":1}}}},{"type":"tool_use","id":"gemini_call_1","name":"f","kind":"function","input":{}},{"type":"tool_use","id":"gemini_call_2","name":"f","kind":"function","input":"UNDEFINED","inputText":"{\\"a\\":1"},{"type":"opaque","dialect":"gemini","kind":"functionCall","value":{"functionCall":{"args":{}}}},{"type":"opaque","dialect":"gemini","kind":"functionResponse","value":{"functionResponse":{"name":"f"}}},{"type":"opaque","dialect":"gemini","kind":"inlineData","value":{"inlineData":{"mimeType":"image/png","data":""},"thought":true},"vendor":{"abp:optional":{}}}]}]}
    a call of the user without a name: throws contract_schema_violation: $.contents[0].parts[0].functionCall.name is required
    a call that is no object: throws contract_schema_violation: $.contents[0].parts[0].functionCall is number, expected an object
    a result without a name: throws contract_schema_violation: $.contents[0].parts[0].functionResponse.name is required
    a result that is no object: throws contract_schema_violation: $.contents[0].parts[0].functionResponse.response is number, expected an object
    results by name and by id: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"gemini_call_0","name":"f","kind":"function","input":{}},{"type":"tool_use","id":"gemini_call_1","name":"f","kind":"function","input":{}},{"type":"tool_use","id":"i","name":"g","kind":"function","input":{}}]},{"role":"user","content":[{"type":"tool_result","id":"gemini_call_0","name":"f","kind":"function","content":[{"type":"text","text":"{\\"a\\":1}"}]},{"type":"tool_result","id":"gemini_call_1","name":"f","kind":"function","content":[]},{"type":"tool_result","id":"i","name":"g","kind":"function","content":[{"type":"text","text":"{\\"output\\":{\\"a\\":1}}"}]},{"type":"tool_result","id":"gemini_call_3","name":"never","kind":"function","content":[{"type":"text","text":"{\\"output\\":\\"{}\\"}"}]}]}]}
    results that no call asked for: {"messages":[{"role":"user","content":[{"type":"tool_result","id":"gemini_call_0","name":"a","kind":"function","content":[{"type":"text","text":"{}"}]},{"type":"tool_result","id":"gemini_call_1","name":"b","kind":"function","content":[{"type":"text","text":"{}"}]},{"type":"tool_result","id":"gemini_call_2","name":"c","kind":"function","content":[{"type":"text","text":"{}"}]}]},{"role":"assistant","content":[{"type":"tool_use","id":"gemini_call_3","name":"d","kind":"function","input":{}}]}]}
    an empty calling configuration: {"vendor":{"gemini":{"toolConfig":{"functionCallingConfig":{}}}}}
    `,
  );

  describeForms(
    "is written back in the form that it had",
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
