import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { documents } from "./document.ts";

const published = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8"));

test.each(Object.entries(documents))("a %s is checked as its published schema says", (name, schema) => {
  expect(z.toJSONSchema(schema, { io: "input", target: "draft-2020-12" })).toEqual(published(name));
});

test("the names that a reader knows are those that it has published", () => {
  expect(Object.keys(documents)).toEqual([
    "work_order",
    "receipt",
    "event",
    "envelope",
    "policy_profile",
    "capability_requirements",
    "conversation",
    "reply",
    "stream_event",
    "loss_report",
  ]);
});
