import { afterEach, expect, it, vi } from "vitest";
import { runTool } from "../removal/tool.ts";
import { isCaseInsensitive } from "./case-twins.ts";
import { localHost } from "./stage-host.ts";

const platform = Object.getOwnPropertyDescriptor(process, "platform")!;
afterEach(() => {
  vi.restoreAllMocks();
  Object.defineProperty(process, "platform", platform);
});

it.each([
  ["linux", 0, true],
  ["linux", 1000, false],
  ["linux", undefined, false],
  ["darwin", 0, false],
  ["win32", undefined, false],
])("on %s, a process of the user %s may mount: %s", (name, user, expected) => {
  Object.defineProperty(process, "platform", { ...platform, value: name });
  vi.spyOn(process, "geteuid").mockReturnValue(user as number);
  expect(localHost.canMount()).toBe(expected);
});

it("the machine is asked for everything else as it is", () => {
  expect(localHost).toStrictEqual({ isCaseInsensitive, canMount: localHost.canMount, runTool });
});
