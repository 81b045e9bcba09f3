import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listReadRequests, listRewrittenRequests } from "../../fixtures/reading.ts";
import { requests } from "../fixtures/wire-forms.ts";
import { claude } from "../index.ts";

const blocks = Object.fromEntries(
  Object.entries(requests).filter(([name]) =>
    /part|block|call|answer|result|message|reasoning|breakpoint|compaction|item/.test(name),
  ),
);

describe("the content of requests", () => {
  describeForms(
    "is read in every form",
    listReadRequests(claude, blocks),
    `
    no messages: throws contract_schema_violation: $.messages is required
    a block without a type: throws contract_schema_violation: $.messages[0].content[0].type is required
    blocks of every kind: {"messages":[{"role":"user","content":[{"type":"text","text":"x","cache":{"ttl":"1h"},"vendor":{"claude":{"odd":1}}},{"type":"text","text":"x","cache":{"type":"odd"}},{"type":"image","source":{"kind":"base64","mediaType":"image/png","data":"QQ=="},"vendor":{"claude":{"odd":2,"source":{"odd":1}}}},{"type":"image","source":{"kind":"url","url":"u"}},{"type":"image","source":{"kind":"file","id":"f","issuer":"claude"}},{"type":"document","source":{"kind":"text","text":"d","mediaType":"text/plain"},"title":"t","context":"c","citations":true},{"type":"document","source":{"kind":"text","text":"a\\nb"},"citations":false,"vendor":{"claude:content_source=1,1":{}}},{"type":"document","source":{"kind":"text","text":"text"},"vendor":{"claude:content_source=text":{}}},{"type":"document","source":{"kind":"text","text":"a"},"title":"t","address":"s","citations":false,"vendor":{"claude:search_result=1":{}}},{"type":"tool_use","id":"c","name":"f","kind":"function","input":{},"vendor":{"claude":{"odd":1}}},{"type":"tool_result","id":"c","kind":"function","content":[{"type":"text","text":"ok"}],"isError":true,"vendor":{"claude":{"odd":1}}},{"type":"tool_result","id":"c","kind":"function","content":[]},{"type":"thinking","text":"hm","signature":"s","vendor":{"claude":{"odd":1}}},{"type":"thinking","text":""},{"type":"redacted_thinking","data":"d","vendor":{"claude":{"odd":1}}},{"type":"text","text":"Tool loaded: f","vendor":{"claude":{"odd":1},"claude:tool_reference":{}}}]}]}
    blocks that are kept whole: {"messages":[{"role":"user","content":[{"type":"opaque","dialect":"claude","kind":"image","value":{"type":"image","source":{"type":"odd"}}},{"type":"opaque","dialect":"claude","kind":"document","value":{"type":"document","source":{"type":"content","content":[{"type":"image"}]}}},{"type":"opaque","dialect":"claude","kind":"search_result","value":{"type":"search_result","content":3}},{"type":"opaque","dialect":"claude","kind":"tool_reference","value":{"type":"tool_reference"}},{"type":"opaque","dialect":"claude","kind":"server_tool_use","id":"s","value":{"type":"server_tool_use","id":"s","name":"tool_search_tool_regex"},"vendor":{"abp:optional":{}}},{"type":"opaque","dialect":"claude","kind":"server_tool_use","id":"s","value":{"type":"server_tool_use","id":"s","name":"web_search"},"search":{"id":"s","call":{"action":"search","queries":[]}}},{"type":"opaque","dialect":"claude","kind":"tool_search_tool_result","id":"s","value":{"type":"tool_search_tool_result","tool_use_id":"s"},"vendor":{"abp:optional":{}}},{"type":"opaque","dialect":"claude","kind":"brand_new","value":{"type":"brand_new"}}]}]}
  `,
  );

  describeForms(
    "is written back in the form that it had",
    listRewrittenRequests(claude, requests),
    `
    no messages: throws contract_schema_violation: $.messages is required
    a role that nobody knows: throws contract_schema_violation: $.messages[0].role is string, expected user, assistant or system
    content of the wrong type: throws contract_schema_violation: $.messages[0].content is number, expected text or a list
    a block without a type: throws contract_schema_violation: $.messages[0].content[0].type is required
    a text to be continued: {"model":"m","messages":[{"role":"user","content":"x"},{"role":"assistant","content":"y","odd":1}]}
    blocks of every kind: {"model":"m","messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"ok","is_error":true,"odd":1},{"type":"text","text":"x","cache_control":{"type":"ephemeral","ttl":"1h"},"odd":1},{"type":"text","text":"x","cache_control":{"type":"odd"}},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QQ==","odd":1},"odd":2},{"type":"image","source":{"type":"url","url":"u"}},{"type":"image","source":{"type":"file","file_id":"f"}},{"type":"document","source":{"type":"text","media_type":"text/plain","data":"d"},"title":"t","context":"c","citations":{"enabled":true}},{"type":"document","source":{"type":"content","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]},"citations":{"enabled":false}},{"type":"document","source":{"type":"content","content":"text"}},{"type":"search_result","source":"s","title":"t","content":[{"type":"text","text":"a"}],"citations":{"enabled":false}},{"type":"tool_use","id":"c","name":"f","input":{},"odd":1},{"type":"thinking","thinking":"hm","signature":"s","odd":1},{"type":"redacted_thinking","data":"d","odd":1},{"type":"tool_reference","tool_name":"f","odd":1}]}]}
    blocks that are kept whole: {"model":"m","messages":[{"role":"user","content":[{"type":"image","source":{"type":"odd"}},{"type":"document","source":{"type":"content","content":[{"type":"image"}]}},{"type":"search_result","content":3},{"type":"tool_reference"},{"type":"server_tool_use","id":"s","name":"tool_search_tool_regex"},{"type":"server_tool_use","id":"s","name":"web_search"},{"type":"tool_search_tool_result","tool_use_id":"s"},{"type":"brand_new"}]}]}
    an image without a source: throws contract_schema_violation: $.messages[0].content[0].source is required
    tools: {"model":"m","tools":[{"name":"f","description":"d","input_schema":{"type":"object"},"strict":true,"cache_control":{"type":"ephemeral"},"odd":1},{"name":"g","input_schema":{"type":"object","properties":{}}},{"type":"web_search_20250305","name":"web_search"},{"type":"mcp_toolset","mcp_server_name":"s"},{"type":"brand_new"}],"messages":[]}
    the choice auto: {"model":"m","messages":[]}
    the choice any: {"model":"m","messages":[]}
    the choice of a tool: {"model":"m","messages":[]}
    the choice none: {"model":"m","messages":[]}
    an unknown choice: {"model":"m","messages":[]}
    limits and sampling: {"model":"m","messages":[],"max_tokens":5,"stop_sequences":["x"],"temperature":0.5,"top_p":0.6,"top_k":7,"service_tier":"auto","stream":true}
    a user id: {"model":"m","messages":[],"metadata":{"user_id":"u","odd":1}}
    thinking switched on: {"model":"m","messages":[],"thinking":{"type":"enabled","budget_tokens":2000,"display":"summarized","odd":1}}
    thinking switched off: {"model":"m","messages":[],"thinking":{"type":"disabled"}}
    adaptive thinking: {"model":"m","messages":[],"thinking":{"type":"adaptive","display":"omitted"}}
    thinking of an unknown type: {"model":"m","messages":[],"thinking":{"type":"odd","x":1}}
    a display of its own: {"model":"m","messages":[],"thinking":{"type":"adaptive","display":"updates"}}
    an effort and a schema: {"model":"m","messages":[],"output_config":{"effort":"low","format":{"type":"json_schema","schema":{},"odd":1},"odd":2}}
    the older output format: {"model":"m","messages":[],"output_config":{"format":{"type":"json_schema","schema":{}}}}
    an unknown format: {"model":"m","messages":[],"output_config":{"format":{"type":"odd"}}}
    own members: {"model":"m","messages":[],"container":"c"}
  `,
  );
});
