import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listRewrittenRequests } from "../../fixtures/reading.ts";
import { requests } from "../fixtures/wire-forms.ts";
import { codex } from "../index.ts";

describe("a request that is read and written again", () => {
  describeForms(
    "writes each form of codex back",
    listRewrittenRequests(codex, requests),
    `
    no input: {"model":"m"}
    input that is text: {"model":"m","instructions":"","input":"x"}
    input of the wrong type: throws contract_schema_violation: $.input is number, expected text or a list
    instructions and tools: {"model":"m","instructions":"i","tools":[],"input":"x"}
    a role that nobody knows: throws contract_schema_violation: $.input[0].role is string, expected user, assistant, system or developer
    messages in every form: {"model":"m","input":[{"role":"user","content":"x"},{"type":"message","role":"developer","content":[],"id":"m1","odd":1},{"role":"assistant","content":"a"},{"type":"message","id":"m2","role":"assistant","status":"completed","content":[{"type":"output_text","text":"b","annotations":[],"logprobs":[],"odd":1},{"type":"refusal","refusal":"No","odd":2}],"odd":3},{"type":"message","role":"assistant","content":[]}]}
    content of the wrong type: throws contract_schema_violation: $.input[0].content is number, expected text or a list
    parts of every kind: {"model":"m","input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x","prompt_cache_breakpoint":{"mode":"explicit"},"odd":1},{"type":"text","text":"x"},{"type":"output_text","text":"x","annotations":[{"type":"url_citation","url":"u","title":"t","start_index":0,"end_index":1,"odd":1}]},{"type":"input_image","image_url":"data:image/png;base64,QQ==","detail":"low","odd":1},{"type":"input_image","image_url":"data:image/png,raw"},{"type":"input_image","image_url":"https://x/a.png"},{"type":"input_image","file_id":"f"},{"type":"input_file","file_data":"data:application/pdf;base64,QQ==","filename":"a.pdf"},{"type":"input_file","file_data":"QQ==","filename":"A.PDF"},{"type":"input_file","file_data":"QQ=="},{"type":"input_file","file_url":"u","odd":1},{"type":"input_file","file_id":"f"},{"type":"input_audio","input_audio":{"data":"QQ==","format":"mp3","odd":1},"odd":2},{"type":"input_audio","input_audio":{"data":"QQ==","format":"wav"}}]}]}
    parts that are kept whole: {"model":"m","input":[{"type":"message","role":"user","content":[{"type":"input_text"},{"type":"input_image"},{"type":"input_file"},{"type":"input_audio"},{"type":"odd","id":"p"},{}]}]}
    reasoning in every form: {"model":"m","input":[{"type":"reasoning","id":"r1","summary":[{"type":"summary_text","text":"a"}],"encrypted_content":"zz","status":"completed"},{"type":"reasoning","id":"r2","summary":[{"type":"summary_text","text":"a"},{"type":"summary_text","text":""}],"content":[{"type":"reasoning_text","text":"b"}]},{"type":"reasoning","summary":[],"content":[]},{"type":"reasoning","content":"x","odd":1},{"type":"reasoning","summary":[{"type":"odd"}]}]}
    reasoning of the wrong type: throws contract_schema_violation: $.input[0].summary is number, expected a list
    calls and results: {"model":"m","input":[{"type":"function_call","id":"fc","call_id":"c","name":"f","namespace":"n","arguments":"{\\"a\\":1}","status":"completed","odd":1},{"type":"function_call","id":"fc2","call_id":"fc2","name":"f","arguments":""},{"type":"function_call","call_id":"c3","name":"f","arguments":"{ \\"a\\": 1 }"},{"type":"function_call","call_id":"c4","name":"f","arguments":"{\\"a"},{"type":"custom_tool_call","call_id":"d","name":"g","namespace":"n","input":"do it","odd":1},{"type":"function_call_output","call_id":"c","output":"ok","odd":1},{"type":"function_call_output","call_id":"c","output":""},{"type":"function_call_output","call_id":"c","output":[{"type":"input_text","text":"ok"}],"name":"f"},{"type":"custom_tool_call_output","call_id":"d","output":"ok"}]}
    a call without an id: throws contract_schema_violation: $.input[0].call_id is required
    a result of the wrong type: throws contract_schema_violation: $.input[0].output is number, expected text or a list
    tool searches: {"model":"m","input":[{"type":"tool_search_call","id":"t","call_id":"s","execution":"client","arguments":{"q":1}},{"type":"tool_search_output","call_id":"s","execution":"client","tools":[{"type":"function","name":"f"},{"type":"function","name":"f"}],"odd":1},{"type":"tool_search_call","execution":"server"},{"type":"tool_search_output","execution":"server","tools":[]}]}
    compactions: {"model":"m","input":[{"type":"compaction","id":"x","encrypted_content":"abp-summary:so far"},{"type":"compaction","encrypted_content":"zz"},{"type":"compaction_trigger"}]}
    items of the vendor: {"model":"m","input":[{"type":"web_search_call","id":"w"},{"type":"mcp_list_tools"},{"type":"mcp_approval_response"},{"type":"computer_call_output"},{"type":"configuration_update"},{"id":"ref"}]}
    tools that an item brings: {"model":"m","input":[{"type":"additional_tools","role":"developer","odd":1,"tools":[{"type":"function","name":"f","parameters":null}]},{"type":"additional_tools","tools":[]}]}
    tools: {"model":"m","tools":[{"type":"function","name":"f","description":"d","parameters":{},"strict":true,"odd":1},{"type":"function","name":"g","parameters":null},{"type":"function"},{"type":"custom","name":"h","description":"d","format":{"type":"text"},"odd":1},{"type":"custom"},{"type":"tool_search","execution":"client","description":"d","parameters":{},"odd":1},{"type":"tool_search","execution":"server"},{"type":"web_search"},{"type":"namespace","name":"n","description":"d","odd":1,"tools":[{"type":"function","name":"a","parameters":null},{"type":"web_search"}]},{"type":"namespace","name":"empty","tools":[]},{}],"input":"x"}
    the choice auto: {"model":"m","tool_choice":"auto","input":"x"}
    an unknown choice: throws contract_schema_violation: $.tool_choice is string, expected auto, none, required or an object
    the choice of a function: {"model":"m","tool_choice":{"type":"function","name":"f","odd":1},"input":"x"}
    the choice of a freeform tool: {"model":"m","tool_choice":{"type":"custom","name":"f"},"input":"x"}
    the choice of a hosted tool: {"model":"m","tool_choice":{"type":"web_search","odd":1},"input":"x"}
    the choice among some: {"model":"m","tool_choice":{"type":"allowed_tools","mode":"required","tools":[{"type":"function","name":"f"}]},"input":"x"}
    the choice among hosted tools: {"model":"m","tool_choice":{"type":"allowed_tools","mode":"auto","tools":[{"type":"mcp","server_label":"s"},{"type":"web_search"},{}]},"input":"x"}
    parameters: {"model":"m","parallel_tool_calls":false,"input":"x","max_output_tokens":5,"temperature":1,"top_p":2,"top_logprobs":3,"stream":true,"prompt_cache_key":"k","prompt_cache_retention":"24h","user":"u","metadata":{"a":1},"service_tier":"flex","store":false,"previous_response_id":"r","truncation":"auto"}
    log probabilities: {"model":"m","input":"x","include":["message.output_text.logprobs"],"stream":false}
    log probabilities and more: {"model":"m","input":"x","top_logprobs":2,"include":["message.output_text.logprobs","odd"]}
    plain text: {"model":"m","input":"x","text":{"format":{"type":"text","odd":1},"verbosity":"low"}}
    plain JSON: {"model":"m","input":"x","text":{"format":{"type":"json_object"}}}
    a schema: {"model":"m","input":"x","text":{"format":{"type":"json_schema","name":"n","description":"d","schema":{},"strict":true,"odd":1},"odd":2}}
    an unknown format: {"model":"m","input":"x","text":{"format":{"type":"odd"}}}
    an empty text: {"model":"m","input":"x","text":{}}
    an effort: {"model":"m","input":"x","reasoning":{"effort":"low","summary":"auto","odd":1}}
    no effort: {"model":"m","input":"x","reasoning":{"effort":"none","summary":"detailed"}}
    an unknown summary: {"model":"m","input":"x","reasoning":{"summary":"odd"}}
    `,
  );
});
