import { describe } from "vitest";
import { listWrittenBlocks } from "../../fixtures/block-forms.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { codex } from "../index.ts";

describe("the blocks of a request", () => {
  describeForms(
    "of the user",
    listWrittenBlocks(codex, "user"),
    `
    empty text: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    text between texts: [{"type":"message","role":"user","content":[{"type":"input_text","text":"x"},{"type":"input_text","text":""},{"type":"input_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    text with own members: [{"type":"message","role":"user","content":[{"type":"input_text","text":"x","odd":1}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    text with citations: [{"type":"message","role":"user","content":[{"type":"input_text","text":"a b"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    refusals: [{"type":"message","role":"user","content":[{"type":"input_text","text":"No"},{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    thinking without text: [{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused thinking.text node: only the model's own turns hold what it thought or called
    thinking that is signed: [{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused thinking.text node: only the model's own turns hold what it thought or called
    a signature alone: [{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused thinking.text node: only the model's own turns hold what it thought or called
    thinking that is sealed: [{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused thinking.text node: only the model's own turns hold what it thought or called
    thinking in sum: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused thinking.text node: only the model's own turns hold what it thought or called
    redacted thinking: [{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused thinking.text node: only the model's own turns hold what it thought or called
    images by URL: [{"type":"message","role":"user","content":[{"type":"input_image","image_url":"https://x/a.png","detail":"low"},{"type":"input_image","image_url":"data:image/png,x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      disclosed - node: the media type image/png cannot be stated for a file that is only referenced
    an image with own members: [{"type":"message","role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,QQ==","prompt_cache_breakpoint":{"mode":"explicit"},"odd":1}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    an image in a file of the dialect: [{"type":"message","role":"user","content":[{"type":"input_image","file_id":"f1"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    an image in a file: [{"type":"message","role":"user","content":[{"type":"input_image","file_id":"f1"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      disclosed - node: the media type image/png cannot be stated for a file that is only referenced
    a document in base64: [{"type":"message","role":"user","content":[{"type":"input_file","file_data":"data:application/pdf;base64,QQ==","filename":"a.pdf"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a document of text: [{"type":"message","role":"user","content":[{"type":"input_text","text":"T\\nSource: A\\nContext: C\\n\\nlong"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a document of text without a title: [{"type":"message","role":"user","content":[{"type":"input_text","text":"long"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a document of text to cite: [{"type":"message","role":"user","content":[{"type":"input_text","text":"long"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a document of text in base64: [{"type":"message","role":"user","content":[{"type":"input_file","file_data":"data:text/plain;base64,aGk=","filename":"t"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    documents by URL: [{"type":"message","role":"user","content":[{"type":"input_file","file_url":"https://x/a.pdf","filename":"t"},{"type":"input_file","file_url":"https://x/a.txt"},{"type":"input_file","file_url":"https://x/a"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      disclosed - node: the media type application/pdf cannot be stated for a file that is only referenced
      disclosed - node: the media type text/plain cannot be stated for a file that is only referenced
    a document in a file: [{"type":"message","role":"user","content":[{"type":"input_file","file_id":"f1","filename":"t"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      disclosed - node: the media type application/pdf cannot be stated for a file that is only referenced
    a document in a file of the dialect: [{"type":"message","role":"user","content":[{"type":"input_file","file_id":"f1"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    sound in base64: [{"type":"message","role":"user","content":[{"type":"input_audio","input_audio":{"data":"QQ==","format":"wav"}},{"type":"input_audio","input_audio":{"data":"QQ==","format":"mp3"},"odd":1}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    sound by name: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused audio.url node: audio is sent inline only
    sound in a file: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused audio.file node: audio is sent inline only
    videos by URL and in base64: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a video in a file: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a call with text arguments: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused tool_use node: only the model's own turns hold what it thought or called
    a call with null as arguments: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused tool_use node: only the model's own turns hold what it thought or called
    a call without arguments: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused tool_use node: only the model's own turns hold what it thought or called
    a call with a number as arguments: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused tool_use node: only the model's own turns hold what it thought or called
    a call cut off in an escape: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused tool_use node: only the model's own turns hold what it thought or called
    a call cut off after a comma: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused tool_use node: only the model's own turns hold what it thought or called
    a call that is no JSON: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused tool_use node: only the model's own turns hold what it thought or called
    a call with own members: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused tool_use node: only the model's own turns hold what it thought or called
    a call in a namespace: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused tool_use node: only the model's own turns hold what it thought or called
    a freeform call with an object: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused tool_use node: only the model's own turns hold what it thought or called
    a freeform call without a text: [{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused tool_use node: only the model's own turns hold what it thought or called
    results of every kind: [{"type":"function_call_output","call_id":"c1","output":""},{"type":"function_call_output","call_id":"c2","output":[{"type":"input_image","image_url":"data:image/png;base64,QQ=="}],"odd":1},{"type":"function_call_output","call_id":"c3","output":[{"type":"input_text","text":"x"},{"type":"input_image","image_url":"data:image/png;base64,QQ=="},{"type":"input_text","text":"T\\n\\nd"}]},{"type":"function_call_output","call_id":"c4","output":"{\\"a\\":1}"},{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      disclosed cache.hint node: only text, images and files of the input take a cache breakpoint
      refused tool_use node: only the model's own turns hold what it thought or called
      refused tool_use node: only the model's own turns hold what it thought or called
      refused tool_use node: only the model's own turns hold what it thought or called
      refused tool_use node: only the model's own turns hold what it thought or called
    results that are errors: [{"type":"function_call_output","call_id":"c1","output":"Error: {\\"error\\":\\"x\\"}"},{"type":"function_call_output","call_id":"c2","output":"Error: {\\"a\\":1}"},{"type":"function_call_output","call_id":"c3","output":[{"type":"input_text","text":"Error"},{"type":"input_image","image_url":"data:image/png;base64,QQ=="},{"type":"input_text","text":""}]},{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused tool_use node: only the model's own turns hold what it thought or called
      refused tool_use node: only the model's own turns hold what it thought or called
      refused tool_use node: only the model's own turns hold what it thought or called
    a result with a name: [{"type":"function_call_output","call_id":"c9","output":"x"}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    units of the dialect: [{"type":"odd","a":1},{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    units of another dialect: [{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a search of another dialect: [{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    `,
  );
  describeForms(
    "of the assistant",
    listWrittenBlocks(codex, "assistant"),
    `
    empty text: [{"type":"message","role":"assistant","content":[{"type":"output_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    text between texts: [{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x"},{"type":"output_text","text":""},{"type":"output_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    text with own members: [{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x","odd":1}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    text with citations: [{"type":"message","role":"assistant","content":[{"type":"output_text","text":"a b","annotations":[{"type":"url_citation","url":"u","title":"t","start_index":0,"end_index":1},{"type":"odd","odd":1}]}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    refusals: [{"type":"message","role":"assistant","content":[{"type":"refusal","refusal":"No"},{"type":"refusal","refusal":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    thinking without text: [{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    thinking that is signed: [{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      disclosed thinking.text node: only reasoning that this API issued can be sent back to it
    a signature alone: [{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      disclosed thinking.text node: only reasoning that this API issued can be sent back to it
    thinking that is sealed: [{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      disclosed thinking.text node: only reasoning that this API issued can be sent back to it
    thinking in sum: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      disclosed thinking.text node: only reasoning that this API issued can be sent back to it
    redacted thinking: [{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    images by URL: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no image here
      refused - node: the model's turn holds no image here
    an image with own members: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no image here
    an image in a file of the dialect: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no image here
    an image in a file: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no image here
    a document in base64: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no document here
    a document of text: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no document here
    a document of text without a title: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no document here
    a document of text to cite: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no document here
    a document of text in base64: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no document here
    documents by URL: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no document here
      refused - node: the model's turn holds no document here
      refused - node: the model's turn holds no document here
    a document in a file: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no document here
    a document in a file of the dialect: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no document here
    sound in base64: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no audio here
      refused - node: the model's turn holds no audio here
    sound by name: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no audio here
    sound in a file: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no audio here
    videos by URL and in base64: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no video here
      refused - node: the model's turn holds no video here
    a video in a file: []
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused - node: the model's turn holds no video here
    a call with text arguments: [{"type":"function_call","call_id":"c1","name":"f","arguments":"{\\"a\\": 1}"}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a call with null as arguments: [{"type":"function_call","call_id":"c1","name":"f","arguments":"null"}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a call without arguments: [{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a call with a number as arguments: [{"type":"function_call","call_id":"c1","name":"f","arguments":"5"}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a call cut off in an escape: [{"type":"function_call","call_id":"c1","name":"f","arguments":"{\\"a\\":{\\"b\\":[1,\\"c\\\\\\\\\\\\\\"d\\\\u00"}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a call cut off after a comma: [{"type":"function_call","call_id":"c1","name":"f","arguments":"{\\"a\\":[1,2],\\"b\\":{\\"c\\":1},"}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a call that is no JSON: [{"type":"function_call","call_id":"c1","name":"f","arguments":"go"}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a call with own members: [{"type":"function_call","call_id":"c1","name":"f","arguments":"{}","odd":1}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      disclosed cache.hint node: only text, images and files of the input take a cache breakpoint
    a call in a namespace: [{"type":"function_call","call_id":"c1","name":"f","namespace":"n","arguments":"{}"}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a freeform call with an object: [{"type":"custom_tool_call","call_id":"c1","name":"f","input":"{\\"a\\":1}"}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a freeform call without a text: [{"type":"custom_tool_call","call_id":"c1","name":"f","input":""}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    results of every kind: [{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":"function_call","call_id":"c2","name":"f","arguments":"{}"},{"type":"function_call","call_id":"c3","name":"f","arguments":"{}"},{"type":"function_call","call_id":"c4","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":""},{"type":"function_call_output","call_id":"c2","output":[{"type":"input_image","image_url":"data:image/png;base64,QQ=="}],"odd":1},{"type":"function_call_output","call_id":"c3","output":[{"type":"input_text","text":"x"},{"type":"input_image","image_url":"data:image/png;base64,QQ=="},{"type":"input_text","text":"T\\n\\nd"}]},{"type":"function_call_output","call_id":"c4","output":"{\\"a\\":1}"}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      disclosed cache.hint node: only text, images and files of the input take a cache breakpoint
    results that are errors: [{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":"function_call","call_id":"c2","name":"f","arguments":"{}"},{"type":"function_call","call_id":"c3","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"Error: {\\"error\\":\\"x\\"}"},{"type":"function_call_output","call_id":"c2","output":"Error: {\\"a\\":1}"},{"type":"function_call_output","call_id":"c3","output":[{"type":"input_text","text":"Error"},{"type":"input_image","image_url":"data:image/png;base64,QQ=="},{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a result with a name: [{"type":"function_call_output","call_id":"c9","output":"x"}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    units of the dialect: [{"type":"odd","a":1},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    units of another dialect: [{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a search of another dialect: [{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    `,
  );
  const media = /text|refusal|image|document|sound|video|unit/;
  describeForms(
    "in a result",
    listWrittenBlocks(codex, "result", media),
    `
    empty text: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":""}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    text between texts: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_text","text":"x"},{"type":"input_text","text":""},{"type":"input_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    text with own members: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_text","text":"x","odd":1}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    text with citations: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":"a b"}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    refusals: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_text","text":"No"},{"type":"input_text","text":""}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    thinking without text: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    images by URL: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_image","image_url":"https://x/a.png","detail":"low"},{"type":"input_image","image_url":"data:image/png,x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      disclosed - node: the media type image/png cannot be stated for a file that is only referenced
    an image with own members: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_image","image_url":"data:image/png;base64,QQ==","prompt_cache_breakpoint":{"mode":"explicit"},"odd":1}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    an image in a file of the dialect: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_image","file_id":"f1"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    an image in a file: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_image","file_id":"f1"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      disclosed - node: the media type image/png cannot be stated for a file that is only referenced
    a document in base64: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_file","file_data":"data:application/pdf;base64,QQ==","filename":"a.pdf"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a document of text: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_text","text":"T\\nSource: A\\nContext: C\\n\\nlong"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a document of text without a title: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_text","text":"long"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a document of text to cite: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_text","text":"long"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a document of text in base64: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_file","file_data":"data:text/plain;base64,aGk=","filename":"t"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    documents by URL: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_file","file_url":"https://x/a.pdf","filename":"t"},{"type":"input_file","file_url":"https://x/a.txt"},{"type":"input_file","file_url":"https://x/a"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      disclosed - node: the media type application/pdf cannot be stated for a file that is only referenced
      disclosed - node: the media type text/plain cannot be stated for a file that is only referenced
    a document in a file: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_file","file_id":"f1","filename":"t"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      disclosed - node: the media type application/pdf cannot be stated for a file that is only referenced
    a document in a file of the dialect: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_file","file_id":"f1"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    sound in base64: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_audio","input_audio":{"data":"QQ==","format":"wav"}},{"type":"input_audio","input_audio":{"data":"QQ==","format":"mp3"},"odd":1}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    sound by name: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused audio.url node: audio is sent inline only
    sound in a file: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
      refused audio.file node: audio is sent inline only
    videos by URL and in base64: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a video in a file: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a call with text arguments: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a freeform call without a text: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    units of the dialect: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"odd","a":1},{"type":"input_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    units of another dialect: [{"type":"function_call","call_id":"c0","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c0","output":[{"type":"input_text","text":"x"}]}]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    `,
  );
  describeForms(
    "in the system prompt",
    listWrittenBlocks(codex, "system", /text|image|document|unit/),
    `
    empty text: ["",[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    text between texts: ["x\\n\\n\\n\\nx",[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    text with own members: ["x",[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    text with citations: ["a b",[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      mapped tool.strict node: this API makes a function strict unless told otherwise
    thinking without text: ["x",[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    images by URL: [null,[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      refused system.text node: instructions are text
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    an image with own members: [null,[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      disclosed cache.hint node: only text, images and files of the input take a cache breakpoint
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    an image in a file of the dialect: [null,[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    an image in a file: [null,[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a document in base64: [null,[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a document of text: [null,[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a document of text without a title: [null,[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a document of text to cite: [null,[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a document of text in base64: [null,[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    documents by URL: [null,[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      refused system.text node: instructions are text
      refused system.text node: instructions are text
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a document in a file: [null,[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a document in a file of the dialect: [null,[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a call with text arguments: [null,[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a freeform call without a text: [null,[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    units of the dialect: ["x",[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      refused system.text node: instructions are text
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    units of another dialect: ["x",[{"type":"message","role":"user","content":[{"type":"input_text","text":"?"}]}]]
      refused system.text node: instructions are text
      mapped tool.strict node: this API makes a function strict unless told otherwise
    `,
  );
});
