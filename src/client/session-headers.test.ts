import { expect, it } from "vitest";
import { type CallSettings, settingHeaders } from "./session-headers.ts";

it.each<[CallSettings, string[]]>([
  [{}, []],
  [{ engine: undefined, mode: undefined, key: undefined }, []],
  [{ engine: "e" }, ["x-abp-engine", "e"]],
  [{ mode: "strict" }, ["x-abp-compatibility", "strict"]],
  [{ key: "k" }, ["x-abp-key", "k"]],
  [
    { key: "k", mode: "best_effort", engine: "e" },
    ["x-abp-engine", "e", "x-abp-compatibility", "best_effort", "x-abp-key", "k"],
  ],
])("the settings %j are the headers %j", (settings, headers) => {
  expect(settingHeaders(settings)).toEqual(headers);
});
