import { describe } from "vitest";
import { copilot } from "../../copilot/index.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { listReadRequests } from "../../fixtures/reading.ts";
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

describe("the reader of requests", () => {
  const some = Object.fromEntries(names.map((name) => [name, requests[name]]));
  describeForms(
    "reads the forms of this vendor",
    listReadRequests(copilot, some),
    `
    advisory: {"vendor":{"copilot:no_model":{},"copilot":{"modalities":["text"],"verbosity":"low","prompt_cache_key":"k","prompt_cache_retention":"24h","metadata":{"a":1},"service_tier":"flex","store":true,"odd":1}},"user":"u"}
    sampling: {"sampling":{"temperature":1,"topP":2,"seed":4,"frequencyPenalty":5,"presencePenalty":6,"candidates":7,"logitBias":{"8":9},"logprobs":{"top":3}},"vendor":{"copilot:no_model":{},"copilot":{"top_k":3}}}
    tools of every kind: {"tools":[{"kind":"function","name":"f","parameters":{},"description":"d","strict":true,"vendor":{"copilot":{"function":{"odd":1},"odd":2}}},{"kind":"function","name":"g","vendor":{"copilot:untyped":{}}},{"kind":"custom","name":"h","format":{"type":"text"},"description":"d","vendor":{"copilot":{"custom":{"odd":1},"odd":2}}},{"kind":"server","name":"brand_new","dialect":"copilot","value":{"type":"brand_new","x":1}},{"kind":"server","name":"$web_search","dialect":"copilot","value":{"type":"builtin_function","function":{"name":"$web_search"}},"hosted":{"kind":"web_search"}},{"kind":"function","name":"old","parameters":{},"description":"d","vendor":{"copilot":{"function":{"odd":1}},"copilot:functions":{}}},{"kind":"server","name":"web_search","dialect":"copilot","value":{"web_search_options":{"a":1}},"hosted":{"kind":"web_search","others":["a"]}}],"vendor":{"copilot:no_model":{}}}
    parts of every kind: {"messages":[{"role":"user","content":[{"type":"text","text":"x","vendor":{"copilot":{"odd":1,"prompt_cache_breakpoint":{"mode":"explicit","ttl":"30m"}}}},{"type":"image","source":{"kind":"url","url":"https://x/a.png"},"vendor":{"copilot:url_text":{}}},{"type":"image","source":{"kind":"base64","mediaType":"image/png","data":"QQ=="},"detail":"low","vendor":{"copilot":{"image_url":{"odd":1}}}},{"type":"opaque","dialect":"copilot","kind":"input_audio","value":{"type":"input_audio","input_audio":{"data":"QQ==","format":"mp3"}}},{"type":"opaque","dialect":"copilot","kind":"input_audio","value":{"type":"input_audio","input_audio":{"data":"QQ==","format":"flac","odd":1}}},{"type":"opaque","dialect":"copilot","kind":"file","value":{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ==","filename":"a.pdf"}}},{"type":"opaque","dialect":"copilot","kind":"file","value":{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ=="}}},{"type":"opaque","dialect":"copilot","kind":"file","value":{"type":"file","file":{"file_id":"f1","filename":"a.pdf","odd":1}}},{"type":"refusal","text":"No","vendor":{"copilot:part":{}}},{"type":"thinking","text":"hm","vendor":{"copilot:part":{}}}],"vendor":{"copilot:parts":{}}}],"vendor":{"copilot:no_model":{}}}
    parts that are kept whole: throws contract_schema_violation: $.messages[0].content[2].image_url is undefined, expected an object
    a thinking switch: {"vendor":{"copilot:no_model":{},"copilot":{"thinking":{"type":"disabled","keep":"all"}}}}
    a thinking budget: {"vendor":{"copilot:no_model":{}},"reasoning":{"budgetTokens":9}}
  `,
  );
});
