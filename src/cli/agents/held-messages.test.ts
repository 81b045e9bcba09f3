import { expect, it } from "vitest";
import { HeldMessages } from "./held-messages.ts";

it("messages wait while a program uses the whole screen, and are written in order before the next one", () => {
  const written: string[] = [];
  let isTaken = false;
  const messages = new HeldMessages(
    (line) => void written.push(line),
    () => isTaken,
  );
  messages.say("a");
  expect(written).toEqual(["a"]);
  isTaken = true;
  messages.say("b");
  messages.say("c");
  expect(written).toEqual(["a"]);
  isTaken = false;
  messages.say("d");
  expect(written).toEqual(["a", "b", "c", "d"]);
  isTaken = true;
  messages.say("e");
  messages.release();
  messages.release();
  expect(written).toEqual(["a", "b", "c", "d", "e"]);
});
