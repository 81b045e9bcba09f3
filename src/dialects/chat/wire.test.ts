import { expect, it } from "vitest";
import { audioFormats, finishReasons } from "./wire.ts";

it("sound has the format of its media type", () => {
  expect(audioFormats).toEqual({
    "audio/wav": "wav",
    "audio/x-wav": "wav",
    "audio/wave": "wav",
    "audio/mpeg": "mp3",
    "audio/mp3": "mp3",
  });
});

it("the finish reasons are those of the published type", () => {
  expect(finishReasons).toEqual(["stop", "length", "tool_calls", "content_filter", "function_call"]);
});
