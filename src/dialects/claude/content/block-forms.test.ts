import { describe } from "vitest";
import { listWrittenBlocks } from "../../fixtures/block-forms.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { claude } from "../index.ts";

describe("the blocks of a request", () => {
  describeForms(
    "of the user",
    listWrittenBlocks(claude, "user"),
    `
    empty text: []
      mapped text node: a block without text is not accepted and says nothing
    text between texts: [{"role":"user","content":[{"type":"text","text":"x"},{"type":"text","text":"x"}]}]
      mapped text node: a block without text is not accepted and says nothing
    text with own members: [{"role":"user","content":[{"type":"text","text":"x","odd":1}]}]
    text with citations: [{"role":"user","content":[{"type":"text","text":"a b","citations":[{"type":"odd","cited_text":"","title":null,"odd":1}]}]}]
      disclosed citation node: a citation that another vendor made has no form here
    refusals: [{"role":"user","content":"No"}]
      mapped text node: a block without text is not accepted and says nothing
    thinking without text: [{"role":"user","content":"x"}]
    thinking that is signed: [{"role":"user","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"x"}]}]
    a signature alone: [{"role":"user","content":[{"type":"text","text":"x"},{"type":"thinking","thinking":"","signature":"s"}]}]
    thinking that is sealed: [{"role":"user","content":"x"}]
    thinking in sum: []
      disclosed thinking.text node: thinking without a signature of the API is not accepted in the history
    redacted thinking: [{"role":"user","content":[{"type":"redacted_thinking","data":"d"},{"type":"text","text":"x"}]}]
    images by URL: [{"role":"user","content":[{"type":"image","source":{"type":"url","url":"https://x/a.png"}},{"type":"image","source":{"type":"url","url":"data:image/png,x"}}]}]
    an image with own members: [{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QQ=="},"cache_control":{"type":"ephemeral"},"odd":1}]}]
    an image in a file of the dialect: [{"role":"user","content":[{"type":"image","source":{"type":"file","file_id":"f1"}}]}]
    an image in a file: [{"role":"user","content":[{"type":"image","source":{"type":"file","file_id":"f1"}}]}]
    a document in base64: [{"role":"user","content":[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"QQ=="},"title":"a.pdf","context":"c","citations":{"enabled":false}}]}]
    a document of text: [{"role":"user","content":[{"type":"search_result","source":"A","title":"T","content":[{"type":"text","text":"long"}]}]}]
    a document of text without a title: [{"role":"user","content":[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"long"},"title":""}]}]
      disclosed document.text node: a document of type text/html is sent as plain text
    a document of text to cite: [{"role":"user","content":[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"long"},"citations":{"enabled":true}}]}]
    a document of text in base64: [{"role":"user","content":[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"hi"},"title":"t"}]}]
    documents by URL: [{"role":"user","content":[{"type":"document","source":{"type":"url","url":"https://x/a.pdf"},"title":"t"},{"type":"document","source":{"type":"url","url":"https://x/a.txt"}},{"type":"document","source":{"type":"url","url":"https://x/a"}}]}]
    a document in a file: [{"role":"user","content":[{"type":"document","source":{"type":"file","file_id":"f1"},"title":"t"}]}]
    a document in a file of the dialect: [{"role":"user","content":[{"type":"document","source":{"type":"file","file_id":"f1"},"citations":{"enabled":true}}]}]
    sound in base64: []
    sound by name: []
    sound in a file: []
    videos by URL and in base64: []
    a video in a file: []
    a call with text arguments: [{"role":"user","content":[{"type":"tool_use","id":"c1","name":"f","input":{"a":1}}]}]
    a call with null as arguments: [{"role":"user","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]}]
      disclosed tool_use node: the arguments are no whole JSON object; the members that are whole are kept
    a call without arguments: [{"role":"user","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]}]
      disclosed tool_use node: the arguments are no whole JSON object; the members that are whole are kept
    a call with a number as arguments: [{"role":"user","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]}]
      disclosed tool_use node: the arguments are no whole JSON object; the members that are whole are kept
    a call cut off in an escape: [{"role":"user","content":[{"type":"tool_use","id":"c1","name":"f","input":{"a":{"b":[1]}}}]}]
      disclosed tool_use node: the arguments are no whole JSON object; the members that are whole are kept
    a call cut off after a comma: [{"role":"user","content":[{"type":"tool_use","id":"c1","name":"f","input":{"a":[1,2],"b":{"c":1}}}]}]
      disclosed tool_use node: the arguments are no whole JSON object; the members that are whole are kept
    a call that is no JSON: [{"role":"user","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]}]
      disclosed tool_use node: the arguments are no whole JSON object; the members that are whole are kept
    a call with own members: [{"role":"user","content":[{"type":"tool_use","id":"c1","name":"f","input":{},"cache_control":{"type":"ephemeral"},"odd":1}]}]
    a call in a namespace: [{"role":"user","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]}]
    a freeform call with an object: [{"role":"user","content":[{"type":"tool_use","id":"c1","name":"f","input":{"input":""}}]}]
    a freeform call without a text: [{"role":"user","content":[{"type":"tool_use","id":"c1","name":"f","input":{"input":""}}]}]
    results of every kind: [{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1"},{"type":"tool_result","tool_use_id":"c2","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QQ=="}}],"odd":1},{"type":"tool_result","tool_use_id":"c3","content":[{"type":"text","text":"x"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QQ=="}},{"type":"document","source":{"type":"text","media_type":"text/plain","data":"d"},"title":"T"}],"cache_control":{"type":"ephemeral"}},{"type":"tool_result","tool_use_id":"c4","content":"{\\"a\\":1}"},{"type":"tool_use","id":"c1","name":"f","input":{}},{"type":"tool_use","id":"c2","name":"f","input":{}},{"type":"tool_use","id":"c3","name":"f","input":{}},{"type":"tool_use","id":"c4","name":"f","input":{}}]}]
    results that are errors: [{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"{\\"error\\":\\"x\\"}","is_error":true},{"type":"tool_result","tool_use_id":"c2","content":"{\\"a\\":1}","is_error":true},{"type":"tool_result","tool_use_id":"c3","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QQ=="}}],"is_error":true},{"type":"tool_use","id":"c1","name":"f","input":{}},{"type":"tool_use","id":"c2","name":"f","input":{}},{"type":"tool_use","id":"c3","name":"f","input":{}}]}]
      mapped text node: a block without text is not accepted and says nothing
    a result with a name: [{"role":"user","content":[{"type":"tool_result","tool_use_id":"c9","content":"x"}]}]
    units of the dialect: [{"role":"user","content":[{"type":"odd","a":1},"x",{"type":"text","text":"x"}]}]
    units of another dialect: [{"role":"user","content":"x"}]
    a search of another dialect: [{"role":"user","content":"x"}]
    `,
  );
  describeForms(
    "of the assistant",
    listWrittenBlocks(claude, "assistant"),
    `
    empty text: []
      mapped text node: a block without text is not accepted and says nothing
    text between texts: [{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"text","text":"x"}]}]
      mapped text node: a block without text is not accepted and says nothing
    text with own members: [{"role":"assistant","content":[{"type":"text","text":"x","odd":1}]}]
    text with citations: [{"role":"assistant","content":[{"type":"text","text":"a b","citations":[{"type":"odd","cited_text":"","title":null,"odd":1}]}]}]
      disclosed citation node: a citation that another vendor made has no form here
    refusals: [{"role":"assistant","content":"No"}]
      mapped text node: a block without text is not accepted and says nothing
    thinking without text: [{"role":"assistant","content":"x"}]
    thinking that is signed: [{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"x"}]}]
    a signature alone: [{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"thinking","thinking":"","signature":"s"}]}]
    thinking that is sealed: [{"role":"assistant","content":"x"}]
    thinking in sum: []
      disclosed thinking.text node: thinking without a signature of the API is not accepted in the history
    redacted thinking: [{"role":"assistant","content":[{"type":"redacted_thinking","data":"d"},{"type":"text","text":"x"}]}]
    images by URL: []
      refused image.url node: a message of role assistant takes no image
      refused image.url node: a message of role assistant takes no image
    an image with own members: []
      refused image.base64 node: a message of role assistant takes no image
    an image in a file of the dialect: []
      refused image.file node: a message of role assistant takes no image
    an image in a file: []
      refused image.file node: a message of role assistant takes no image
    a document in base64: []
      refused document.base64 node: a message of role assistant takes no document
    a document of text: []
      refused document.text node: a message of role assistant takes no document
    a document of text without a title: []
      refused document.text node: a message of role assistant takes no document
    a document of text to cite: []
      refused document.text node: a message of role assistant takes no document
    a document of text in base64: []
      refused document.base64 node: a message of role assistant takes no document
    documents by URL: []
      refused document.url node: a message of role assistant takes no document
      refused document.url node: a message of role assistant takes no document
      refused document.url node: a message of role assistant takes no document
    a document in a file: []
      refused document.file node: a message of role assistant takes no document
    a document in a file of the dialect: []
      refused document.file node: a message of role assistant takes no document
    sound in base64: []
    sound by name: []
    sound in a file: []
    videos by URL and in base64: []
    a video in a file: []
    a call with text arguments: [{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{"a":1}}]}]
    a call with null as arguments: [{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]}]
      disclosed tool_use node: the arguments are no whole JSON object; the members that are whole are kept
    a call without arguments: [{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]}]
      disclosed tool_use node: the arguments are no whole JSON object; the members that are whole are kept
    a call with a number as arguments: [{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]}]
      disclosed tool_use node: the arguments are no whole JSON object; the members that are whole are kept
    a call cut off in an escape: [{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{"a":{"b":[1]}}}]}]
      disclosed tool_use node: the arguments are no whole JSON object; the members that are whole are kept
    a call cut off after a comma: [{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{"a":[1,2],"b":{"c":1}}}]}]
      disclosed tool_use node: the arguments are no whole JSON object; the members that are whole are kept
    a call that is no JSON: [{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]}]
      disclosed tool_use node: the arguments are no whole JSON object; the members that are whole are kept
    a call with own members: [{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{},"cache_control":{"type":"ephemeral"},"odd":1}]}]
    a call in a namespace: [{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]}]
    a freeform call with an object: [{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{"input":""}}]}]
    a freeform call without a text: [{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{"input":""}}]}]
    results of every kind: [{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}},{"type":"tool_use","id":"c2","name":"f","input":{}},{"type":"tool_use","id":"c3","name":"f","input":{}},{"type":"tool_use","id":"c4","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1"},{"type":"tool_result","tool_use_id":"c2","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QQ=="}}],"odd":1},{"type":"tool_result","tool_use_id":"c3","content":[{"type":"text","text":"x"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QQ=="}},{"type":"document","source":{"type":"text","media_type":"text/plain","data":"d"},"title":"T"}],"cache_control":{"type":"ephemeral"}},{"type":"tool_result","tool_use_id":"c4","content":"{\\"a\\":1}"}]}]
    results that are errors: [{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}},{"type":"tool_use","id":"c2","name":"f","input":{}},{"type":"tool_use","id":"c3","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"{\\"error\\":\\"x\\"}","is_error":true},{"type":"tool_result","tool_use_id":"c2","content":"{\\"a\\":1}","is_error":true},{"type":"tool_result","tool_use_id":"c3","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QQ=="}}],"is_error":true}]}]
      mapped text node: a block without text is not accepted and says nothing
    a result with a name: []
    units of the dialect: [{"role":"assistant","content":[{"type":"odd","a":1},"x",{"type":"text","text":"x"}]}]
    units of another dialect: [{"role":"assistant","content":"x"}]
    a search of another dialect: [{"role":"assistant","content":"x"}]
    `,
  );
  const media = /text|refusal|image|document|sound|video|unit/;
  describeForms(
    "in a result",
    listWrittenBlocks(claude, "result", media),
    `
    empty text: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":""}]}]
      mapped text node: a block without text is not accepted and says nothing
    text between texts: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"text","text":"x"},{"type":"text","text":"x"}]}]}]
      mapped text node: a block without text is not accepted and says nothing
    text with own members: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"text","text":"x","odd":1}]}]}]
    text with citations: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"text","text":"a b","citations":[{"type":"odd","cited_text":"","title":null,"odd":1}]}]}]}]
      disclosed citation node: a citation that another vendor made has no form here
    refusals: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":"No"}]}]
      mapped text node: a block without text is not accepted and says nothing
    thinking without text: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":"x"}]}]
    images by URL: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"image","source":{"type":"url","url":"https://x/a.png"}},{"type":"image","source":{"type":"url","url":"data:image/png,x"}}]}]}]
    an image with own members: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QQ=="},"cache_control":{"type":"ephemeral"},"odd":1}]}]}]
    an image in a file of the dialect: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"image","source":{"type":"file","file_id":"f1"}}]}]}]
    an image in a file: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"image","source":{"type":"file","file_id":"f1"}}]}]}]
    a document in base64: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"QQ=="},"title":"a.pdf","context":"c","citations":{"enabled":false}}]}]}]
    a document of text: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"search_result","source":"A","title":"T","content":[{"type":"text","text":"long"}]}]}]}]
    a document of text without a title: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"long"},"title":""}]}]}]
      disclosed document.text node: a document of type text/html is sent as plain text
    a document of text to cite: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"long"},"citations":{"enabled":true}}]}]}]
    a document of text in base64: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"hi"},"title":"t"}]}]}]
    documents by URL: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"document","source":{"type":"url","url":"https://x/a.pdf"},"title":"t"},{"type":"document","source":{"type":"url","url":"https://x/a.txt"}},{"type":"document","source":{"type":"url","url":"https://x/a"}}]}]}]
    a document in a file: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"document","source":{"type":"file","file_id":"f1"},"title":"t"}]}]}]
    a document in a file of the dialect: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"document","source":{"type":"file","file_id":"f1"},"citations":{"enabled":true}}]}]}]
    sound in base64: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":""}]}]
    sound by name: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":""}]}]
    sound in a file: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":""}]}]
    videos by URL and in base64: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":""}]}]
    a video in a file: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":""}]}]
    a call with text arguments: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"tool_use","id":"c1","name":"f","input":{"a":1}}]}]}]
    a freeform call without a text: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"tool_use","id":"c1","name":"f","input":{"input":""}}]}]}]
    units of the dialect: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":[{"type":"odd","a":1},"x",{"type":"text","text":"x"}]}]}]
    units of another dialect: [{"role":"assistant","content":[{"type":"tool_use","id":"c0","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c0","content":"x"}]}]
    `,
  );
  describeForms(
    "in the system prompt",
    listWrittenBlocks(claude, "system", /text|image|document|unit/),
    `
    empty text: [null,[{"role":"user","content":"?"}]]
      mapped text node: a block without text is not accepted and says nothing
    text between texts: [[{"type":"text","text":"x"},{"type":"text","text":"x"}],[{"role":"user","content":"?"}]]
      mapped text node: a block without text is not accepted and says nothing
    text with own members: [[{"type":"text","text":"x","odd":1}],[{"role":"user","content":"?"}]]
    text with citations: [[{"type":"text","text":"a b","citations":[{"type":"odd","cited_text":"","title":null,"odd":1}]}],[{"role":"user","content":"?"}]]
      disclosed citation node: a citation that another vendor made has no form here
    thinking without text: ["x",[{"role":"user","content":"?"}]]
    images by URL: [[{"type":"image","source":{"type":"url","url":"https://x/a.png"}},{"type":"image","source":{"type":"url","url":"data:image/png,x"}}],[{"role":"user","content":"?"}]]
      refused image.url node: the system prompt takes no image
      refused image.url node: the system prompt takes no image
    an image with own members: [[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QQ=="},"cache_control":{"type":"ephemeral"},"odd":1}],[{"role":"user","content":"?"}]]
      refused image.base64 node: the system prompt takes no image
    an image in a file of the dialect: [[{"type":"image","source":{"type":"file","file_id":"f1"}}],[{"role":"user","content":"?"}]]
      refused image.file node: the system prompt takes no image
    an image in a file: [[{"type":"image","source":{"type":"file","file_id":"f1"}}],[{"role":"user","content":"?"}]]
      refused image.file node: the system prompt takes no image
    a document in base64: [[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"QQ=="},"title":"a.pdf","context":"c","citations":{"enabled":false}}],[{"role":"user","content":"?"}]]
      refused document.base64 node: the system prompt takes no document
    a document of text: [[{"type":"search_result","source":"A","title":"T","content":[{"type":"text","text":"long"}]}],[{"role":"user","content":"?"}]]
      refused document.text node: the system prompt takes no document
    a document of text without a title: [[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"long"},"title":""}],[{"role":"user","content":"?"}]]
      refused document.text node: the system prompt takes no document
      disclosed document.text node: a document of type text/html is sent as plain text
    a document of text to cite: [[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"long"},"citations":{"enabled":true}}],[{"role":"user","content":"?"}]]
      refused document.text node: the system prompt takes no document
    a document of text in base64: [[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"hi"},"title":"t"}],[{"role":"user","content":"?"}]]
      refused document.base64 node: the system prompt takes no document
    documents by URL: [[{"type":"document","source":{"type":"url","url":"https://x/a.pdf"},"title":"t"},{"type":"document","source":{"type":"url","url":"https://x/a.txt"}},{"type":"document","source":{"type":"url","url":"https://x/a"}}],[{"role":"user","content":"?"}]]
      refused document.url node: the system prompt takes no document
      refused document.url node: the system prompt takes no document
      refused document.url node: the system prompt takes no document
    a document in a file: [[{"type":"document","source":{"type":"file","file_id":"f1"},"title":"t"}],[{"role":"user","content":"?"}]]
      refused document.file node: the system prompt takes no document
    a document in a file of the dialect: [[{"type":"document","source":{"type":"file","file_id":"f1"},"citations":{"enabled":true}}],[{"role":"user","content":"?"}]]
      refused document.file node: the system prompt takes no document
    a call with text arguments: [[{"type":"tool_use","id":"c1","name":"f","input":{"a":1}}],[{"role":"user","content":"?"}]]
    a freeform call without a text: [[{"type":"tool_use","id":"c1","name":"f","input":{"input":""}}],[{"role":"user","content":"?"}]]
    units of the dialect: [[{"type":"odd","a":1},"x",{"type":"text","text":"x"}],[{"role":"user","content":"?"}]]
    units of another dialect: ["x",[{"role":"user","content":"?"}]]
    `,
  );
});
