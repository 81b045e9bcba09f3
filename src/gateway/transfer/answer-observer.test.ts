import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { AnswerObserver } from "./answer-observer.ts";

const JSON_HEADERS = ["Content-Type", "application/json; charset=utf-8"];

function observe(headers: readonly string[], ...chunks: string[]) {
  const observer = new AnswerObserver(headers);
  for (const chunk of chunks) observer.push(Buffer.from(chunk));
  return observer.finish();
}

it("reads a short JSON answer", () => {
  const text = '{"model":"m","usage":{"prompt_tokens":2}}';
  const seen = observe(JSON_HEADERS, text.slice(0, 10), text.slice(10));
  expect(seen.digest).toEqual({
    bytes: text.length,
    sha256: createHash("sha256").update(text).digest("hex"),
  });
  expect(seen.value).toEqual(JSON.parse(text));
  expect([seen.model, seen.count?.usage]).toEqual(["m", { input: 2 }]);
});

it("only hashes what is no JSON, or is encoded, or cannot be parsed", () => {
  for (const headers of [["content-type", "audio/mpeg"], [...JSON_HEADERS, "content-encoding", "gzip"], []]) {
    const observer = new AnswerObserver(headers);
    observer.push(Buffer.from('{"model":"m"}'));
    expect(observer.heldBytes).toBe(0);
    expect(observer.finish()).toMatchObject({ digest: { bytes: 13 }, value: undefined, model: undefined });
  }
  expect(observe(JSON_HEADERS, '{"model":')).toMatchObject({ digest: { bytes: 9 }, value: undefined });
  expect(observe(JSON_HEADERS)).toMatchObject({ digest: { bytes: 0 }, value: undefined });
});

it("holds a bounded part of a long answer, and still finds the count at its end", () => {
  const observer = new AnswerObserver(JSON_HEADERS);
  let most = 0;
  observer.push(Buffer.from('{"data":['));
  for (let at = 0; at < 100; at += 1) {
    observer.push(Buffer.from(`${"0.123,".repeat(5000)}`));
    most = Math.max(most, observer.heldBytes);
  }
  observer.push(Buffer.from('0],"usage":{"prompt_tokens":9,"total_tokens":9}}'));
  const { digest, value, count } = observer.finish();
  expect(digest.bytes).toBe(9 + 3_000_000 + 48);
  expect(value).toBeUndefined();
  expect(count?.usage).toEqual({ input: 9 });
  expect(most).toBeLessThan(300_000);
});
