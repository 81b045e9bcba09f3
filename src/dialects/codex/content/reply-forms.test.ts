import { describe } from "vitest";
import { listRepliedBlocks } from "../../fixtures/block-forms.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { codex } from "../index.ts";

describe("the blocks of a reply", () => {
  describeForms(
    "are written in the form of the vendor",
    listRepliedBlocks(codex),
    `
    empty text: [{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"","annotations":[],"logprobs":[]}]}]
    text between texts: [{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[]},{"type":"output_text","text":"","annotations":[],"logprobs":[]},{"type":"output_text","text":"x","annotations":[],"logprobs":[]}]}]
    text with own members: [{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[],"odd":1}]}]
    text with citations: [{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a b","annotations":[{"type":"url_citation","url":"u","title":"t","start_index":0,"end_index":1},{"type":"odd","odd":1}],"logprobs":[]}]}]
    refusals: [{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"refusal","refusal":"No"},{"type":"refusal","refusal":""}]}]
    thinking without text: [{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[]}]}]
    thinking that is signed: [{"type":"reasoning","id":"r1","summary":[],"content":[{"type":"reasoning_text","text":"hm"}]},{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[]}]}]
    a signature alone: [{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[]}]}]
    thinking that is sealed: [{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[]}]}]
    thinking in sum: [{"type":"reasoning","id":"rs_r1_0","summary":[{"type":"summary_text","text":"hm"}],"odd":1}]
    redacted thinking: [{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[]}]}]
    images by URL: []
    an image with own members: [{"type":"image_generation_call","id":"ig_r1_0","status":"completed","result":"QQ=="}]
    an image in a file of the dialect: []
    an image in a file: []
    a document in base64: []
    a document of text: []
    a document of text without a title: []
    a document of text to cite: []
    a document of text in base64: []
    documents by URL: []
    a document in a file: []
    a document in a file of the dialect: []
    sound in base64: []
    sound by name: []
    sound in a file: []
    videos by URL and in base64: []
    a video in a file: []
    a call with text arguments: [{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"{\\"a\\": 1}","status":"completed"}]
    a call with null as arguments: [{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"null","status":"completed"}]
    a call without arguments: [{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"{}","status":"completed"}]
    a call with a number as arguments: [{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"5","status":"completed"}]
    a call cut off in an escape: [{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"{\\"a\\":{\\"b\\":[1,\\"c\\\\\\\\\\\\\\"d\\\\u00","status":"incomplete"}]
    a call cut off after a comma: [{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"{\\"a\\":[1,2],\\"b\\":{\\"c\\":1},","status":"incomplete"}]
    a call that is no JSON: [{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"go","status":"incomplete"}]
    a call with own members: [{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","arguments":"{}","status":"completed","odd":1}]
    a call in a namespace: [{"type":"function_call","id":"fc_r1_0","call_id":"c1","name":"f","namespace":"n","arguments":"{}","status":"completed"}]
    a freeform call with an object: [{"type":"custom_tool_call","id":"ctc_r1_0","call_id":"c1","name":"f","input":"{\\"a\\":1}","status":"completed"}]
    a freeform call without a text: [{"type":"custom_tool_call","id":"ctc_r1_0","call_id":"c1","name":"f","input":"","status":"completed"}]
    units of the dialect: [{"type":"odd","a":1},{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[]}]}]
    units of another dialect: [{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[]}]}]
    a search of another dialect: [{"type":"web_search_call","id":"ws_e8bc163c82eee18733288c7d4ac636db","status":"completed","action":{"type":"search","query":"q","queries":["q"]}},{"type":"message","id":"msg_r1_0","role":"assistant","status":"completed","content":[{"type":"output_text","text":"x","annotations":[],"logprobs":[]}]},{"type":"web_search_call","id":"ws_ad328846aa18b32a335816374511cac1","status":"failed","action":{"type":"open_page","url":"https://x"}}]
    `,
  );
});
