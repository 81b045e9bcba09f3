import { expect, it } from "vitest";
import { SentBody } from "./sent-body.ts";

it("says who waits for whom", async () => {
  async function* source() {
    yield Buffer.from("a");
    yield Buffer.from("b");
  }
  const states: string[] = [];
  const body = new SentBody(source(), () => states.push(body.state));
  expect(body.state).toBe("waiting");
  const read: string[] = [];
  for await (const chunk of body) read.push(`${Buffer.from(chunk).toString()} ${body.state}`);
  expect(read).toEqual(["a sending", "b sending"]);
  expect(states).toEqual(["receiving", "sending", "receiving", "sending", "receiving", "sent"]);
});

it("passes an error of its source on, and is then not sent", async () => {
  async function* source() {
    yield Buffer.from("a");
    throw new Error("the caller left");
  }
  const body = new SentBody(source(), () => undefined);
  await expect(async () => {
    for await (const chunk of body) expect(chunk).toHaveLength(1);
  }).rejects.toThrow("the caller left");
  expect(body.state).toBe("receiving");
});
