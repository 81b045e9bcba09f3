import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listReadReplies } from "../../fixtures/reading.ts";
import { replies } from "../fixtures/wire-forms.ts";
import { codex } from "../index.ts";

describe("the reader of replies", () => {
  describeForms(
    "reads every form",
    listReadReplies(codex, replies),
    `
    nothing: {"candidates":[{"index":0,"content":[],"stop":{"reason":"end_turn","raw":"completed"}}]}
    everything: {"id":"r","model":"m","created":5,"candidates":[{"index":0,"content":[{"type":"text","text":"Hi","vendor":{"codex":{"id":"m1"}}},{"type":"tool_use","id":"c","name":"f","kind":"function","input":{"a":1},"vendor":{"codex":{"id":"fc"}}}],"stop":{"reason":"tool_use","raw":"completed"}}],"usage":{"input":1},"serviceTier":"flex","vendor":{"codex":{"odd":1}}}
    a failed response: {"candidates":[{"index":0,"content":[],"stop":{"reason":"error","raw":"failed"}}],"vendor":{"codex":{"error":{"code":"x"}}}}
    a response that goes on: {"candidates":[{"index":0,"content":[]}],"vendor":{"codex":{"status":"in_progress"}}}
    an incomplete response: {"candidates":[{"index":0,"content":[],"stop":{"reason":"content_filter","raw":"content_filter"}}],"vendor":{"codex":{"incomplete_details":{"reason":"content_filter","odd":1}}}}
    log probabilities: throws contract_schema_violation: $.output[0].content[1] is number, expected an object
  `,
  );
});
