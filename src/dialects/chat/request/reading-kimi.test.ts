import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listReadRequests } from "../../fixtures/reading.ts";
import { kimi } from "../../kimi/index.ts";
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
    listReadRequests(kimi, some),
    `
    advisory: {"vendor":{"kimi:no_model":{},"kimi":{"modalities":["text"],"verbosity":"low","user":"u","metadata":{"a":1},"service_tier":"flex","store":true,"odd":1}},"cache":{"key":"k","retention":"24h"}}
    sampling: {"sampling":{"temperature":1,"topP":2,"frequencyPenalty":5,"presencePenalty":6,"candidates":7},"vendor":{"kimi:no_model":{},"kimi":{"top_k":3,"seed":4,"logit_bias":{"8":9},"logprobs":true,"top_logprobs":3}}}
    tools of every kind: {"tools":[{"kind":"function","name":"f","parameters":{},"description":"d","vendor":{"kimi":{"function":{"strict":true,"odd":1},"odd":2}}},{"kind":"function","name":"g","vendor":{"kimi:untyped":{}}},{"kind":"server","name":"custom","dialect":"kimi","value":{"type":"custom","custom":{"name":"h","description":"d","format":{"type":"text"},"odd":1},"odd":2}},{"kind":"server","name":"brand_new","dialect":"kimi","value":{"type":"brand_new","x":1}},{"kind":"server","name":"$web_search","dialect":"kimi","value":{"type":"builtin_function","function":{"name":"$web_search"}},"hosted":{"kind":"web_search"}},{"kind":"function","name":"old","parameters":{},"description":"d","vendor":{"kimi":{"function":{"odd":1}},"kimi:functions":{}}},{"kind":"server","name":"web_search","dialect":"kimi","value":{"web_search_options":{"a":1}},"hosted":{"kind":"web_search","others":["a"]}}],"vendor":{"kimi:no_model":{}}}
    parts of every kind: {"messages":[{"role":"user","content":[{"type":"text","text":"x","vendor":{"kimi":{"odd":1,"prompt_cache_breakpoint":{"mode":"explicit","ttl":"30m"}}}},{"type":"image","source":{"kind":"url","url":"https://x/a.png"},"vendor":{"kimi:url_text":{}}},{"type":"image","source":{"kind":"base64","mediaType":"image/png","data":"QQ=="},"detail":"low","vendor":{"kimi":{"image_url":{"odd":1}}}},{"type":"opaque","dialect":"kimi","kind":"input_audio","value":{"type":"input_audio","input_audio":{"data":"QQ==","format":"mp3"}}},{"type":"opaque","dialect":"kimi","kind":"input_audio","value":{"type":"input_audio","input_audio":{"data":"QQ==","format":"flac","odd":1}}},{"type":"opaque","dialect":"kimi","kind":"file","value":{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ==","filename":"a.pdf"}}},{"type":"opaque","dialect":"kimi","kind":"file","value":{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ=="}}},{"type":"opaque","dialect":"kimi","kind":"file","value":{"type":"file","file":{"file_id":"f1","filename":"a.pdf","odd":1}}},{"type":"refusal","text":"No","vendor":{"kimi:part":{}}},{"type":"thinking","text":"hm","vendor":{"kimi:part":{}}}],"vendor":{"kimi:parts":{}}}],"vendor":{"kimi:no_model":{}}}
    parts that are kept whole: throws contract_schema_violation: $.messages[0].content[2].image_url is undefined, expected an object
    a thinking switch: {"vendor":{"kimi:no_model":{},"kimi":{"thinking":{"keep":"all"}}},"reasoning":{"mode":"off"}}
    a thinking budget: {"vendor":{"kimi:no_model":{},"kimi":{"thinking_budget":9}}}
  `,
  );
});
