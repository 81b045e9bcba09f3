import { describe } from "vitest";
import { listRepliedBlocks } from "../../fixtures/block-forms.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { gemini } from "../index.ts";

describe("the blocks of a reply", () => {
  describeForms(
    "are written in the form of the vendor",
    listRepliedBlocks(gemini),
    `
    empty text: [{"content":{"role":"model"},"finishReason":"STOP","index":0}]
    text between texts: [{"content":{"parts":[{"text":"xx"}],"role":"model"},"finishReason":"STOP","index":0}]
    text with own members: [{"content":{"parts":[{"text":"x","odd":1}],"role":"model"},"finishReason":"STOP","index":0}]
    text with citations: [{"content":{"parts":[{"text":"a b"}],"role":"model"},"finishReason":"STOP","groundingMetadata":{"groundingChunks":[{"web":{"uri":"u","title":"t"}}],"groundingSupports":[{"segment":{"endIndex":1,"text":"a"},"groundingChunkIndices":[0]}]},"index":0}]
    refusals: [{"content":{"parts":[{"text":"No"}],"role":"model"},"finishReason":"STOP","index":0}]
    thinking without text: [{"content":{"parts":[{"text":"x"}],"role":"model"},"finishReason":"STOP","index":0}]
    thinking that is signed: [{"content":{"parts":[{"text":"hm","thought":true,"thoughtSignature":"s"},{"text":"x"}],"role":"model"},"finishReason":"STOP","index":0}]
    a signature alone: [{"content":{"parts":[{"text":"x"},{"text":"","thoughtSignature":"s"}],"role":"model"},"finishReason":"STOP","index":0}]
    thinking that is sealed: [{"content":{"parts":[{"text":"x"}],"role":"model"},"finishReason":"STOP","index":0}]
    thinking in sum: [{"content":{"parts":[{"text":"hm","thought":true,"odd":1}],"role":"model"},"finishReason":"STOP","index":0}]
    redacted thinking: [{"content":{"parts":[{"text":"x"}],"role":"model"},"finishReason":"STOP","index":0}]
    images by URL: [{"content":{"parts":[{"fileData":{"mimeType":"image/png","fileUri":"https://x/a.png"}},{"fileData":{"mimeType":"image/png","fileUri":"data:image/png,x"}}],"role":"model"},"finishReason":"STOP","index":0}]
    an image with own members: [{"content":{"parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="},"odd":1}],"role":"model"},"finishReason":"STOP","index":0}]
    an image in a file of the dialect: [{"content":{"role":"model"},"finishReason":"STOP","index":0}]
    an image in a file: [{"content":{"role":"model"},"finishReason":"STOP","index":0}]
    a document in base64: [{"content":{"parts":[{"inlineData":{"mimeType":"application/pdf","data":"QQ=="}}],"role":"model"},"finishReason":"STOP","index":0}]
    a document of text: [{"content":{"parts":[{"text":"T\\nSource: A\\nContext: C\\n\\nlong"}],"role":"model"},"finishReason":"STOP","index":0}]
    a document of text without a title: [{"content":{"parts":[{"text":"long"}],"role":"model"},"finishReason":"STOP","index":0}]
    a document of text to cite: [{"content":{"parts":[{"text":"long"}],"role":"model"},"finishReason":"STOP","index":0}]
    a document of text in base64: [{"content":{"parts":[{"inlineData":{"mimeType":"text/plain","data":"aGk="}}],"role":"model"},"finishReason":"STOP","index":0}]
    documents by URL: [{"content":{"parts":[{"fileData":{"mimeType":"application/pdf","fileUri":"https://x/a.pdf"}},{"fileData":{"mimeType":"text/plain","fileUri":"https://x/a.txt"}},{"fileData":{"fileUri":"https://x/a"}}],"role":"model"},"finishReason":"STOP","index":0}]
    a document in a file: [{"content":{"role":"model"},"finishReason":"STOP","index":0}]
    a document in a file of the dialect: [{"content":{"role":"model"},"finishReason":"STOP","index":0}]
    sound in base64: [{"content":{"parts":[{"inlineData":{"mimeType":"audio/wav","data":"QQ=="}},{"inlineData":{"mimeType":"audio/mp3","data":"QQ=="},"odd":1}],"role":"model"},"finishReason":"STOP","index":0}]
    sound by name: [{"content":{"parts":[{"fileData":{"mimeType":"audio/mpeg","fileUri":"https://x/a.mp3"}}],"role":"model"},"finishReason":"STOP","index":0}]
    sound in a file: [{"content":{"role":"model"},"finishReason":"STOP","index":0}]
    videos by URL and in base64: [{"content":{"parts":[{"fileData":{"mimeType":"video/mp4","fileUri":"https://x/a.mp4"}},{"inlineData":{"mimeType":"video/mp4","data":"QQ=="}}],"role":"model"},"finishReason":"STOP","index":0}]
    a video in a file: [{"content":{"parts":[{"fileData":{"mimeType":"video/mp4","fileUri":"f1"}}],"role":"model"},"finishReason":"STOP","index":0}]
    a call with text arguments: [{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}],"role":"model"},"finishReason":"STOP","index":0}]
    a call with null as arguments: [{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}],"role":"model"},"finishReason":"STOP","index":0}]
    a call without arguments: [{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}],"role":"model"},"finishReason":"STOP","index":0}]
    a call with a number as arguments: [{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":5}}}],"role":"model"},"finishReason":"STOP","index":0}]
    a call cut off in an escape: [{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":{"b":[1,"c\\\\\\"d"]}},"willContinue":true}}],"role":"model"},"finishReason":"MALFORMED_FUNCTION_CALL","index":0}]
    a call cut off after a comma: [{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":[1,2],"b":{"c":1}},"willContinue":true}}],"role":"model"},"finishReason":"MALFORMED_FUNCTION_CALL","index":0}]
    a call that is no JSON: [{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"input":"go"},"willContinue":true}}],"role":"model"},"finishReason":"MALFORMED_FUNCTION_CALL","index":0}]
    a call with own members: [{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{}},"thoughtSignature":"s","odd":1}],"role":"model"},"finishReason":"STOP","index":0}]
    a call in a namespace: [{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}],"role":"model"},"finishReason":"STOP","index":0}]
    a freeform call with an object: [{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{"a":1}}}],"role":"model"},"finishReason":"STOP","index":0}]
    a freeform call without a text: [{"content":{"parts":[{"functionCall":{"id":"c1","name":"f","args":{}}}],"role":"model"},"finishReason":"STOP","index":0}]
    units of the dialect: [{"content":{"parts":[{"type":"odd","a":1},{"text":"x"}],"role":"model"},"finishReason":"STOP","index":0}]
    units of another dialect: [{"content":{"parts":[{"text":"x"}],"role":"model"},"finishReason":"STOP","index":0}]
    a search of another dialect: [{"content":{"parts":[{"text":"x"}],"role":"model"},"finishReason":"STOP","groundingMetadata":{"webSearchQueries":["q"],"groundingChunks":[{"web":{"uri":"https://x","title":"X"}},{"web":{"uri":"https://y"}}]},"index":0}]
    `,
  );
});
