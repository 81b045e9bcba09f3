import { expect, it } from "vitest";
import { SteeringMessages } from "./steering-messages.ts";

it("delivers messages in order, also those that came before the listener", () => {
  const messages = new SteeringMessages();
  const heard: string[] = [];
  messages.add("a");
  messages.add("b");
  messages.listen((text) => heard.push(text));
  messages.add("c");
  expect(heard).toEqual(["a", "b", "c"]);
});

it("delivers each message once, to the listener of that time", () => {
  const messages = new SteeringMessages();
  const first: string[] = [];
  const second: string[] = [];
  messages.add("a");
  messages.listen((text) => first.push(text));
  messages.listen((text) => second.push(text));
  messages.add("b");
  expect([first, second]).toEqual([["a"], ["b"]]);
});

it("holds the last hundred messages for a listener that comes late", () => {
  const messages = new SteeringMessages();
  for (let index = 0; index < 101; index += 1) messages.add(String(index));
  const heard: string[] = [];
  messages.listen((text) => heard.push(text));
  expect([heard.length, heard[0], heard.at(-1)]).toEqual([100, "1", "100"]);
});
