import { expect, it } from "vitest";
import { allowsFallback } from "./fallback-rule.ts";

const ownKey = { usesCallerKey: false };
const callerKey = { usesCallerKey: true };

it.each([429, 500, 502, 503, 529])("another engine takes over after %s, whose ever the key is", (status) => {
  expect([allowsFallback(status, ownKey), allowsFallback(status, callerKey)]).toEqual([true, true]);
});

it.each([401, 403])(
  "another engine takes over after %s only where the refused key is configured",
  (status) => {
    expect([allowsFallback(status, ownKey), allowsFallback(status, callerKey)]).toEqual([true, false]);
  },
);

it.each([200, 400, 402, 404, 408, 413, 422, 428, 430, 499])("nobody takes over after %s", (status) => {
  expect([allowsFallback(status, ownKey), allowsFallback(status, callerKey)]).toEqual([false, false]);
});
