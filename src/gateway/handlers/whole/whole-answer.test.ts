import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { ByteBudget } from "../../../lib/index.ts";
import { WholeAnswer } from "./whole-answer.ts";

it("holds the head and the body of an answer, and makes room for the next one", () => {
  const budget = new ByteBudget(10);
  const answer = new WholeAnswer(budget, 8);
  expect([answer.status, answer.headers]).toEqual([0, []]);
  answer.begin(200, ["a", "1"]);
  expect([answer.status, answer.headers]).toEqual([200, ["a", "1"]]);
  expect([answer.add(Buffer.from("hel")), answer.add(Buffer.from("lo"))]).toEqual([true, true]);
  expect(answer.add(Buffer.from("more"))).toBe(false);
  const sha256 = createHash("sha256").update("hello").digest("hex");
  const { body, digest } = answer.join();
  expect([body.toString(), digest]).toEqual(["hello", { bytes: 5, sha256 }]);
  answer.release();
  answer.release();
  answer.begin(201, []);
  expect(answer.add(Buffer.from("12345678"))).toBe(true);
  expect([answer.status, answer.join().body.toString()]).toEqual([201, "12345678"]);
});

it("takes no more than the budget of all calls has left", () => {
  const budget = new ByteBudget(4);
  const [first, second] = [new WholeAnswer(budget, 100), new WholeAnswer(budget, 100)];
  expect([first.add(Buffer.from("abc")), second.add(Buffer.from("de"))]).toEqual([true, false]);
  first.release();
  expect(second.add(Buffer.from("de"))).toBe(true);
});
