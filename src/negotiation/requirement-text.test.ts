import { expect, it } from "vitest";
import { readRequirement } from "./requirement-text.ts";

const read = (text: string) => readRequirement(text, "required", "--require");

it.each([
  ["streaming", { capability: "streaming" }],
  ["streaming:native", { capability: "streaming", floor: "native" }],
  ["streaming:emulated", { capability: "streaming" }],
  ["streaming:native:any", { capability: "streaming" }],
  ["context_window:200000", { capability: "context_window", min: 200_000 }],
  ["context_window:200k", { capability: "context_window", min: 200_000 }],
  ["context_window:1M:native", { capability: "context_window", min: 1_000_000, floor: "native" }],
  ["image_input:png", { capability: "image_input", kinds: ["png"] }],
  ["image_input:png+webp:native", { capability: "image_input", kinds: ["png", "webp"], floor: "native" }],
])("the requirement %s is read whole", (text, members) => {
  expect(read(text)).toEqual({
    need: "required",
    floor: "emulated",
    by: { kind: "operator", id: "--require" },
    ...members,
  });
});

it.each([
  ["streeming", '"streeming" is not a capability; did you mean "streaming"?'],
  ["qqqqqqqq", '"qqqqqqqq" is not a capability'],
  ["", '"" is not a capability'],
  ...["", "200K", "1.5M", "Native", "png+", "a1"].map((bound) => [
    `streaming:${bound}`,
    `${JSON.stringify(bound)} in "streaming:${bound}" is not a bound: use native, emulated, a number or kinds`,
  ]),
])("the requirement %j is refused: %s", (text, message) => {
  expect(() => read(text!)).toThrow(
    expect.objectContaining({ code: "usage_invalid", message, where: "--require" }),
  );
});
