import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listReadReplies } from "../../fixtures/reading.ts";
import { replies } from "../fixtures/wire-forms.ts";
import { gemini } from "../index.ts";

describe("the reader of replies", () => {
  describeForms(
    "reads every form",
    listReadReplies(gemini, replies),
    `
    nothing: {"candidates":[]}
    an error: throws validation_failed: no
    a blocked prompt: {"candidates":[{"index":0,"content":[],"stop":{"reason":"content_filter","raw":"2"}}],"vendor":{"gemini":{"promptFeedback":{"blockReason":2}}}}
    everything: {"id":"r","model":"m","created":5,"candidates":[{"index":0,"content":[{"type":"text","text":"ab"},{"type":"thinking","text":"c","summary":true,"signature":"s"},{"type":"tool_use","id":"gemini_call_dda526b6413cec648c41125f","name":"f","kind":"function","input":{}}],"stop":{"reason":"tool_use","raw":"STOP"},"vendor":{"gemini":{"avgLogprobs":1}}}],"usage":{"total":1},"vendor":{"gemini":{"odd":1}}}
    a time that is none: {"candidates":[],"vendor":{"gemini":{"createTime":"soon"}}}
    parts that are no list: throws contract_schema_violation: $.candidates[0].content.parts is number, expected a list
    texts around a signature: {"candidates":[{"index":0,"content":[{"type":"text","text":"ab"},{"type":"thinking","text":"","signature":"s"},{"type":"text","text":"c","vendor":{"gemini":{"odd":1}}},{"type":"text","text":"d"}]}]}
  `,
  );
});
