import { expect, it } from "vitest";
import type { StreamEvent } from "../../contract/index.ts";
import { chainRewriters, type StreamRewriter } from "./reply-rewriter.ts";

const said = (text: string): StreamEvent => ({ type: "text_delta", candidate: 0, block: 0, text });

/** Adds its mark to each text, and has one more text at its end. */
function marking(mark: string): StreamRewriter {
  return {
    warnings: [`w${mark}`],
    push: (event) => [event.type === "text_delta" ? said(event.text + mark) : event],
    end: () => [said(`end ${mark}`)],
  };
}

it("chains rewriters: each reads what the one before it sends, also at its end", () => {
  const chain = chainRewriters(["1", "2", "3"].map(marking));
  expect(chain.push(said("a"))).toEqual([said("a123")]);
  expect(chain.push({ type: "reply_stop" })).toEqual([{ type: "reply_stop" }]);
  expect(chain.end()).toEqual([said("end 123"), said("end 23"), said("end 3")]);
  expect(chain.warnings).toEqual(["w1", "w2", "w3"]);
});

it("sends events as they are without rewriters", () => {
  const chain = chainRewriters([]);
  expect([chain.push(said("a")), chain.end(), chain.warnings]).toEqual([[said("a")], [], []]);
});
