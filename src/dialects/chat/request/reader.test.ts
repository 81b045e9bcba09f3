import { describe } from "vitest";
import { copilot } from "../../copilot/index.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { listReadRequests } from "../../fixtures/reading.ts";
import { kimi } from "../../kimi/index.ts";
import { openai } from "../../openai/index.ts";
import { requests } from "../fixtures/wire-forms.ts";

const names = [
  "advisory",
  "sampling",
  "tools of every kind",
  "parts of every kind",
  "parts that are kept whole",
  "a thinking switch",
  "a thinking budget",
] as const;
const some = Object.fromEntries(names.map((name) => [name, requests[name]]));

describe("the reader of requests", () => {
  describeForms(
    "reads every form",
    listReadRequests(openai, requests),
    `
    no messages: throws contract_schema_violation: $.messages is required
    a role that nobody knows: throws contract_schema_violation: $.messages[0].role is string, expected system, developer, user, assistant, tool or function
    content of the wrong type: throws contract_schema_violation: $.messages[0].content is number, expected text or a list of parts
    an empty content: {"messages":[{"role":"user","content":[],"vendor":{"openai:empty":{}},"name":"n"}],"vendor":{"openai:no_model":{}}}
    a part without a type: throws contract_schema_violation: $.messages[0].content[0].type is required
    parts of every kind: {"messages":[{"role":"user","content":[{"type":"text","text":"x","cache":{"ttl":"30m"},"vendor":{"openai":{"odd":1}}},{"type":"image","source":{"kind":"url","url":"https://x/a.png"},"vendor":{"openai:url_text":{}}},{"type":"image","source":{"kind":"base64","mediaType":"image/png","data":"QQ=="},"detail":"low","vendor":{"openai":{"image_url":{"odd":1}}}},{"type":"audio","source":{"kind":"base64","mediaType":"audio/mpeg","data":"QQ=="}},{"type":"audio","source":{"kind":"base64","mediaType":"audio/flac","data":"QQ=="},"vendor":{"openai":{"input_audio":{"odd":1}}}},{"type":"document","source":{"kind":"base64","mediaType":"application/pdf","data":"QQ=="},"title":"a.pdf"},{"type":"document","source":{"kind":"base64","mediaType":"application/pdf","data":"QQ=="},"vendor":{"openai:unnamed":{}}},{"type":"document","source":{"kind":"file","id":"f1","issuer":"openai"},"title":"a.pdf","vendor":{"openai":{"file":{"odd":1}}}},{"type":"refusal","text":"No","vendor":{"openai:part":{}}},{"type":"thinking","text":"hm","vendor":{"openai:part":{}}}],"vendor":{"openai:parts":{}}}],"vendor":{"openai:no_model":{}}}
    parts that are kept whole: throws contract_schema_violation: $.messages[0].content[2].image_url is undefined, expected an object
    breakpoints that are no plain ones: {"messages":[{"role":"user","content":[{"type":"text","text":"x","vendor":{"openai":{"prompt_cache_breakpoint":{"mode":"odd"}}}},{"type":"text","text":"x","vendor":{"openai":{"prompt_cache_breakpoint":{"mode":"explicit","odd":1}}}},{"type":"text","text":"x","cache":{}}],"vendor":{"openai:parts":{}}}],"vendor":{"openai:no_model":{}}}
    an answer with everything: {"messages":[{"role":"assistant","content":[{"type":"thinking","text":"hm","vendor":{"openai:reasoning":{}}},{"type":"text","text":"x","citations":[{"kind":"url_citation","title":"t","url":"u","answer":{"start":0,"end":1},"vendor":{"openai":{"url_citation":{"odd":1},"odd":2}}}]},{"type":"refusal","text":"No"},{"type":"audio","id":"a1","source":{"kind":"file","id":"a1","issuer":"openai"},"vendor":{"openai":{"odd":1}}},{"type":"tool_use","id":"c","name":"f","kind":"function","input":{},"vendor":{"openai":{"odd":1}}}],"name":"n","vendor":{"openai":{"odd":3}}}],"vendor":{"openai:no_model":{}}}
    calls in odd forms: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","kind":"function","input":{},"vendor":{"openai:untyped":{}}},{"type":"tool_use","id":"c","name":"f","kind":"function","input":{},"vendor":{"openai:empty":{}}},{"type":"tool_use","id":"c","name":"f","kind":"function","input":{"a":1},"vendor":{"openai:object":{}}},{"type":"tool_use","id":"c","name":"f","kind":"function","input":{"a":1},"inputText":"{ \\"a\\": 1 }","vendor":{"openai":{"function":{"odd":1}}}},{"type":"tool_use","id":"c","name":"f","kind":"function","input":{},"inputText":"{\\"a"},{"type":"tool_use","id":"call_6448ed4969502d05aa7d0c49","name":"f","kind":"function","input":{}},{"type":"tool_use","id":"d","name":"g","kind":"custom","input":"UNDEFINED","inputText":"do it","vendor":{"openai:untyped":{},"openai":{"custom":{"odd":1}}}},{"type":"opaque","dialect":"openai","kind":"brand_new","value":{"id":"e","type":"brand_new","x":1},"id":"e","vendor":{"openai:call":{}}},{"type":"tool_use","id":"call_09d15edbfd7b721cd3a91ad2","name":"old","kind":"function","input":{},"vendor":{"openai:function_call":{},"openai:empty":{},"openai":{"odd":1}}}]}],"vendor":{"openai:no_model":{}}}
    an empty list of calls: {"messages":[{"role":"assistant","content":[{"type":"text","text":"x"}],"vendor":{"openai:no_calls":{}}}],"vendor":{"openai:no_model":{}}}
    an empty call of the older form: {"messages":[{"role":"assistant","content":[{"type":"text","text":"x"}],"vendor":{"openai":{"function_call":{"name":"","arguments":""}}}}],"vendor":{"openai:no_model":{}}}
    results in both forms: {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"d","name":"g","kind":"custom","input":"UNDEFINED","inputText":""},{"type":"tool_use","id":"call_6448ed4969502d05aa7d0c49","name":"old","kind":"function","input":{},"vendor":{"openai:function_call":{}}}]},{"role":"tool","content":[{"type":"tool_result","id":"d","kind":"custom","content":[{"type":"text","text":"ok"}],"name":"g","vendor":{"openai:name":{}}}],"vendor":{"openai":{"odd":1}}},{"role":"tool","content":[{"type":"tool_result","id":"call_6448ed4969502d05aa7d0c49","name":"old","kind":"function","content":[{"type":"text","text":"ok"}],"vendor":{"openai:function_call":{}}}],"vendor":{"openai:parts":{}}},{"role":"tool","content":[{"type":"tool_result","id":"call_db3d3061fd9d05259261253b","name":"never","kind":"function","content":[],"vendor":{"openai:function_call":{}}}],"vendor":{"openai:empty":{}}}],"vendor":{"openai:no_model":{}}}
    tools of every kind: {"tools":[{"kind":"function","name":"f","parameters":{},"description":"d","strict":true,"vendor":{"openai":{"function":{"odd":1},"odd":2}}},{"kind":"function","name":"g","parameters":"UNDEFINED","vendor":{"openai:untyped":{}}},{"kind":"custom","name":"h","format":{"type":"text"},"description":"d","vendor":{"openai":{"custom":{"odd":1},"odd":2}}},{"kind":"server","name":"brand_new","dialect":"openai","value":{"type":"brand_new","x":1}},{"kind":"server","name":"$web_search","dialect":"openai","value":{"type":"builtin_function","function":{"name":"$web_search"}},"hosted":{"kind":"web_search"}},{"kind":"function","name":"old","parameters":{},"description":"d","vendor":{"openai":{"function":{"odd":1}},"openai:functions":{}}},{"kind":"server","name":"web_search","dialect":"openai","value":{"web_search_options":{"a":1}},"hosted":{"kind":"web_search","others":["a"]}}],"vendor":{"openai:no_model":{}}}
    a tool without a type: throws contract_schema_violation: $.tools[0].type is required
    an empty list of tools: {"vendor":{"openai:no_model":{},"openai:no_tools":{}}}
    the choice auto: {"vendor":{"openai:no_model":{}},"toolChoice":{"mode":"auto"}}
    the choice any: {"vendor":{"openai:no_model":{}},"toolChoice":{"mode":"required","vendor":{"openai":{"tool_choice":"any"}}}}
    a choice of the older form: {"vendor":{"openai:no_model":{}},"toolChoice":{"mode":"tool","name":"old","vendor":{"openai:function_call":{}}}}
    a choice by name: {"vendor":{"openai:no_model":{}},"toolChoice":{"mode":"tool","name":"f"}}
    a choice among some: {"vendor":{"openai:no_model":{}},"toolChoice":{"mode":"required","allowed":["f"]}}
    an unknown choice: throws contract_schema_violation: $.tool_choice is string, expected auto, none, required or a tool
    a choice without a name: throws contract_schema_violation: $.tool_choice is an object, expected a choice that names a tool
    a choice with an odd mode: throws contract_schema_violation: $.tool_choice.allowed_tools.mode is string, expected auto or required
    a choice without a list: throws contract_schema_violation: $.tool_choice.allowed_tools.tools is undefined, expected a list
    a choice with an odd tool: throws contract_schema_violation: $.tool_choice.allowed_tools.tools[0] is number, expected a named tool
    limits: {"stop":["x"],"vendor":{"openai:no_model":{},"openai:max_tokens":{},"openai:stop_text":{}},"parallelToolCalls":false,"maxOutputTokens":5}
    the newer limit: {"stop":["x","y"],"vendor":{"openai:no_model":{},"openai":{"max_tokens":5}},"maxOutputTokens":6}
    sampling: {"sampling":{"temperature":1,"topP":2,"seed":4,"frequencyPenalty":5,"presencePenalty":6,"candidates":7,"logitBias":{"8":9},"logprobs":{"top":3}},"vendor":{"openai:no_model":{},"openai":{"top_k":3}}}
    a bias that is no number: throws contract_schema_violation: $.logit_bias.8 is string, expected a number
    log probabilities switched off: {"vendor":{"openai:no_model":{},"openai":{"logprobs":false,"top_logprobs":3}}}
    plain text: {"vendor":{"openai:no_model":{},"openai":{"response_format":{"odd":1}}},"output":{"kind":"text"}}
    plain JSON: {"vendor":{"openai:no_model":{}},"output":{"kind":"json"}}
    a schema: {"vendor":{"openai:no_model":{},"openai":{"response_format":{"json_schema":{"odd":1},"odd":2}}},"output":{"kind":"json_schema","schema":{},"name":"n","description":"d","strict":true}}
    a schema without a name: {"vendor":{"openai:no_model":{},"openai:unnamed_schema":{}},"output":{"kind":"json_schema","schema":{}}}
    an unknown format: {"vendor":{"openai:no_model":{},"openai":{"response_format":{"type":"odd"}}}}
    a stream: {"vendor":{"openai:no_model":{},"chat:usage_not_requested":{}},"stream":{"enabled":true}}
    a stream with usage: {"vendor":{"openai:no_model":{},"openai":{"stream_options":{"odd":1}}},"stream":{"enabled":true,"usage":true}}
    a stream with other options: {"vendor":{"openai:no_model":{},"chat:usage_not_requested":{},"openai":{"stream_options":{"odd":1}}},"stream":{"enabled":true}}
    no stream: {"vendor":{"openai:no_model":{}},"stream":{"enabled":false}}
    advisory: {"vendor":{"openai:no_model":{},"openai":{"odd":1}},"modalities":["text"],"verbosity":"low","cache":{"key":"k","retention":"24h"},"user":"u","metadata":{"a":1},"serviceTier":"flex","store":true}
    the newer user id: {"vendor":{"openai:no_model":{},"openai:safety_identifier":{}},"user":"u"}
    an effort: {"vendor":{"openai:no_model":{}},"reasoning":{"effort":"low"}}
    no effort: {"vendor":{"openai:no_model":{}},"reasoning":{"mode":"off"}}
    a thinking switch: {"vendor":{"openai:no_model":{},"openai":{"thinking":{"type":"disabled","keep":"all"}}}}
    a thinking budget: {"vendor":{"openai:no_model":{},"openai":{"thinking_budget":9}}}
    `,
  );
  describeForms(
    "reads the forms of kimi",
    listReadRequests(kimi, some),
    `
    advisory: {"vendor":{"kimi:no_model":{},"kimi":{"modalities":["text"],"verbosity":"low","user":"u","metadata":{"a":1},"service_tier":"flex","store":true,"odd":1}},"cache":{"key":"k","retention":"24h"}}
    sampling: {"sampling":{"temperature":1,"topP":2,"frequencyPenalty":5,"presencePenalty":6,"candidates":7},"vendor":{"kimi:no_model":{},"kimi":{"top_k":3,"seed":4,"logit_bias":{"8":9},"logprobs":true,"top_logprobs":3}}}
    tools of every kind: {"tools":[{"kind":"function","name":"f","parameters":{},"description":"d","vendor":{"kimi":{"function":{"strict":true,"odd":1},"odd":2}}},{"kind":"function","name":"g","parameters":"UNDEFINED","vendor":{"kimi:untyped":{}}},{"kind":"server","name":"custom","dialect":"kimi","value":{"type":"custom","custom":{"name":"h","description":"d","format":{"type":"text"},"odd":1},"odd":2}},{"kind":"server","name":"brand_new","dialect":"kimi","value":{"type":"brand_new","x":1}},{"kind":"server","name":"$web_search","dialect":"kimi","value":{"type":"builtin_function","function":{"name":"$web_search"}},"hosted":{"kind":"web_search"}},{"kind":"function","name":"old","parameters":{},"description":"d","vendor":{"kimi":{"function":{"odd":1}},"kimi:functions":{}}},{"kind":"server","name":"web_search","dialect":"kimi","value":{"web_search_options":{"a":1}},"hosted":{"kind":"web_search","others":["a"]}}],"vendor":{"kimi:no_model":{}}}
    parts of every kind: {"messages":[{"role":"user","content":[{"type":"text","text":"x","vendor":{"kimi":{"odd":1,"prompt_cache_breakpoint":{"mode":"explicit","ttl":"30m"}}}},{"type":"image","source":{"kind":"url","url":"https://x/a.png"},"vendor":{"kimi:url_text":{}}},{"type":"image","source":{"kind":"base64","mediaType":"image/png","data":"QQ=="},"detail":"low","vendor":{"kimi":{"image_url":{"odd":1}}}},{"type":"opaque","dialect":"kimi","kind":"input_audio","value":{"type":"input_audio","input_audio":{"data":"QQ==","format":"mp3"}}},{"type":"opaque","dialect":"kimi","kind":"input_audio","value":{"type":"input_audio","input_audio":{"data":"QQ==","format":"flac","odd":1}}},{"type":"opaque","dialect":"kimi","kind":"file","value":{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ==","filename":"a.pdf"}}},{"type":"opaque","dialect":"kimi","kind":"file","value":{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ=="}}},{"type":"opaque","dialect":"kimi","kind":"file","value":{"type":"file","file":{"file_id":"f1","filename":"a.pdf","odd":1}}},{"type":"refusal","text":"No","vendor":{"kimi:part":{}}},{"type":"thinking","text":"hm","vendor":{"kimi:part":{}}}],"vendor":{"kimi:parts":{}}}],"vendor":{"kimi:no_model":{}}}
    parts that are kept whole: throws contract_schema_violation: $.messages[0].content[2].image_url is undefined, expected an object
    a thinking switch: {"vendor":{"kimi:no_model":{},"kimi":{"thinking":{"keep":"all"}}},"reasoning":{"mode":"off"}}
    a thinking budget: {"vendor":{"kimi:no_model":{},"kimi":{"thinking_budget":9}}}
    `,
  );
  describeForms(
    "reads the forms of copilot",
    listReadRequests(copilot, some),
    `
    advisory: {"vendor":{"copilot:no_model":{},"copilot":{"modalities":["text"],"verbosity":"low","prompt_cache_key":"k","prompt_cache_retention":"24h","metadata":{"a":1},"service_tier":"flex","store":true,"odd":1}},"user":"u"}
    sampling: {"sampling":{"temperature":1,"topP":2,"seed":4,"frequencyPenalty":5,"presencePenalty":6,"candidates":7,"logitBias":{"8":9},"logprobs":{"top":3}},"vendor":{"copilot:no_model":{},"copilot":{"top_k":3}}}
    tools of every kind: {"tools":[{"kind":"function","name":"f","parameters":{},"description":"d","strict":true,"vendor":{"copilot":{"function":{"odd":1},"odd":2}}},{"kind":"function","name":"g","parameters":"UNDEFINED","vendor":{"copilot:untyped":{}}},{"kind":"custom","name":"h","format":{"type":"text"},"description":"d","vendor":{"copilot":{"custom":{"odd":1},"odd":2}}},{"kind":"server","name":"brand_new","dialect":"copilot","value":{"type":"brand_new","x":1}},{"kind":"server","name":"$web_search","dialect":"copilot","value":{"type":"builtin_function","function":{"name":"$web_search"}},"hosted":{"kind":"web_search"}},{"kind":"function","name":"old","parameters":{},"description":"d","vendor":{"copilot":{"function":{"odd":1}},"copilot:functions":{}}},{"kind":"server","name":"web_search","dialect":"copilot","value":{"web_search_options":{"a":1}},"hosted":{"kind":"web_search","others":["a"]}}],"vendor":{"copilot:no_model":{}}}
    parts of every kind: {"messages":[{"role":"user","content":[{"type":"text","text":"x","vendor":{"copilot":{"odd":1,"prompt_cache_breakpoint":{"mode":"explicit","ttl":"30m"}}}},{"type":"image","source":{"kind":"url","url":"https://x/a.png"},"vendor":{"copilot:url_text":{}}},{"type":"image","source":{"kind":"base64","mediaType":"image/png","data":"QQ=="},"detail":"low","vendor":{"copilot":{"image_url":{"odd":1}}}},{"type":"opaque","dialect":"copilot","kind":"input_audio","value":{"type":"input_audio","input_audio":{"data":"QQ==","format":"mp3"}}},{"type":"opaque","dialect":"copilot","kind":"input_audio","value":{"type":"input_audio","input_audio":{"data":"QQ==","format":"flac","odd":1}}},{"type":"opaque","dialect":"copilot","kind":"file","value":{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ==","filename":"a.pdf"}}},{"type":"opaque","dialect":"copilot","kind":"file","value":{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ=="}}},{"type":"opaque","dialect":"copilot","kind":"file","value":{"type":"file","file":{"file_id":"f1","filename":"a.pdf","odd":1}}},{"type":"refusal","text":"No","vendor":{"copilot:part":{}}},{"type":"thinking","text":"hm","vendor":{"copilot:part":{}}}],"vendor":{"copilot:parts":{}}}],"vendor":{"copilot:no_model":{}}}
    parts that are kept whole: throws contract_schema_violation: $.messages[0].content[2].image_url is undefined, expected an object
    a thinking switch: {"vendor":{"copilot:no_model":{},"copilot":{"thinking":{"type":"disabled","keep":"all"}}}}
    a thinking budget: {"vendor":{"copilot:no_model":{}},"reasoning":{"budgetTokens":9}}
    `,
  );
});
