import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listReadReplies } from "../../fixtures/reading.ts";
import { replies } from "../fixtures/wire-forms.ts";
import { claude } from "../index.ts";

describe("the reader of replies", () => {
  describeForms(
    "reads every form",
    listReadReplies(claude, replies),
    `
    everything: {"id":"m1","model":"m","candidates":[{"index":0,"content":[{"type":"text","text":"x"}],"stop":{"reason":"stop_sequence","sequence":"END","raw":"stop_sequence"},"vendor":{"claude":{"stop_details":{"a":1},"container":{"id":"x"}}}}],"usage":{"input":3,"output":1},"vendor":{"claude":{"odd":1}}}
    an unknown stop reason: {"candidates":[{"index":0,"content":[],"stop":{"reason":"other","raw":"odd"},"vendor":{"claude":{"stop_reason":"odd"}}}]}
    no stop reason: {"candidates":[{"index":0,"content":[],"vendor":{"claude":{"container":{"id":"x"}}}}]}
  `,
  );
});
