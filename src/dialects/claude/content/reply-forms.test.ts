import { describe } from "vitest";
import { listRepliedBlocks } from "../../fixtures/block-forms.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { claude } from "../index.ts";

describe("the blocks of a reply", () => {
  describeForms(
    "are written in the form of the vendor",
    listRepliedBlocks(claude),
    `
    empty text: []
    text between texts: [{"type":"text","text":"x","citations":null},{"type":"text","text":"x","citations":null}]
    text with own members: [{"type":"text","text":"x","citations":null,"odd":1}]
    text with citations: [{"type":"text","text":"a b","citations":[{"type":"web_search_result_location","cited_text":"","url":"u","title":"t","encrypted_index":""},{"type":"odd","cited_text":"","title":null,"odd":1}]}]
    refusals: [{"type":"text","text":"No","citations":null}]
    thinking without text: [{"type":"thinking","thinking":"","signature":""},{"type":"text","text":"x","citations":null}]
    thinking that is signed: [{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"x","citations":null}]
    a signature alone: [{"type":"text","text":"x","citations":null},{"type":"thinking","thinking":"","signature":"s"}]
    thinking that is sealed: [{"type":"thinking","thinking":"","signature":""},{"type":"text","text":"x","citations":null}]
    thinking in sum: [{"type":"thinking","thinking":"hm","signature":"","odd":1}]
    redacted thinking: [{"type":"redacted_thinking","data":"d"},{"type":"text","text":"x","citations":null}]
    images by URL: []
    an image with own members: []
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
    a call with text arguments: [{"type":"tool_use","id":"c1","name":"f","input":{"a":1},"caller":{"type":"direct"}}]
    a call with null as arguments: [{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}]
    a call without arguments: [{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}]
    a call with a number as arguments: [{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}]
    a call cut off in an escape: [{"type":"tool_use","id":"c1","name":"f","input":{"a":{"b":[1]}},"caller":{"type":"direct"}}]
    a call cut off after a comma: [{"type":"tool_use","id":"c1","name":"f","input":{"a":[1,2],"b":{"c":1}},"caller":{"type":"direct"}}]
    a call that is no JSON: [{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}]
    a call with own members: [{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"},"cache_control":{"type":"ephemeral"},"odd":1}]
    a call in a namespace: [{"type":"tool_use","id":"c1","name":"f","input":{},"caller":{"type":"direct"}}]
    a freeform call with an object: [{"type":"tool_use","id":"c1","name":"f","input":{"input":""},"caller":{"type":"direct"}}]
    a freeform call without a text: [{"type":"tool_use","id":"c1","name":"f","input":{"input":""},"caller":{"type":"direct"}}]
    units of the dialect: [{"type":"odd","a":1},"x",{"type":"text","text":"x","citations":null}]
    units of another dialect: [{"type":"text","text":"x","citations":null}]
    a search of another dialect: [{"type":"server_tool_use","id":"srvtoolu_abp_4e166401b04df842b329cd7c","name":"web_search","input":{"query":"q"},"caller":{"type":"direct"}},{"type":"web_search_tool_result","tool_use_id":"srvtoolu_abp_4e166401b04df842b329cd7c","caller":{"type":"direct"},"content":[{"type":"web_search_result","url":"https://x","title":"X","page_age":null,"encrypted_content":"abp-search-1.eyJ1cmwiOiJodHRwczovL3giLCJ0aXRsZSI6IlgifQ"},{"type":"web_search_result","url":"https://y","title":"y","page_age":null,"encrypted_content":"abp-search-1.eyJ1cmwiOiJodHRwczovL3kifQ"}]},{"type":"text","text":"x","citations":null}]
    `,
  );
});
