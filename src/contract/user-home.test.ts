import { expect, it } from "vitest";
import { checkHome, userHome } from "./user-home.ts";

it("takes an absolute path as it is", () => {
  expect(checkHome("/home/ada")).toBe("/home/ada");
  expect(userHome(() => "/home/ada")).toBe("/home/ada");
});

it.each(["", ".", "home/ada", "./home", "../ada", "~", "~/x"])("refuses %j", (home) => {
  const refused = expect.objectContaining({
    code: "config_invalid",
    where: "HOME",
    message: `HOME is ${JSON.stringify(home)}: it must be an absolute path`,
    advice: "Set HOME to the user's home directory.",
  });
  expect(() => checkHome(home)).toThrow(refused);
  expect(() => userHome(() => home)).toThrow(refused);
});

it("refuses a user of whom the system knows no home", () => {
  const read = () => {
    throw new Error("ENOENT");
  };
  expect(() => userHome(read)).toThrow(
    expect.objectContaining({
      code: "config_invalid",
      where: "HOME",
      message: "HOME is not set, and the system knows no home of this user",
    }),
  );
});
