import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listReadRequests } from "../../fixtures/reading.ts";
import { requests } from "../fixtures/wire-forms.ts";
import { gemini } from "../index.ts";

describe("the reader of requests", () => {
  describeForms(
    "reads every form",
    listReadRequests(gemini, requests),
    `
    no contents: throws contract_schema_violation: $.contents is required
    contents of the wrong type: throws contract_schema_violation: $.contents is number, expected a list
    contents that are text: {"messages":[{"role":"user","content":[{"type":"text","text":"x"}]}]}
    contents that are one object: {"messages":[{"role":"user","content":[{"type":"text","text":"x"}]}]}
    texts in a list: {"messages":[{"role":"user","content":[{"type":"text","text":"x"}]},{"role":"user","content":[{"type":"text","text":"y"}]}]}
    parts of the wrong type: throws contract_schema_violation: $.contents[0].parts is number, expected a list
    no parts: {"messages":[{"role":"user","content":[],"vendor":{"gemini":{"odd":1}}}]}
    a role that nobody knows: throws contract_schema_violation: $.contents[0].role is "robot", expected user or model
    roles of tools: {"messages":[{"role":"tool","content":[{"type":"tool_result","id":"gemini_call_0","name":"f","kind":"function","content":[{"type":"text","text":"ok"}]}]},{"role":"tool","content":[]}]}
    a system prompt that is text: {"system":[{"type":"text","text":"s"}]}
    a system prompt of parts: {"system":[{"type":"text","text":"s"}],"vendor":{"gemini":{"systemInstruction":{"odd":1}}}}
    parts of every kind: {"messages":[{"role":"user","content":[{"type":"text","text":"x","vendor":{"gemini":{"odd":1}}},{"type":"text","text":""},{"type":"image","source":{"kind":"base64","mediaType":"image/png","data":"QQ=="},"vendor":{"gemini":{"odd":2,"inlineData":{"odd":1}}}},{"type":"audio","source":{"kind":"base64","mediaType":"audio/wav","data":""}},{"type":"document","source":{"kind":"url","url":"https://x/a.pdf"}},{"type":"video","source":{"kind":"file","id":"gs://b/a.mp4","issuer":"google"}},{"type":"video","source":{"kind":"url","url":"https://youtu.be/x"}},{"type":"document","source":{"kind":"file","id":"files/1","issuer":"google","mediaType":"text/plain"}},{"type":"tool_result","id":"i","name":"f","kind":"function","content":[{"type":"text","text":"no"},{"type":"image","source":{"kind":"base64","mediaType":"image/png","data":""}},{"type":"opaque","dialect":"gemini","kind":"functionResponsePart","value":{"odd":1}}],"isError":true,"vendor":{"gemini":{"functionResponse":{"odd":1}}}},{"type":"opaque","dialect":"gemini","kind":"executableCode","id":"e","value":{"executableCode":{"id":"e"}},"rendering":"[Code that was run]\\n\`\`\`\\n\\n\`\`\`","isRun":true},{"type":"opaque","dialect":"gemini","kind":"part","value":{"odd":1}}]}]}
    parts of the model: {"messages":[{"role":"assistant","content":[{"type":"thinking","text":"hm","summary":true,"signature":"s"},{"type":"thinking","text":"","summary":true,"vendor":{"gemini":{"thought":true}}},{"type":"text","text":"x"},{"type":"thinking","text":"","signature":"s"},{"type":"thinking","text":"","signature":"s"},{"type":"thinking","text":"","signature":"s"},{"type":"tool_use","id":"i","name":"f","kind":"function","input":{"a":1},"signature":"s","vendor":{"gemini":{"odd":2,"functionCall":{"odd":1}}}},{"type":"tool_use","id":"gemini_call_1","name":"f","kind":"function","input":{}},{"type":"tool_use","id":"gemini_call_2","name":"f","kind":"function","input":"UNDEFINED","inputText":"{\\"a\\":1"},{"type":"opaque","dialect":"gemini","kind":"functionCall","value":{"functionCall":{"args":{}}}},{"type":"opaque","dialect":"gemini","kind":"functionResponse","value":{"functionResponse":{"name":"f"}}},{"type":"opaque","dialect":"gemini","kind":"inlineData","value":{"inlineData":{"mimeType":"image/png","data":""},"thought":true},"vendor":{"abp:optional":{}}}]}]}
    a call of the user without a name: throws contract_schema_violation: $.contents[0].parts[0].functionCall.name is required
    a call that is no object: throws contract_schema_violation: $.contents[0].parts[0].functionCall is number, expected an object
    arguments that are no object: throws contract_schema_violation: $.contents[0].parts[0].functionCall.args is number, expected an object
    a result without a name: throws contract_schema_violation: $.contents[0].parts[0].functionResponse.name is required
    a result that is no object: throws contract_schema_violation: $.contents[0].parts[0].functionResponse.response is number, expected an object
    a file without a place: throws contract_schema_violation: $.contents[0].parts[0].fileData.fileUri is required
    results by name and by id: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"gemini_call_0","name":"f","kind":"function","input":{}},{"type":"tool_use","id":"gemini_call_1","name":"f","kind":"function","input":{}},{"type":"tool_use","id":"i","name":"g","kind":"function","input":{}}]},{"role":"user","content":[{"type":"tool_result","id":"gemini_call_0","name":"f","kind":"function","content":[{"type":"text","text":"{\\"a\\":1}"}]},{"type":"tool_result","id":"gemini_call_1","name":"f","kind":"function","content":[]},{"type":"tool_result","id":"i","name":"g","kind":"function","content":[{"type":"text","text":"{\\"output\\":{\\"a\\":1}}"}]},{"type":"tool_result","id":"gemini_call_3","name":"never","kind":"function","content":[{"type":"text","text":"{\\"output\\":\\"{}\\"}"}]}]}]}
    results that no call asked for: {"messages":[{"role":"user","content":[{"type":"tool_result","id":"gemini_call_0","name":"a","kind":"function","content":[{"type":"text","text":"{}"}]},{"type":"tool_result","id":"gemini_call_1","name":"b","kind":"function","content":[{"type":"text","text":"{}"}]},{"type":"tool_result","id":"gemini_call_2","name":"c","kind":"function","content":[{"type":"text","text":"{}"}]}]},{"role":"assistant","content":[{"type":"tool_use","id":"gemini_call_3","name":"d","kind":"function","input":{}}]}]}
    tools: {"tools":[{"kind":"function","name":"f","description":"d","parameters":{"type":"object"},"vendor":{"gemini":{"odd":1}}},{"kind":"function","name":"g","parameters":{"type":"object"}},{"kind":"function","name":"h","parameters":"UNDEFINED"},{"kind":"server","name":"googleSearch","dialect":"gemini","value":{"googleSearch":{}},"hosted":{"kind":"web_search"}},{"kind":"server","name":"codeExecution","dialect":"gemini","value":{"codeExecution":{}},"hosted":{"kind":"code_execution"}}]}
    one tool: {"tools":[{"kind":"server","name":"googleSearch","dialect":"gemini","value":{"googleSearch":{}},"hosted":{"kind":"web_search"}}]}
    tools of the wrong type: throws contract_schema_violation: $.tools is number, expected a list
    the choice AUTO: {"toolChoice":{"mode":"auto"}}
    the choice any, in small letters: {"toolChoice":{"mode":"required","vendor":{"gemini":{"mode":"any"}}}}
    the choice of a number: {"toolChoice":{"mode":"none","vendor":{"gemini":{"mode":3}}},"vendor":{"gemini":{"toolConfig":{"odd":1}}}}
    the choice of one tool: {"toolChoice":{"mode":"tool","name":"f"}}
    the choice among some: {"toolChoice":{"mode":"auto","allowed":["f","g"],"vendor":{"gemini":{"mode":"VALIDATED"}}},"vendor":{"gemini":{"toolConfig":{"functionCallingConfig":{"odd":1}}}}}
    an unknown choice: {"vendor":{"gemini":{"toolConfig":{"functionCallingConfig":{"mode":"ODD"}}}}}
    an empty tool configuration: {"vendor":{"gemini":{"toolConfig":{}}}}
    an empty calling configuration: {"vendor":{"gemini":{"toolConfig":{"functionCallingConfig":{}}}}}
    an empty configuration: {"vendor":{"gemini":{"generationConfig":{}}}}
    sampling: {"sampling":{"temperature":1,"topP":2,"topK":3,"seed":4,"presencePenalty":5,"frequencyPenalty":6,"candidates":7,"logprobs":{"top":9}},"stop":["x"],"maxOutputTokens":8,"vendor":{"gemini":{"generationConfig":{"odd":1}}}}
    log probabilities switched off: {"vendor":{"gemini":{"generationConfig":{"responseLogprobs":false,"logprobs":3}}}}
    plain text: {"output":{"kind":"text"}}
    plain JSON: {"output":{"kind":"json"}}
    a JSON schema: {"output":{"kind":"json_schema","schema":{"type":"object"},"enforced":true}}
    a schema of the older form: {"output":{"kind":"json_schema","schema":{"type":["string","null"]},"enforced":true}}
    another type: {"output":{"kind":"enum","values":[]}}
    a type that is no text: throws contract_schema_violation: $.generationConfig.responseMimeType is number, expected text
    modalities: {"modalities":["text","image"]}
    modalities in small letters: {"vendor":{"gemini":{"generationConfig":{"responseModalities":["text"]}}}}
    a budget: {"reasoning":{"budgetTokens":100,"display":"summary"},"vendor":{"gemini":{"generationConfig":{"thinkingConfig":{"odd":1}}}}}
    a budget of zero: {"reasoning":{"mode":"off","display":"none"}}
    a dynamic budget: {"reasoning":{"mode":"adaptive"}}
    a budget that is out of range: {"vendor":{"gemini":{"generationConfig":{"thinkingConfig":{}}}}}
    a level: {"reasoning":{"effort":"high"}}
    a level in small letters: {"reasoning":{"effort":"low"},"vendor":{"gemini":{"generationConfig":{"thinkingConfig":{"thinkingLevel":"low"}}}}}
    an unknown level: {"vendor":{"gemini":{"generationConfig":{"thinkingConfig":{"thinkingLevel":"ODD"}}}}}
    no settings for thinking: {"vendor":{"gemini":{"generationConfig":{"thinkingConfig":{}}}}}
    a counted request: {"vendor":{"gemini":{"model":"models/x"}}}
    other members: {"serviceTier":"flex","store":true,"vendor":{"gemini":{"cachedContent":"c","model":"models/x"}}}
    `,
  );
});
