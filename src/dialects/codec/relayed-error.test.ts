import { expect, it } from "vitest";
import { fullMessage } from "./relayed-error.ts";

it("the message of an error without a relay stays as it is", () => {
  expect(fullMessage({ message: "no" })).toBe("no");
});

it("a relayed error stands behind the message, with its vendor if that is named", () => {
  expect(fullMessage({ message: "no", relayed: { text: "bad tool" } })).toBe("no (bad tool)");
  expect(fullMessage({ message: "no", relayed: { text: "bad tool", by: "Acme" } })).toBe(
    "no (Acme: bad tool)",
  );
});

it("a relayed error is not repeated, shows no secrets, and has at most 2,000 characters", () => {
  expect(fullMessage({ message: "no: bad tool", relayed: { text: "bad tool" } })).toBe("no: bad tool");
  const secret = "sk-ant-api03-abcdefghijklmnopqrstuvwx";
  expect(fullMessage({ message: "no", relayed: { text: `key ${secret}` } })).not.toContain(secret);
  expect(fullMessage({ message: "no", relayed: { text: "y ".repeat(1000) } })).toBe(
    `no (${"y ".repeat(1000)})`,
  );
  expect(fullMessage({ message: "no", relayed: { text: "y ".repeat(1001) } })).toBe(
    `no (${"y ".repeat(1000)}…)`,
  );
});
