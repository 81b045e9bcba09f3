import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { scriptInterpreters } from "./script-interpreters.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-script-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it.each([
  ["#!/bin/sh\necho x", ["/bin/sh"]],
  ["#! /bin/sh -e\n", ["/bin/sh"]],
  ["#!/bin/sh", ["/bin/sh"]],
  ["#!/usr/bin/env node\n", ["/usr/bin/env", "node"]],
  ["#!/usr/bin/env\t-S  A=1 node --x\n", ["/usr/bin/env", "node"]],
  ["#!/usr/bin/env -i\n", ["/usr/bin/env"]],
  ["#!/usr/bin/python3 env\n", ["/usr/bin/python3"]],
  ["#!\n/bin/sh", []],
  ["#/bin/sh\n", []],
  [" #!/bin/sh\n", []],
  ["", []],
])("finds the interpreters of %j", (content, found) => {
  const path = join(root, "script");
  writeFileSync(path, content);
  expect(scriptInterpreters(path)).toEqual(found);
});

it("finds none in what cannot be read", () => {
  expect(scriptInterpreters(join(root, "none"))).toEqual([]);
  expect(scriptInterpreters(root)).toEqual([]);
});
