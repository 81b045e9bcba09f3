import { describe } from "vitest";
import { listWrittenBlocks } from "../../fixtures/block-forms.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { openai } from "../../openai/index.ts";

describe("the blocks of a request", () => {
  describeForms(
    "of the user",
    listWrittenBlocks(openai, "user"),
    `
    empty text: [{"role":"user","content":""}]
    text between texts: [{"role":"user","content":[{"type":"text","text":"x"},{"type":"text","text":"x"}]}]
    text with own members: [{"role":"user","content":[{"type":"text","text":"x","odd":1}]}]
    text with citations: [{"role":"user","content":"a b"}]
    refusals: [{"role":"user","content":[{"type":"refusal","refusal":"No"},{"type":"refusal","refusal":""}]}]
    thinking without text: [{"role":"user","content":"x"}]
      refused thinking.text node: only the assistant's messages hold what the model thought, called or refused
    thinking that is signed: [{"role":"user","content":"x"}]
      refused thinking.text node: only the assistant's messages hold what the model thought, called or refused
    a signature alone: [{"role":"user","content":"x"}]
      refused thinking.text node: only the assistant's messages hold what the model thought, called or refused
    thinking that is sealed: [{"role":"user","content":"x"}]
      refused thinking.text node: only the assistant's messages hold what the model thought, called or refused
    thinking in sum: [{"role":"user","content":""}]
      refused thinking.text node: only the assistant's messages hold what the model thought, called or refused
    redacted thinking: [{"role":"user","content":"x"}]
      refused thinking.text node: only the assistant's messages hold what the model thought, called or refused
    images by URL: [{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://x/a.png","detail":"low"}},{"type":"image_url","image_url":{"url":"data:image/png,x"}}]}]
    an image with own members: [{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ=="},"prompt_cache_breakpoint":{"mode":"explicit"},"odd":1}]}]
    an image in a file of the dialect: [{"role":"user","content":""}]
      refused image.file node: image of this form has no place in this message
    an image in a file: [{"role":"user","content":""}]
      refused image.file node: image of this form has no place in this message
    a document in base64: [{"role":"user","content":[{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ==","filename":"a.pdf"}}]}]
    a document of text: [{"role":"user","content":"T\\nSource: A\\nContext: C\\n\\nlong"}]
    a document of text without a title: [{"role":"user","content":"long"}]
    a document of text to cite: [{"role":"user","content":"long"}]
    a document of text in base64: [{"role":"user","content":[{"type":"file","file":{"file_data":"data:text/plain;base64,aGk=","filename":"t"}}]}]
    documents by URL: [{"role":"user","content":""}]
      refused document.url node: document of this form has no place in this message
      refused document.url node: document of this form has no place in this message
      refused document.url node: document of this form has no place in this message
    a document in a file: [{"role":"user","content":[{"type":"file","file":{"file_id":"f1","filename":"t"}}]}]
    a document in a file of the dialect: [{"role":"user","content":[{"type":"file","file":{"file_id":"f1"}}]}]
    sound in base64: [{"role":"user","content":[{"type":"input_audio","input_audio":{"data":"QQ==","format":"wav"}},{"type":"input_audio","input_audio":{"data":"QQ==","format":"mp3"},"odd":1}]}]
    sound by name: [{"role":"user","content":""}]
      refused audio.url node: audio of this form has no place in this message
    sound in a file: [{"role":"user","content":""}]
      refused audio.file node: audio of this form has no place in this message
    videos by URL and in base64: [{"role":"user","content":""}]
      refused video.url node: video of this form has no place in this message
      refused video.base64 node: video of this form has no place in this message
    a video in a file: [{"role":"user","content":""}]
      refused video.file node: video of this form has no place in this message
    a call with text arguments: [{"role":"user","content":""}]
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    a call with null as arguments: [{"role":"user","content":""}]
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    a call without arguments: [{"role":"user","content":""}]
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    a call with a number as arguments: [{"role":"user","content":""}]
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    a call cut off in an escape: [{"role":"user","content":""}]
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    a call cut off after a comma: [{"role":"user","content":""}]
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    a call that is no JSON: [{"role":"user","content":""}]
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    a call with own members: [{"role":"user","content":""}]
      disclosed cache.hint node: only parts of a message take a cache breakpoint
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    a call in a namespace: [{"role":"user","content":""}]
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    a freeform call with an object: [{"role":"user","content":""}]
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    a freeform call without a text: [{"role":"user","content":""}]
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    results of every kind: [{"role":"tool","tool_call_id":"c1","content":""},{"role":"tool","tool_call_id":"c2","content":"The content follows.","odd":1},{"role":"tool","tool_call_id":"c3","content":[{"type":"text","text":"x"},{"type":"text","text":"T\\n\\nd"}]},{"role":"tool","tool_call_id":"c4","content":"{\\"a\\":1}"},{"role":"user","content":[{"type":"text","text":"Content of the tool result c2:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ=="}},{"type":"text","text":"Content of the tool result c3:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ=="}}]},{"role":"user","content":""}]
      disclosed cache.hint node: only parts of a message take a cache breakpoint
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    results that are errors: [{"role":"tool","tool_call_id":"c1","content":"Error: {\\"error\\":\\"x\\"}"},{"role":"tool","tool_call_id":"c2","content":"Error: {\\"a\\":1}"},{"role":"tool","tool_call_id":"c3","content":"Error: "},{"role":"user","content":[{"type":"text","text":"Content of the tool result c3:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ=="}}]},{"role":"user","content":""}]
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    a result with a name: [{"role":"tool","tool_call_id":"c9","content":"x"}]
    units of the dialect: [{"role":"user","content":[{"type":"odd","a":1},"x",{"type":"text","text":"x"}]}]
    units of another dialect: [{"role":"user","content":"x"}]
    a search of another dialect: [{"role":"user","content":"x"}]
    `,
  );
  describeForms(
    "of the assistant",
    listWrittenBlocks(openai, "assistant"),
    `
    empty text: [{"role":"assistant","content":""}]
    text between texts: [{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"text","text":"x"}]}]
    text with own members: [{"role":"assistant","content":[{"type":"text","text":"x","odd":1}]}]
    text with citations: [{"role":"assistant","content":"a b","annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":1,"title":"t","url":"u"}},{"type":"odd","odd":1}]}]
    refusals: [{"role":"assistant","content":null,"refusal":""}]
    thinking without text: [{"role":"assistant","content":"x","reasoning_content":""}]
    thinking that is signed: [{"role":"assistant","content":"x"}]
      disclosed thinking.text node: thinking that its vendor signed, sealed or summarised is left out
    a signature alone: [{"role":"assistant","content":"x"}]
    thinking that is sealed: [{"role":"assistant","content":"x"}]
    thinking in sum: [{"role":"assistant","content":""}]
      disclosed thinking.text node: thinking that its vendor signed, sealed or summarised is left out
    redacted thinking: [{"role":"assistant","content":"x"}]
    images by URL: [{"role":"assistant","content":""}]
      refused image.url node: image of this form has no place in this message
      refused image.url node: image of this form has no place in this message
    an image with own members: [{"role":"assistant","content":""}]
      refused image.base64 node: image of this form has no place in this message
    an image in a file of the dialect: [{"role":"assistant","content":""}]
      refused image.file node: image of this form has no place in this message
    an image in a file: [{"role":"assistant","content":""}]
      refused image.file node: image of this form has no place in this message
    a document in base64: [{"role":"assistant","content":""}]
      refused document.base64 node: document of this form has no place in this message
    a document of text: [{"role":"assistant","content":""}]
      refused document.text node: document of this form has no place in this message
    a document of text without a title: [{"role":"assistant","content":""}]
      refused document.text node: document of this form has no place in this message
    a document of text to cite: [{"role":"assistant","content":""}]
      refused document.text node: document of this form has no place in this message
    a document of text in base64: [{"role":"assistant","content":""}]
      refused document.base64 node: document of this form has no place in this message
    documents by URL: [{"role":"assistant","content":""}]
      refused document.url node: document of this form has no place in this message
      refused document.url node: document of this form has no place in this message
      refused document.url node: document of this form has no place in this message
    a document in a file: [{"role":"assistant","content":""}]
      refused document.file node: document of this form has no place in this message
    a document in a file of the dialect: [{"role":"assistant","content":""}]
      refused document.file node: document of this form has no place in this message
    sound in base64: [{"role":"assistant","content":""}]
      refused audio.base64 node: audio of this form has no place in this message
      refused audio.base64 node: audio of this form has no place in this message
    sound by name: [{"role":"assistant","content":null,"audio":{"id":"a1"}}]
    sound in a file: [{"role":"assistant","content":""}]
      refused audio.file node: audio of this form has no place in this message
    videos by URL and in base64: [{"role":"assistant","content":""}]
      refused video.url node: video of this form has no place in this message
      refused video.base64 node: video of this form has no place in this message
    a video in a file: [{"role":"assistant","content":""}]
      refused video.file node: video of this form has no place in this message
    a call with text arguments: [{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\": 1}"}}]}]
    a call with null as arguments: [{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"null"}}]}]
    a call without arguments: [{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}]
    a call with a number as arguments: [{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"5"}}]}]
    a call cut off in an escape: [{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\":{\\"b\\":[1,\\"c\\\\\\\\\\\\\\"d\\\\u00"}}]}]
    a call cut off after a comma: [{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\":[1,2],\\"b\\":{\\"c\\":1},"}}]}]
    a call that is no JSON: [{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"go"}}]}]
    a call with own members: [{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"},"odd":1}]}]
      disclosed cache.hint node: only parts of a message take a cache breakpoint
    a call in a namespace: [{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}]
    a freeform call with an object: [{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"custom","custom":{"name":"f","input":""}}]}]
    a freeform call without a text: [{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"custom","custom":{"name":"f","input":""}}]}]
    results of every kind: [{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c3","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c4","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":""},{"role":"tool","tool_call_id":"c2","content":"The content follows.","odd":1},{"role":"tool","tool_call_id":"c3","content":[{"type":"text","text":"x"},{"type":"text","text":"T\\n\\nd"}]},{"role":"tool","tool_call_id":"c4","content":"{\\"a\\":1}"},{"role":"user","content":[{"type":"text","text":"Content of the tool result c2:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ=="}},{"type":"text","text":"Content of the tool result c3:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ=="}}]}]
      disclosed cache.hint node: only parts of a message take a cache breakpoint
    results that are errors: [{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c3","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"Error: {\\"error\\":\\"x\\"}"},{"role":"tool","tool_call_id":"c2","content":"Error: {\\"a\\":1}"},{"role":"tool","tool_call_id":"c3","content":"Error: "},{"role":"user","content":[{"type":"text","text":"Content of the tool result c3:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ=="}}]}]
    a result with a name: [{"role":"user","content":"?"}]
    units of the dialect: [{"role":"assistant","content":[{"type":"odd","a":1},"x",{"type":"text","text":"x"}]}]
    units of another dialect: [{"role":"assistant","content":"x"}]
    a search of another dialect: [{"role":"assistant","content":"x"}]
    `,
  );
  const media = /text|refusal|image|document|sound|video|unit/;
  describeForms(
    "in a result",
    listWrittenBlocks(openai, "result", media),
    `
    empty text: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":""}]
    text between texts: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":[{"type":"text","text":"x"},{"type":"text","text":""},{"type":"text","text":"x"}]}]
    text with own members: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":[{"type":"text","text":"x","odd":1}]}]
    text with citations: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"a b"}]
    refusals: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"},{"type":"refusal","refusal":"No"},{"type":"refusal","refusal":""}]}]
    thinking without text: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"x"},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"}]}]
    images by URL: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"},{"type":"image_url","image_url":{"url":"https://x/a.png","detail":"low"}},{"type":"image_url","image_url":{"url":"data:image/png,x"}}]}]
    an image with own members: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ=="},"prompt_cache_breakpoint":{"mode":"explicit"},"odd":1}]}]
    an image in a file of the dialect: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"}]}]
    an image in a file: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"}]}]
    a document in base64: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"},{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ==","filename":"a.pdf"}}]}]
    a document of text: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"T\\nSource: A\\nContext: C\\n\\nlong"}]
    a document of text without a title: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"long"}]
    a document of text to cite: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"long"}]
    a document of text in base64: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"},{"type":"file","file":{"file_data":"data:text/plain;base64,aGk=","filename":"t"}}]}]
    documents by URL: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"}]}]
    a document in a file: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"},{"type":"file","file":{"file_id":"f1","filename":"t"}}]}]
    a document in a file of the dialect: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"},{"type":"file","file":{"file_id":"f1"}}]}]
    sound in base64: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"},{"type":"input_audio","input_audio":{"data":"QQ==","format":"wav"}},{"type":"input_audio","input_audio":{"data":"QQ==","format":"mp3"},"odd":1}]}]
    sound by name: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"}]}]
    sound in a file: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"}]}]
    videos by URL and in base64: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"}]}]
    a video in a file: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"}]}]
    a call with text arguments: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"}]}]
    a freeform call without a text: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"The content follows."},{"role":"user","content":[{"type":"text","text":"Content of the tool result c0:"}]}]
    units of the dialect: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":[{"type":"odd","a":1},"x",{"type":"text","text":"x"}]}]
    units of another dialect: [{"role":"assistant","content":null,"tool_calls":[{"id":"c0","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c0","content":"x"}]
    `,
  );
  describeForms(
    "in the system prompt",
    listWrittenBlocks(openai, "system", /text|image|document|unit/),
    `
    empty text: [null,[{"role":"system","content":""},{"role":"user","content":"?"}]]
    text between texts: [null,[{"role":"system","content":[{"type":"text","text":"x"},{"type":"text","text":"x"}]},{"role":"user","content":"?"}]]
    text with own members: [null,[{"role":"system","content":[{"type":"text","text":"x","odd":1}]},{"role":"user","content":"?"}]]
    text with citations: [null,[{"role":"system","content":"a b"},{"role":"user","content":"?"}]]
    thinking without text: [null,[{"role":"system","content":"x"},{"role":"user","content":"?"}]]
      refused thinking.text node: only the assistant's messages hold what the model thought, called or refused
    images by URL: [null,[{"role":"system","content":[{"type":"image_url","image_url":{"url":"https://x/a.png","detail":"low"}},{"type":"image_url","image_url":{"url":"data:image/png,x"}}]},{"role":"user","content":"?"}]]
    an image with own members: [null,[{"role":"system","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ=="},"prompt_cache_breakpoint":{"mode":"explicit"},"odd":1}]},{"role":"user","content":"?"}]]
    an image in a file of the dialect: [null,[{"role":"system","content":""},{"role":"user","content":"?"}]]
      refused image.file node: image of this form has no place in this message
    an image in a file: [null,[{"role":"system","content":""},{"role":"user","content":"?"}]]
      refused image.file node: image of this form has no place in this message
    a document in base64: [null,[{"role":"system","content":[{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ==","filename":"a.pdf"}}]},{"role":"user","content":"?"}]]
    a document of text: [null,[{"role":"system","content":"T\\nSource: A\\nContext: C\\n\\nlong"},{"role":"user","content":"?"}]]
    a document of text without a title: [null,[{"role":"system","content":"long"},{"role":"user","content":"?"}]]
    a document of text to cite: [null,[{"role":"system","content":"long"},{"role":"user","content":"?"}]]
    a document of text in base64: [null,[{"role":"system","content":[{"type":"file","file":{"file_data":"data:text/plain;base64,aGk=","filename":"t"}}]},{"role":"user","content":"?"}]]
    documents by URL: [null,[{"role":"system","content":""},{"role":"user","content":"?"}]]
      refused document.url node: document of this form has no place in this message
      refused document.url node: document of this form has no place in this message
      refused document.url node: document of this form has no place in this message
    a document in a file: [null,[{"role":"system","content":[{"type":"file","file":{"file_id":"f1","filename":"t"}}]},{"role":"user","content":"?"}]]
    a document in a file of the dialect: [null,[{"role":"system","content":[{"type":"file","file":{"file_id":"f1"}}]},{"role":"user","content":"?"}]]
    a call with text arguments: [null,[{"role":"system","content":""},{"role":"user","content":"?"}]]
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    a freeform call without a text: [null,[{"role":"system","content":""},{"role":"user","content":"?"}]]
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    units of the dialect: [null,[{"role":"system","content":[{"type":"odd","a":1},"x",{"type":"text","text":"x"}]},{"role":"user","content":"?"}]]
    units of another dialect: [null,[{"role":"system","content":"x"},{"role":"user","content":"?"}]]
    `,
  );
});
