import { describe } from "vitest";
import { copilot } from "../../copilot/index.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { listRewrittenRequests } from "../../fixtures/reading.ts";
import { kimi } from "../../kimi/index.ts";
import { openai } from "../../openai/index.ts";
import { requests } from "../fixtures/wire-forms.ts";

describe("a request that is read and written again", () => {
  describeForms(
    "writes each form of openai back",
    listRewrittenRequests(openai, requests),
    `
    no messages: throws contract_schema_violation: $.messages is required
    a role that nobody knows: throws contract_schema_violation: $.messages[0].role is string, expected system, developer, user, assistant, tool or function
    content of the wrong type: throws contract_schema_violation: $.messages[0].content is number, expected text or a list of parts
    an empty content: {"model":"m","messages":[{"role":"user","content":"","name":"n"}]}
    a part without a type: throws contract_schema_violation: $.messages[0].content[0].type is required
    parts of every kind: {"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"explicit","ttl":"30m"},"odd":1},{"type":"image_url","image_url":"https://x/a.png"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ==","detail":"low","odd":1}},{"type":"input_audio","input_audio":{"data":"QQ==","format":"mp3"}},{"type":"input_audio","input_audio":{"data":"QQ==","format":"flac","odd":1}},{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ==","filename":"a.pdf"}},{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ=="}},{"type":"file","file":{"file_id":"f1","filename":"a.pdf","odd":1}},{"type":"refusal","refusal":"No"},{"type":"thinking","thinking":[{"type":"text","text":"hm"}]}]}]}
    parts that are kept whole: throws contract_schema_violation: $.messages[0].content[2].image_url is undefined, expected an object
    breakpoints that are no plain ones: {"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"odd"}},{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"explicit","odd":1}},{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"explicit"}}]}]}
    an answer with everything: {"model":"m","messages":[{"role":"assistant","content":"x","refusal":"No","audio":{"id":"a1","odd":1},"name":"n","reasoning":"hm","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"},"odd":1}],"annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":1,"title":"t","url":"u","odd":1},"odd":2}],"odd":3}]}
    calls in odd forms: {"model":"m","messages":[{"role":"assistant","content":null,"function_call":{"name":"old","arguments":"","odd":1},"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{}"}},{"id":"c","type":"function","function":{"name":"f","arguments":""}},{"id":"c","type":"function","function":{"name":"f","arguments":{"a":1}}},{"id":"c","type":"function","function":{"name":"f","arguments":"{ \\"a\\": 1 }","odd":1}},{"id":"c","type":"function","function":{"name":"f","arguments":"{\\"a"}},{"id":"call_6448ed4969502d05aa7d0c49","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"d","custom":{"name":"g","input":"do it","odd":1}},{"id":"e","type":"brand_new","x":1}]}]}
    an empty list of calls: {"model":"m","messages":[{"role":"assistant","content":"x","tool_calls":[]}]}
    an empty call of the older form: {"model":"m","messages":[{"role":"assistant","content":"x","function_call":{"name":"","arguments":""}}]}
    results in both forms: {"model":"m","messages":[{"role":"assistant","content":null,"function_call":{"name":"old","arguments":"{}"},"tool_calls":[{"id":"d","type":"custom","custom":{"name":"g","input":""}}]},{"role":"tool","tool_call_id":"d","content":"ok","name":"g","odd":1},{"role":"function","name":"old","content":[{"type":"text","text":"ok"}]},{"role":"function","name":"never","content":""}]}
    tools of every kind: {"model":"m","tools":[{"type":"function","function":{"name":"f","description":"d","parameters":{},"strict":true,"odd":1},"odd":2},{"function":{"name":"g"}},{"type":"custom","custom":{"name":"h","description":"d","format":{"type":"text"},"odd":1},"odd":2},{"type":"brand_new","x":1},{"type":"builtin_function","function":{"name":"$web_search"}}],"functions":[{"name":"old","description":"d","parameters":{},"odd":1}],"messages":[],"web_search_options":{"a":1}}
    a tool without a type: throws contract_schema_violation: $.tools[0].type is required
    an empty list of tools: {"model":"m","tools":[],"messages":[]}
    the choice auto: {"model":"m","tool_choice":"auto","messages":[]}
    the choice any: {"model":"m","tool_choice":"any","messages":[]}
    a choice of the older form: {"model":"m","function_call":{"name":"old"},"messages":[]}
    a choice by name: {"model":"m","tool_choice":{"type":"function","function":{"name":"f"}},"messages":[]}
    a choice among some: {"model":"m","tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"required","tools":[{"type":"function","function":{"name":"f"}}]}},"messages":[]}
    an unknown choice: throws contract_schema_violation: $.tool_choice is string, expected auto, none, required or a tool
    a choice without a name: throws contract_schema_violation: $.tool_choice is an object, expected a choice that names a tool
    a choice with an odd mode: throws contract_schema_violation: $.tool_choice.allowed_tools.mode is string, expected auto or required
    a choice without a list: throws contract_schema_violation: $.tool_choice.allowed_tools.tools is undefined, expected a list
    a choice with an odd tool: throws contract_schema_violation: $.tool_choice.allowed_tools.tools[0] is number, expected a named tool
    limits: {"model":"m","parallel_tool_calls":false,"messages":[],"max_tokens":5,"stop":"x"}
    the newer limit: {"model":"m","messages":[],"max_completion_tokens":6,"stop":["x","y"],"max_tokens":5}
    sampling: {"model":"m","messages":[],"temperature":1,"top_p":2,"seed":4,"frequency_penalty":5,"presence_penalty":6,"n":7,"logit_bias":{"8":9},"logprobs":true,"top_logprobs":3,"top_k":3}
    a bias that is no number: throws contract_schema_violation: $.logit_bias.8 is string, expected a number
    log probabilities switched off: {"model":"m","messages":[],"logprobs":false,"top_logprobs":3}
    plain text: {"model":"m","messages":[],"response_format":{"type":"text","odd":1}}
    plain JSON: {"model":"m","messages":[],"response_format":{"type":"json_object"}}
    a schema: {"model":"m","messages":[],"response_format":{"type":"json_schema","json_schema":{"name":"n","description":"d","schema":{},"strict":true,"odd":1},"odd":2}}
    a schema without a name: {"model":"m","messages":[],"response_format":{"type":"json_schema","json_schema":{"schema":{}}}}
    an unknown format: {"model":"m","messages":[],"response_format":{"type":"odd"}}
    a stream: {"model":"m","messages":[],"stream":true}
    a stream with usage: {"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true,"odd":1}}
    a stream with other options: {"model":"m","messages":[],"stream":true,"stream_options":{"odd":1}}
    no stream: {"model":"m","messages":[],"stream":false}
    advisory: {"model":"m","messages":[],"modalities":["text"],"verbosity":"low","prompt_cache_key":"k","prompt_cache_retention":"24h","user":"u","metadata":{"a":1},"store":true,"service_tier":"flex","odd":1}
    the newer user id: {"model":"m","messages":[],"safety_identifier":"u"}
    an effort: {"model":"m","messages":[],"reasoning_effort":"low"}
    no effort: {"model":"m","messages":[],"reasoning_effort":"none"}
    a thinking switch: {"model":"m","messages":[],"thinking":{"type":"disabled","keep":"all"}}
    a thinking budget: {"model":"m","messages":[],"thinking_budget":9}
    `,
  );
  describeForms(
    "writes each form of kimi back",
    listRewrittenRequests(kimi, requests),
    `
    no messages: throws contract_schema_violation: $.messages is required
    a role that nobody knows: throws contract_schema_violation: $.messages[0].role is string, expected system, developer, user, assistant, tool or function
    content of the wrong type: throws contract_schema_violation: $.messages[0].content is number, expected text or a list of parts
    an empty content: {"model":"m","messages":[{"role":"user","content":"","name":"n"}]}
    a part without a type: throws contract_schema_violation: $.messages[0].content[0].type is required
    parts of every kind: {"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"x","odd":1,"prompt_cache_breakpoint":{"mode":"explicit","ttl":"30m"}},{"type":"image_url","image_url":"https://x/a.png"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ==","detail":"low","odd":1}},{"type":"input_audio","input_audio":{"data":"QQ==","format":"mp3"}},{"type":"input_audio","input_audio":{"data":"QQ==","format":"flac","odd":1}},{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ==","filename":"a.pdf"}},{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ=="}},{"type":"file","file":{"file_id":"f1","filename":"a.pdf","odd":1}},{"type":"text","text":"No"},{"type":"thinking","thinking":[{"type":"text","text":"hm"}]}]}]}
    parts that are kept whole: throws contract_schema_violation: $.messages[0].content[2].image_url is undefined, expected an object
    breakpoints that are no plain ones: {"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"odd"}},{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"explicit","odd":1}},{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"explicit"}}]}]}
    an answer with everything: {"model":"m","messages":[{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"text","text":"No"}],"name":"n","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"},"odd":1}],"annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":1,"title":"t","url":"u","odd":1},"odd":2}],"reasoning_content":"","reasoning":"hm","odd":3}]}
    calls in odd forms: {"model":"m","messages":[{"role":"assistant","content":null,"function_call":{"name":"old","arguments":"","odd":1},"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{}"}},{"id":"c","type":"function","function":{"name":"f","arguments":""}},{"id":"c","type":"function","function":{"name":"f","arguments":{"a":1}}},{"id":"c","type":"function","function":{"name":"f","arguments":"{ \\"a\\": 1 }","odd":1}},{"id":"c","type":"function","function":{"name":"f","arguments":"{\\"a"}},{"id":"call_6448ed4969502d05aa7d0c49","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"d","custom":{"name":"g","input":"do it","odd":1}},{"id":"e","type":"brand_new","x":1}],"reasoning_content":""}]}
    an empty list of calls: {"model":"m","messages":[{"role":"assistant","content":"x","tool_calls":[]}]}
    an empty call of the older form: {"model":"m","messages":[{"role":"assistant","content":"x","function_call":{"name":"","arguments":""}}]}
    results in both forms: {"model":"m","messages":[{"role":"assistant","content":null,"function_call":{"name":"old","arguments":"{}"},"tool_calls":[{"id":"d","type":"custom","custom":{"name":"g","input":""}}],"reasoning_content":""},{"role":"tool","tool_call_id":"d","content":"ok","name":"g","odd":1},{"role":"function","name":"old","content":[{"type":"text","text":"ok"}]},{"role":"function","name":"never","content":""}]}
    tools of every kind: {"model":"m","tools":[{"type":"function","function":{"name":"f","description":"d","parameters":{},"strict":true,"odd":1},"odd":2},{"function":{"name":"g"}},{"type":"custom","custom":{"name":"h","description":"d","format":{"type":"text"},"odd":1},"odd":2},{"type":"brand_new","x":1},{"type":"builtin_function","function":{"name":"$web_search"}}],"functions":[{"name":"old","description":"d","parameters":{},"odd":1}],"messages":[],"web_search_options":{"a":1}}
    a tool without a type: throws contract_schema_violation: $.tools[0].type is required
    an empty list of tools: {"model":"m","tools":[],"messages":[]}
    the choice auto: {"model":"m","tool_choice":"auto","messages":[]}
    the choice any: {"model":"m","tool_choice":"any","messages":[]}
    a choice of the older form: {"model":"m","function_call":{"name":"old"},"messages":[]}
    a choice by name: {"model":"m","tool_choice":{"type":"function","function":{"name":"f"}},"messages":[]}
    a choice among some: {"model":"m","tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"required","tools":[{"type":"function","function":{"name":"f"}}]}},"messages":[]}
    an unknown choice: throws contract_schema_violation: $.tool_choice is string, expected auto, none, required or a tool
    a choice without a name: throws contract_schema_violation: $.tool_choice is an object, expected a choice that names a tool
    a choice with an odd mode: throws contract_schema_violation: $.tool_choice.allowed_tools.mode is string, expected auto or required
    a choice without a list: throws contract_schema_violation: $.tool_choice.allowed_tools.tools is undefined, expected a list
    a choice with an odd tool: throws contract_schema_violation: $.tool_choice.allowed_tools.tools[0] is number, expected a named tool
    limits: {"model":"m","parallel_tool_calls":false,"messages":[],"max_tokens":5,"stop":"x"}
    the newer limit: {"model":"m","messages":[],"max_completion_tokens":6,"stop":["x","y"],"max_tokens":5}
    sampling: {"model":"m","messages":[],"temperature":1,"top_p":2,"frequency_penalty":5,"presence_penalty":6,"n":7,"top_k":3,"seed":4,"logit_bias":{"8":9},"logprobs":true,"top_logprobs":3}
    a bias that is no number: {"model":"m","messages":[],"logit_bias":{"8":"x"}}
    log probabilities switched off: {"model":"m","messages":[],"logprobs":false,"top_logprobs":3}
    plain text: {"model":"m","messages":[],"response_format":{"type":"text","odd":1}}
    plain JSON: {"model":"m","messages":[],"response_format":{"type":"json_object"}}
    a schema: {"model":"m","messages":[],"response_format":{"type":"json_schema","json_schema":{"name":"n","description":"d","schema":{},"strict":true,"odd":1},"odd":2}}
    a schema without a name: {"model":"m","messages":[],"response_format":{"type":"json_schema","json_schema":{"schema":{}}}}
    an unknown format: {"model":"m","messages":[],"response_format":{"type":"odd"}}
    a stream: {"model":"m","messages":[],"stream":true}
    a stream with usage: {"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true,"odd":1}}
    a stream with other options: {"model":"m","messages":[],"stream":true,"stream_options":{"odd":1}}
    no stream: {"model":"m","messages":[],"stream":false}
    advisory: {"model":"m","messages":[],"prompt_cache_key":"k","prompt_cache_retention":"24h","modalities":["text"],"verbosity":"low","user":"u","metadata":{"a":1},"service_tier":"flex","store":true,"odd":1}
    the newer user id: {"model":"m","messages":[],"safety_identifier":"u"}
    an effort: {"model":"m","messages":[],"reasoning_effort":"low"}
    no effort: {"model":"m","messages":[],"reasoning_effort":"low"}
    a thinking switch: {"model":"m","messages":[],"thinking":{"type":"disabled","keep":"all"}}
    a thinking budget: {"model":"m","messages":[],"thinking_budget":9}
    `,
  );
  describeForms(
    "writes each form of copilot back",
    listRewrittenRequests(copilot, requests),
    `
    no messages: throws contract_schema_violation: $.messages is required
    a role that nobody knows: throws contract_schema_violation: $.messages[0].role is string, expected system, developer, user, assistant, tool or function
    content of the wrong type: throws contract_schema_violation: $.messages[0].content is number, expected text or a list of parts
    an empty content: {"model":"m","messages":[{"role":"user","content":"","name":"n"}]}
    a part without a type: throws contract_schema_violation: $.messages[0].content[0].type is required
    parts of every kind: {"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"x","odd":1,"prompt_cache_breakpoint":{"mode":"explicit","ttl":"30m"}},{"type":"image_url","image_url":"https://x/a.png"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ==","detail":"low","odd":1}},{"type":"input_audio","input_audio":{"data":"QQ==","format":"mp3"}},{"type":"input_audio","input_audio":{"data":"QQ==","format":"flac","odd":1}},{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ==","filename":"a.pdf"}},{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ=="}},{"type":"file","file":{"file_id":"f1","filename":"a.pdf","odd":1}},{"type":"text","text":"No"},{"type":"thinking","thinking":[{"type":"text","text":"hm"}]}]}]}
    parts that are kept whole: throws contract_schema_violation: $.messages[0].content[2].image_url is undefined, expected an object
    breakpoints that are no plain ones: {"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"odd"}},{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"explicit","odd":1}},{"type":"text","text":"x","prompt_cache_breakpoint":{"mode":"explicit"}}]}]}
    an answer with everything: {"model":"m","messages":[{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"text","text":"No"}],"name":"n","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"},"odd":1}],"annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":1,"title":"t","url":"u","odd":1},"odd":2}],"reasoning":"hm","odd":3}]}
    calls in odd forms: {"model":"m","messages":[{"role":"assistant","content":null,"function_call":{"name":"old","arguments":"","odd":1},"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{}"}},{"id":"c","type":"function","function":{"name":"f","arguments":""}},{"id":"c","type":"function","function":{"name":"f","arguments":{"a":1}}},{"id":"c","type":"function","function":{"name":"f","arguments":"{ \\"a\\": 1 }","odd":1}},{"id":"c","type":"function","function":{"name":"f","arguments":"{\\"a"}},{"id":"call_6448ed4969502d05aa7d0c49","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"d","custom":{"name":"g","input":"do it","odd":1}},{"id":"e","type":"brand_new","x":1}]}]}
    an empty list of calls: {"model":"m","messages":[{"role":"assistant","content":"x","tool_calls":[]}]}
    an empty call of the older form: {"model":"m","messages":[{"role":"assistant","content":"x","function_call":{"name":"","arguments":""}}]}
    results in both forms: {"model":"m","messages":[{"role":"assistant","content":null,"function_call":{"name":"old","arguments":"{}"},"tool_calls":[{"id":"d","type":"custom","custom":{"name":"g","input":""}}]},{"role":"tool","tool_call_id":"d","content":"ok","name":"g","odd":1},{"role":"function","name":"old","content":[{"type":"text","text":"ok"}]},{"role":"function","name":"never","content":""}]}
    tools of every kind: {"model":"m","tools":[{"type":"function","function":{"name":"f","description":"d","parameters":{},"strict":true,"odd":1},"odd":2},{"function":{"name":"g"}},{"type":"custom","custom":{"name":"h","description":"d","format":{"type":"text"},"odd":1},"odd":2},{"type":"brand_new","x":1},{"type":"builtin_function","function":{"name":"$web_search"}}],"functions":[{"name":"old","description":"d","parameters":{},"odd":1}],"messages":[],"web_search_options":{"a":1}}
    a tool without a type: throws contract_schema_violation: $.tools[0].type is required
    an empty list of tools: {"model":"m","tools":[],"messages":[]}
    the choice auto: {"model":"m","tool_choice":"auto","messages":[]}
    the choice any: {"model":"m","tool_choice":"any","messages":[]}
    a choice of the older form: {"model":"m","function_call":{"name":"old"},"messages":[]}
    a choice by name: {"model":"m","tool_choice":{"type":"function","function":{"name":"f"}},"messages":[]}
    a choice among some: {"model":"m","tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"required","tools":[{"type":"function","function":{"name":"f"}}]}},"messages":[]}
    an unknown choice: throws contract_schema_violation: $.tool_choice is string, expected auto, none, required or a tool
    a choice without a name: throws contract_schema_violation: $.tool_choice is an object, expected a choice that names a tool
    a choice with an odd mode: throws contract_schema_violation: $.tool_choice.allowed_tools.mode is string, expected auto or required
    a choice without a list: throws contract_schema_violation: $.tool_choice.allowed_tools.tools is undefined, expected a list
    a choice with an odd tool: throws contract_schema_violation: $.tool_choice.allowed_tools.tools[0] is number, expected a named tool
    limits: {"model":"m","parallel_tool_calls":false,"messages":[],"max_tokens":5,"stop":"x"}
    the newer limit: {"model":"m","messages":[],"max_completion_tokens":6,"stop":["x","y"],"max_tokens":5}
    sampling: {"model":"m","messages":[],"temperature":1,"top_p":2,"seed":4,"frequency_penalty":5,"presence_penalty":6,"n":7,"logit_bias":{"8":9},"logprobs":true,"top_logprobs":3,"top_k":3}
    a bias that is no number: throws contract_schema_violation: $.logit_bias.8 is string, expected a number
    log probabilities switched off: {"model":"m","messages":[],"logprobs":false,"top_logprobs":3}
    plain text: {"model":"m","messages":[],"response_format":{"type":"text","odd":1}}
    plain JSON: {"model":"m","messages":[],"response_format":{"type":"json_object"}}
    a schema: {"model":"m","messages":[],"response_format":{"type":"json_schema","json_schema":{"name":"n","description":"d","schema":{},"strict":true,"odd":1},"odd":2}}
    a schema without a name: {"model":"m","messages":[],"response_format":{"type":"json_schema","json_schema":{"schema":{}}}}
    an unknown format: {"model":"m","messages":[],"response_format":{"type":"odd"}}
    a stream: {"model":"m","messages":[],"stream":true}
    a stream with usage: {"model":"m","messages":[],"stream":true,"stream_options":{"include_usage":true,"odd":1}}
    a stream with other options: {"model":"m","messages":[],"stream":true,"stream_options":{"odd":1}}
    no stream: {"model":"m","messages":[],"stream":false}
    advisory: {"model":"m","messages":[],"user":"u","modalities":["text"],"verbosity":"low","prompt_cache_key":"k","prompt_cache_retention":"24h","metadata":{"a":1},"service_tier":"flex","store":true,"odd":1}
    the newer user id: {"model":"m","messages":[],"safety_identifier":"u"}
    an effort: {"model":"m","messages":[],"reasoning_effort":"low"}
    no effort: {"model":"m","messages":[],"reasoning_effort":"none"}
    a thinking switch: {"model":"m","messages":[],"thinking":{"type":"disabled","keep":"all"}}
    a thinking budget: {"model":"m","messages":[],"thinking_budget":9}
    `,
  );
});
