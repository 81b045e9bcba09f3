import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listRewrittenRequests } from "../../fixtures/reading.ts";
import { requests } from "../fixtures/wire-forms.ts";
import { claude } from "../index.ts";

describe("a request that is read and written again", () => {
  describeForms(
    "writes each form of claude back",
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
