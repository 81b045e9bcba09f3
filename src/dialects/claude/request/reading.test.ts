import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listReadRequests } from "../../fixtures/reading.ts";
import { requests } from "../fixtures/wire-forms.ts";
import { claude } from "../index.ts";

describe("the reader of requests", () => {
  describeForms(
    "reads every form",
    listReadRequests(claude, requests),
    `
    no messages: throws contract_schema_violation: $.messages is required
    a role that nobody knows: throws contract_schema_violation: $.messages[0].role is string, expected user, assistant or system
    content of the wrong type: throws contract_schema_violation: $.messages[0].content is number, expected text or a list
    a block without a type: throws contract_schema_violation: $.messages[0].content[0].type is required
    a text to be continued: {"messages":[{"role":"user","content":[{"type":"text","text":"x"}]},{"role":"assistant","content":[{"type":"text","text":"y"}],"vendor":{"claude":{"odd":1}},"prefill":true}]}
    blocks of every kind: {"messages":[{"role":"user","content":[{"type":"text","text":"x","cache":{"ttl":"1h"},"vendor":{"claude":{"odd":1}}},{"type":"text","text":"x","cache":{"type":"odd"}},{"type":"image","source":{"kind":"base64","mediaType":"image/png","data":"QQ=="},"vendor":{"claude":{"odd":2,"source":{"odd":1}}}},{"type":"image","source":{"kind":"url","url":"u"}},{"type":"image","source":{"kind":"file","id":"f","issuer":"claude"}},{"type":"document","source":{"kind":"text","text":"d","mediaType":"text/plain"},"title":"t","context":"c","citations":true},{"type":"document","source":{"kind":"text","text":"a\\nb"},"citations":false,"vendor":{"claude:content_source=1,1":{}}},{"type":"document","source":{"kind":"text","text":"text"},"vendor":{"claude:content_source=text":{}}},{"type":"document","source":{"kind":"text","text":"a"},"title":"t","address":"s","citations":false,"vendor":{"claude:search_result=1":{}}},{"type":"tool_use","id":"c","name":"f","kind":"function","input":{},"vendor":{"claude":{"odd":1}}},{"type":"tool_result","id":"c","kind":"function","content":[{"type":"text","text":"ok"}],"isError":true,"vendor":{"claude":{"odd":1}}},{"type":"tool_result","id":"c","kind":"function","content":[]},{"type":"thinking","text":"hm","signature":"s","vendor":{"claude":{"odd":1}}},{"type":"thinking","text":""},{"type":"redacted_thinking","data":"d","vendor":{"claude":{"odd":1}}},{"type":"text","text":"Tool loaded: f","vendor":{"claude":{"odd":1},"claude:tool_reference":{}}}]}]}
    blocks that are kept whole: {"messages":[{"role":"user","content":[{"type":"opaque","dialect":"claude","kind":"image","value":{"type":"image","source":{"type":"odd"}}},{"type":"opaque","dialect":"claude","kind":"document","value":{"type":"document","source":{"type":"content","content":[{"type":"image"}]}}},{"type":"opaque","dialect":"claude","kind":"search_result","value":{"type":"search_result","content":3}},{"type":"opaque","dialect":"claude","kind":"tool_reference","value":{"type":"tool_reference"}},{"type":"opaque","dialect":"claude","kind":"server_tool_use","id":"s","value":{"type":"server_tool_use","id":"s","name":"tool_search_tool_regex"},"vendor":{"abp:optional":{}}},{"type":"opaque","dialect":"claude","kind":"server_tool_use","id":"s","value":{"type":"server_tool_use","id":"s","name":"web_search"},"search":{"id":"s","call":{"action":"search","queries":[]}}},{"type":"opaque","dialect":"claude","kind":"tool_search_tool_result","id":"s","value":{"type":"tool_search_tool_result","tool_use_id":"s"},"vendor":{"abp:optional":{}}},{"type":"opaque","dialect":"claude","kind":"brand_new","value":{"type":"brand_new"}}]}]}
    an image without a source: throws contract_schema_violation: $.messages[0].content[0].source is required
    tools: {"tools":[{"kind":"function","name":"f","description":"d","parameters":{},"strict":true,"cache":{},"vendor":{"claude":{"odd":1}}},{"kind":"function","name":"g","parameters":"UNDEFINED"},{"kind":"server","name":"web_search","dialect":"claude","value":{"type":"web_search_20250305","name":"web_search"},"hosted":{"kind":"web_search"}},{"kind":"server","name":"s","dialect":"claude","value":{"type":"mcp_toolset","mcp_server_name":"s"}},{"kind":"server","name":"brand_new","dialect":"claude","value":{"type":"brand_new"}}]}
    the choice auto: {"toolChoice":{"mode":"auto","vendor":{"claude":{"odd":1}}},"parallelToolCalls":false}
    the choice any: {"toolChoice":{"mode":"required"},"parallelToolCalls":true}
    the choice of a tool: {"toolChoice":{"mode":"tool","name":"f"}}
    the choice none: {"toolChoice":{"mode":"none"}}
    an unknown choice: {"toolChoice":{"mode":"auto","vendor":{"claude":{"type":"odd","x":1}}}}
    limits and sampling: {"sampling":{"temperature":0.5,"topP":0.6,"topK":7},"stop":["x"],"maxOutputTokens":5,"stream":{"enabled":true},"serviceTier":"auto"}
    a user id: {"user":"u","vendor":{"claude":{"metadata":{"odd":1}}}}
    thinking switched on: {"reasoning":{"mode":"on","budgetTokens":2000,"display":"summary"},"vendor":{"claude":{"thinking":{"odd":1}}}}
    thinking switched off: {"reasoning":{"mode":"off"}}
    adaptive thinking: {"reasoning":{"mode":"adaptive","display":"none"}}
    thinking of an unknown type: {"vendor":{"claude":{"thinking":{"type":"odd","x":1}}}}
    a display of its own: {"reasoning":{"mode":"adaptive","display":"updates"}}
    an effort and a schema: {"output":{"kind":"json_schema","schema":{},"enforced":true},"reasoning":{"effort":"low"},"vendor":{"claude":{"output_config":{"odd":2,"format":{"odd":1}}}}}
    the older output format: {"output":{"kind":"json_schema","schema":{},"enforced":true}}
    an unknown format: {"vendor":{"claude":{"output_config":{"format":{"type":"odd"}}}}}
    own members: {"vendor":{"claude":{"container":"c"}}}
    `,
  );
});
