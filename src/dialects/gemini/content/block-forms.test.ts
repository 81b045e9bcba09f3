import { describe } from "vitest";
import { listWrittenBlocks } from "../../fixtures/block-forms.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { gemini } from "../index.ts";

describe("the blocks of a request", () => {
  describeForms(
    "of the user",
    listWrittenBlocks(gemini, "user"),
    `
    empty text: []
    text between texts: [{"role":"user","parts":[{"text":"x"},{"text":"x"}]}]
    text with own members: [{"role":"user","parts":[{"text":"x","odd":1}]}]
    text with citations: [{"role":"user","parts":[{"text":"a b"}]}]
    refusals: [{"role":"user","parts":[{"text":"No"}]}]
    thinking without text: [{"role":"user","parts":[{"text":"x"}]}]
    thinking that is signed: [{"role":"user","parts":[{"text":"hm","thought":true,"thoughtSignature":"s"},{"text":"x"}]}]
    a signature alone: [{"role":"user","parts":[{"text":"x"},{"text":"","thoughtSignature":"s"}]}]
    thinking that is sealed: [{"role":"user","parts":[{"text":"x"}]}]
    thinking in sum: [{"role":"user","parts":[{"text":"hm","thought":true,"odd":1}]}]
    redacted thinking: [{"role":"user","parts":[{"text":"x"}]}]
    images by URL: [{"role":"user","parts":[{"fileData":{"mimeType":"image/png","fileUri":"https://x/a.png"}},{"fileData":{"mimeType":"image/png","fileUri":"data:image/png,x"}}]}]
    an image with own members: [{"role":"user","parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="},"odd":1}]}]
    an image in a file of the dialect: []
      refused image.file node: the file belongs to another vendor, and Google cannot read it
    an image in a file: []
      refused image.file node: the file belongs to another vendor, and Google cannot read it
    a document in base64: [{"role":"user","parts":[{"inlineData":{"mimeType":"application/pdf","data":"QQ=="}}]}]
    a document of text: [{"role":"user","parts":[{"text":"T\\nSource: A\\nContext: C\\n\\nlong"}]}]
    a document of text without a title: [{"role":"user","parts":[{"text":"long"}]}]
    a document of text to cite: [{"role":"user","parts":[{"text":"long"}]}]
      disclosed document.citations node: the API cites what its own tools found, not what it is given
    a document of text in base64: [{"role":"user","parts":[{"inlineData":{"mimeType":"text/plain","data":"aGk="}}]}]
    documents by URL: [{"role":"user","parts":[{"fileData":{"mimeType":"application/pdf","fileUri":"https://x/a.pdf"}},{"fileData":{"mimeType":"text/plain","fileUri":"https://x/a.txt"}},{"fileData":{"fileUri":"https://x/a"}}]}]
    a document in a file: []
      refused document.file node: the file belongs to another vendor, and Google cannot read it
    a document in a file of the dialect: []
      disclosed document.citations node: the API cites what its own tools found, not what it is given
      refused document.file node: the file belongs to another vendor, and Google cannot read it
    sound in base64: [{"role":"user","parts":[{"inlineData":{"mimeType":"audio/wav","data":"QQ=="}},{"inlineData":{"mimeType":"audio/mp3","data":"QQ=="},"odd":1}]}]
    sound by name: [{"role":"user","parts":[{"fileData":{"mimeType":"audio/mpeg","fileUri":"https://x/a.mp3"}}]}]
    sound in a file: []
      refused audio.file node: the file belongs to another vendor, and Google cannot read it
    videos by URL and in base64: [{"role":"user","parts":[{"fileData":{"mimeType":"video/mp4","fileUri":"https://x/a.mp4"}},{"inlineData":{"mimeType":"video/mp4","data":"QQ=="}}]}]
    a video in a file: [{"role":"user","parts":[{"fileData":{"mimeType":"video/mp4","fileUri":"f1"}}]}]
    a call with text arguments: [{"role":"user","parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}]}]
    a call with null as arguments: [{"role":"user","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]}]
    a call without arguments: [{"role":"user","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]}]
    a call with a number as arguments: [{"role":"user","parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"5"}}}]}]
      disclosed tool_use node: the arguments are no JSON object; they are sent as the text of one argument, \`input\`
    a call cut off in an escape: [{"role":"user","parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"{\\"a\\":{\\"b\\":[1,\\"c\\\\\\\\\\\\\\"d\\\\u00"}}}]}]
      disclosed tool_use node: the arguments are no JSON object; they are sent as the text of one argument, \`input\`
    a call cut off after a comma: [{"role":"user","parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"{\\"a\\":[1,2],\\"b\\":{\\"c\\":1},"}}}]}]
      disclosed tool_use node: the arguments are no JSON object; they are sent as the text of one argument, \`input\`
    a call that is no JSON: [{"role":"user","parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"go"}}}]}]
      disclosed tool_use node: the arguments are no JSON object; they are sent as the text of one argument, \`input\`
    a call with own members: [{"role":"user","parts":[{"functionCall":{"id":"c1","name":"f","args":{}},"thoughtSignature":"s","odd":1}]}]
    a call in a namespace: [{"role":"user","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]}]
    a freeform call with an object: [{"role":"user","parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}]}]
    a freeform call without a text: [{"role":"user","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]}]
    results of every kind: [{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"f","response":{"output":""}}},{"functionResponse":{"id":"c2","name":"f","response":{},"parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="}}]},"odd":1},{"functionResponse":{"id":"c3","name":"f","response":{"output":"x\\nT\\n\\nd"},"parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="}}]}},{"functionResponse":{"id":"c4","name":"f","response":{"a":1}}},{"functionCall":{"id":"c1","name":"f","args":{}}},{"functionCall":{"id":"c2","name":"f","args":{}}},{"functionCall":{"id":"c3","name":"f","args":{}}},{"functionCall":{"id":"c4","name":"f","args":{}}}]}]
      mapped tool_result.text node: the texts of the result are joined by line feeds
    results that are errors: [{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"f","response":{"error":"x"}}},{"functionResponse":{"id":"c2","name":"f","response":{"error":{"a":1}}}},{"functionResponse":{"id":"c3","name":"f","response":{"error":""},"parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="}}]}},{"functionCall":{"id":"c1","name":"f","args":{}}},{"functionCall":{"id":"c2","name":"f","args":{}}},{"functionCall":{"id":"c3","name":"f","args":{}}}]}]
    a result with a name: [{"role":"user","parts":[{"functionResponse":{"id":"c9","name":"g","response":{"output":"x"}}}]}]
    units of the dialect: [{"role":"user","parts":[{"type":"odd","a":1},{"text":"x"}]}]
    units of another dialect: [{"role":"user","parts":[{"text":"x"}]}]
    a search of another dialect: [{"role":"user","parts":[{"text":"x"}]}]
    `,
  );
  describeForms(
    "of the assistant",
    listWrittenBlocks(gemini, "assistant"),
    `
    empty text: []
    text between texts: [{"role":"model","parts":[{"text":"x"},{"text":"x"}]}]
    text with own members: [{"role":"model","parts":[{"text":"x","odd":1}]}]
    text with citations: [{"role":"model","parts":[{"text":"a b"}]}]
    refusals: [{"role":"model","parts":[{"text":"No"}]}]
    thinking without text: [{"role":"model","parts":[{"text":"x"}]}]
    thinking that is signed: [{"role":"model","parts":[{"text":"hm","thought":true,"thoughtSignature":"s"},{"text":"x"}]}]
    a signature alone: [{"role":"model","parts":[{"text":"x"},{"text":"","thoughtSignature":"s"}]}]
    thinking that is sealed: [{"role":"model","parts":[{"text":"x"}]}]
    thinking in sum: [{"role":"model","parts":[{"text":"hm","thought":true,"odd":1}]}]
    redacted thinking: [{"role":"model","parts":[{"text":"x"}]}]
    images by URL: [{"role":"model","parts":[{"fileData":{"mimeType":"image/png","fileUri":"https://x/a.png"}},{"fileData":{"mimeType":"image/png","fileUri":"data:image/png,x"}}]}]
    an image with own members: [{"role":"model","parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="},"odd":1}]}]
    an image in a file of the dialect: []
      refused image.file node: the file belongs to another vendor, and Google cannot read it
    an image in a file: []
      refused image.file node: the file belongs to another vendor, and Google cannot read it
    a document in base64: [{"role":"model","parts":[{"inlineData":{"mimeType":"application/pdf","data":"QQ=="}}]}]
    a document of text: [{"role":"model","parts":[{"text":"T\\nSource: A\\nContext: C\\n\\nlong"}]}]
    a document of text without a title: [{"role":"model","parts":[{"text":"long"}]}]
    a document of text to cite: [{"role":"model","parts":[{"text":"long"}]}]
      disclosed document.citations node: the API cites what its own tools found, not what it is given
    a document of text in base64: [{"role":"model","parts":[{"inlineData":{"mimeType":"text/plain","data":"aGk="}}]}]
    documents by URL: [{"role":"model","parts":[{"fileData":{"mimeType":"application/pdf","fileUri":"https://x/a.pdf"}},{"fileData":{"mimeType":"text/plain","fileUri":"https://x/a.txt"}},{"fileData":{"fileUri":"https://x/a"}}]}]
    a document in a file: []
      refused document.file node: the file belongs to another vendor, and Google cannot read it
    a document in a file of the dialect: []
      disclosed document.citations node: the API cites what its own tools found, not what it is given
      refused document.file node: the file belongs to another vendor, and Google cannot read it
    sound in base64: [{"role":"model","parts":[{"inlineData":{"mimeType":"audio/wav","data":"QQ=="}},{"inlineData":{"mimeType":"audio/mp3","data":"QQ=="},"odd":1}]}]
    sound by name: [{"role":"model","parts":[{"fileData":{"mimeType":"audio/mpeg","fileUri":"https://x/a.mp3"}}]}]
    sound in a file: []
      refused audio.file node: the file belongs to another vendor, and Google cannot read it
    videos by URL and in base64: [{"role":"model","parts":[{"fileData":{"mimeType":"video/mp4","fileUri":"https://x/a.mp4"}},{"inlineData":{"mimeType":"video/mp4","data":"QQ=="}}]}]
    a video in a file: [{"role":"model","parts":[{"fileData":{"mimeType":"video/mp4","fileUri":"f1"}}]}]
    a call with text arguments: [{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}]}]
    a call with null as arguments: [{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]}]
    a call without arguments: [{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]}]
    a call with a number as arguments: [{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"5"}}}]}]
      disclosed tool_use node: the arguments are no JSON object; they are sent as the text of one argument, \`input\`
    a call cut off in an escape: [{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"{\\"a\\":{\\"b\\":[1,\\"c\\\\\\\\\\\\\\"d\\\\u00"}}}]}]
      disclosed tool_use node: the arguments are no JSON object; they are sent as the text of one argument, \`input\`
    a call cut off after a comma: [{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"{\\"a\\":[1,2],\\"b\\":{\\"c\\":1},"}}}]}]
      disclosed tool_use node: the arguments are no JSON object; they are sent as the text of one argument, \`input\`
    a call that is no JSON: [{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"go"}}}]}]
      disclosed tool_use node: the arguments are no JSON object; they are sent as the text of one argument, \`input\`
    a call with own members: [{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{}},"thoughtSignature":"s","odd":1}]}]
    a call in a namespace: [{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]}]
    a freeform call with an object: [{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}]}]
    a freeform call without a text: [{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]}]
    results of every kind: [{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}},{"functionCall":{"id":"c2","name":"f","args":{}}},{"functionCall":{"id":"c3","name":"f","args":{}}},{"functionCall":{"id":"c4","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"f","response":{"output":""}}},{"functionResponse":{"id":"c2","name":"f","response":{},"parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="}}]},"odd":1},{"functionResponse":{"id":"c3","name":"f","response":{"output":"x\\nT\\n\\nd"},"parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="}}]}},{"functionResponse":{"id":"c4","name":"f","response":{"a":1}}}]}]
      mapped tool_result.text node: the texts of the result are joined by line feeds
    results that are errors: [{"role":"model","parts":[{"functionCall":{"id":"c1","name":"f","args":{}}},{"functionCall":{"id":"c2","name":"f","args":{}}},{"functionCall":{"id":"c3","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"f","response":{"error":"x"}}},{"functionResponse":{"id":"c2","name":"f","response":{"error":{"a":1}}}},{"functionResponse":{"id":"c3","name":"f","response":{"error":""},"parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="}}]}}]}]
    a result with a name: []
    units of the dialect: [{"role":"model","parts":[{"type":"odd","a":1},{"text":"x"}]}]
    units of another dialect: [{"role":"model","parts":[{"text":"x"}]}]
    a search of another dialect: [{"role":"model","parts":[{"text":"x"}]}]
    `,
  );
  const media = /text|refusal|image|document|sound|video|unit/;
  describeForms(
    "in a result",
    listWrittenBlocks(gemini, "result", media),
    `
    empty text: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{"output":""}}}]}]
    text between texts: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{"output":"x\\n\\nx"}}}]}]
      mapped tool_result.text node: the texts of the result are joined by line feeds
    text with own members: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{"output":"x"}}}]}]
    text with citations: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{"output":"a b"}}}]}]
    refusals: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{"output":"No\\n"}}}]}]
      mapped tool_result.text node: the texts of the result are joined by line feeds
    thinking without text: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{"output":"x"}}}]}]
    images by URL: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{},"parts":[{"fileData":{"mimeType":"image/png","fileUri":"https://x/a.png"}},{"fileData":{"mimeType":"image/png","fileUri":"data:image/png,x"}}]}}]}]
    an image with own members: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{},"parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="},"odd":1}]}}]}]
    an image in a file of the dialect: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{"output":""}}}]}]
      refused image.file node: the file belongs to another vendor, and Google cannot read it
    an image in a file: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{"output":""}}}]}]
      refused image.file node: the file belongs to another vendor, and Google cannot read it
    a document in base64: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{},"parts":[{"inlineData":{"mimeType":"application/pdf","data":"QQ=="}}]}}]}]
    a document of text: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{"output":"T\\nSource: A\\nContext: C\\n\\nlong"}}}]}]
    a document of text without a title: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{"output":"long"}}}]}]
    a document of text to cite: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{"output":"long"}}}]}]
    a document of text in base64: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{},"parts":[{"inlineData":{"mimeType":"text/plain","data":"aGk="}}]}}]}]
    documents by URL: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{},"parts":[{"fileData":{"mimeType":"application/pdf","fileUri":"https://x/a.pdf"}},{"fileData":{"mimeType":"text/plain","fileUri":"https://x/a.txt"}},{"fileData":{"fileUri":"https://x/a"}}]}}]}]
    a document in a file: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{"output":""}}}]}]
      refused document.file node: the file belongs to another vendor, and Google cannot read it
    a document in a file of the dialect: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{"output":""}}}]}]
      disclosed document.citations node: the API cites what its own tools found, not what it is given
      refused document.file node: the file belongs to another vendor, and Google cannot read it
    sound in base64: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{},"parts":[{"inlineData":{"mimeType":"audio/wav","data":"QQ=="}},{"inlineData":{"mimeType":"audio/mp3","data":"QQ=="},"odd":1}]}}]}]
    sound by name: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{},"parts":[{"fileData":{"mimeType":"audio/mpeg","fileUri":"https://x/a.mp3"}}]}}]}]
    sound in a file: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{"output":""}}}]}]
      refused audio.file node: the file belongs to another vendor, and Google cannot read it
    videos by URL and in base64: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{},"parts":[{"fileData":{"mimeType":"video/mp4","fileUri":"https://x/a.mp4"}},{"inlineData":{"mimeType":"video/mp4","data":"QQ=="}}]}}]}]
    a video in a file: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{},"parts":[{"fileData":{"mimeType":"video/mp4","fileUri":"f1"}}]}}]}]
    a call with text arguments: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{},"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}]}}]}]
    a freeform call without a text: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{},"parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]}}]}]
    units of the dialect: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{"output":"x"},"parts":[{"type":"odd","a":1}]}}]}]
    units of another dialect: [{"role":"model","parts":[{"functionCall":{"id":"c0","name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c0","name":"f","response":{"output":"x"}}}]}]
    `,
  );
  describeForms(
    "in the system prompt",
    listWrittenBlocks(gemini, "system", /text|image|document|unit/),
    `
    empty text: [null,[{"role":"user","parts":[{"text":"?"}]}]]
    text between texts: [{"parts":[{"text":"x"},{"text":"x"}]},[{"role":"user","parts":[{"text":"?"}]}]]
    text with own members: [{"parts":[{"text":"x","odd":1}]},[{"role":"user","parts":[{"text":"?"}]}]]
    text with citations: [{"parts":[{"text":"a b"}]},[{"role":"user","parts":[{"text":"?"}]}]]
    thinking without text: [{"parts":[{"text":"x"}]},[{"role":"user","parts":[{"text":"?"}]}]]
    images by URL: [{"parts":[{"fileData":{"mimeType":"image/png","fileUri":"https://x/a.png"}},{"fileData":{"mimeType":"image/png","fileUri":"data:image/png,x"}}]},[{"role":"user","parts":[{"text":"?"}]}]]
    an image with own members: [{"parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="},"odd":1}]},[{"role":"user","parts":[{"text":"?"}]}]]
    an image in a file of the dialect: [null,[{"role":"user","parts":[{"text":"?"}]}]]
      refused image.file node: the file belongs to another vendor, and Google cannot read it
    an image in a file: [null,[{"role":"user","parts":[{"text":"?"}]}]]
      refused image.file node: the file belongs to another vendor, and Google cannot read it
    a document in base64: [{"parts":[{"inlineData":{"mimeType":"application/pdf","data":"QQ=="}}]},[{"role":"user","parts":[{"text":"?"}]}]]
    a document of text: [{"parts":[{"text":"T\\nSource: A\\nContext: C\\n\\nlong"}]},[{"role":"user","parts":[{"text":"?"}]}]]
    a document of text without a title: [{"parts":[{"text":"long"}]},[{"role":"user","parts":[{"text":"?"}]}]]
    a document of text to cite: [{"parts":[{"text":"long"}]},[{"role":"user","parts":[{"text":"?"}]}]]
      disclosed document.citations node: the API cites what its own tools found, not what it is given
    a document of text in base64: [{"parts":[{"inlineData":{"mimeType":"text/plain","data":"aGk="}}]},[{"role":"user","parts":[{"text":"?"}]}]]
    documents by URL: [{"parts":[{"fileData":{"mimeType":"application/pdf","fileUri":"https://x/a.pdf"}},{"fileData":{"mimeType":"text/plain","fileUri":"https://x/a.txt"}},{"fileData":{"fileUri":"https://x/a"}}]},[{"role":"user","parts":[{"text":"?"}]}]]
    a document in a file: [null,[{"role":"user","parts":[{"text":"?"}]}]]
      refused document.file node: the file belongs to another vendor, and Google cannot read it
    a document in a file of the dialect: [null,[{"role":"user","parts":[{"text":"?"}]}]]
      disclosed document.citations node: the API cites what its own tools found, not what it is given
      refused document.file node: the file belongs to another vendor, and Google cannot read it
    a call with text arguments: [{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}]},[{"role":"user","parts":[{"text":"?"}]}]]
    a freeform call without a text: [{"parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}]},[{"role":"user","parts":[{"text":"?"}]}]]
    units of the dialect: [{"parts":[{"type":"odd","a":1},{"text":"x"}]},[{"role":"user","parts":[{"text":"?"}]}]]
    units of another dialect: [{"parts":[{"text":"x"}]},[{"role":"user","parts":[{"text":"?"}]}]]
    `,
  );
});
