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

it("parses an answer up to 256 KiB, and looks only at the last 4 KiB of a longer one", () => {
  const padded = (bytes: number, usage: string) => {
    const head = '{"model":"m",';
    return `${head}${" ".repeat(bytes - head.length - usage.length - 1)}${usage}}`;
  };
  const usage = '"usage":{"prompt_tokens":1}';
  const whole = observe(JSON_HEADERS, padded(256 * 1024, usage));
  expect([whole.digest.bytes, whole.model, whole.count?.usage]).toEqual([256 * 1024, "m", { input: 1 }]);
  const longer = observe(JSON_HEADERS, padded(256 * 1024 + 1, usage));
  expect([longer.value, longer.model, longer.count?.usage]).toEqual([undefined, undefined, { input: 1 }]);
  const behind = (bytes: number) =>
    observe(JSON_HEADERS, `${padded(300_000, usage)}${" ".repeat(bytes)}`).count;
  expect(behind(4096 - usage.length - 1)?.usage).toEqual({ input: 1 });
  expect(behind(4096 - usage.length)).toBeUndefined();
});

it("holds nothing once it is finished", () => {
  const observer = new AnswerObserver(JSON_HEADERS);
  observer.push(Buffer.from("{}"));
  expect(observer.heldBytes).toBe(2);
  observer.finish();
  expect(observer.heldBytes).toBe(0);
});

it("reads the forms of JSON that vendors name, and a model only if it is a text", () => {
  for (const type of ["APPLICATION/JSON", "application/vnd.api+json", "application/problem+json; x=y"])
    expect(observe(["content-type", type], '{"model":"m"}').model).toBe("m");
  for (const type of ["application/jsonl", "text/application/json", "application/+json"])
    expect(observe(["content-type", type], '{"model":"m"}').value).toBeUndefined();
  expect(observe(JSON_HEADERS, '{"model":{"id":"m"}}').model).toBeUndefined();
  expect(observe(JSON_HEADERS, '["m"]')).toMatchObject({ value: ["m"], model: undefined });
  expect(observe([...JSON_HEADERS, "content-encoding", "identity"], '{"model":"m"}').model).toBe("m");
});
