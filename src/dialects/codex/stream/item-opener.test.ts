import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../../../contract/index.ts";
import type { Members } from "../../members/members.ts";
import { Origins } from "../../origins.ts";
import { openItem } from "./item-opener.ts";

type Step = Members & { readonly type: string };

/** The events of an item that is begun, takes the steps, and is then finished, or abandoned without a whole item. */
function drive(announced: Members, steps: readonly Step[], whole?: Members): StreamEvent[] {
  const events: StreamEvent[] = [];
  const emit = (event: StreamEvent) => events.push(event);
  let blocks = 0;
  const item = openItem(announced, {
    path: "$.output[0]",
    origins: new Origins(),
    nextBlock: () => blocks++,
    note: () => undefined,
    logprobs: () => undefined,
  });
  item.begin?.(emit);
  for (const step of steps) item.take(step, step.type, emit);
  if (whole === undefined) item.abandon(emit);
  else item.finish(whole, emit);
  return events;
}

const call = { type: "function_call", id: "fc", call_id: "c", name: "f", arguments: "" };
const block = {
  type: "tool_use",
  id: "c",
  name: "f",
  kind: "function",
  input: {},
  vendor: { codex: { id: "fc" } },
};
const at = { candidate: 0, block: 0 };
const start = { type: "block_start", ...at, content: block };
const input = (text: string) => ({ type: "input_delta", ...at, text });
const stop = { type: "block_stop", ...at };
const delta = (text: unknown): Step => ({ type: "response.function_call_arguments.delta", delta: text });
const done = (text: unknown, more: object = {}): Step => ({
  type: "response.function_call_arguments.done",
  arguments: text,
  ...more,
});
const custom = { type: "custom_tool_call", id: "fc", call_id: "c", name: "f", input: "" };

describe("a call in a stream", () => {
  it.each<[string, Members, Step[], Members | undefined, object[]]>([
    ["that is abandoned", call, [], undefined, [start, stop]],
    [
      "with pieces",
      call,
      [delta("{"), delta(""), delta(3), delta("}")],
      undefined,
      [start, input("{"), input("}"), stop],
    ],
    ["that is whole at once", call, [done("{}")], undefined, [start, input("{}"), stop]],
    [
      "whose end adds the rest",
      call,
      [delta("{"), done("{}")],
      undefined,
      [start, input("{"), input("}"), stop],
    ],
    ["whose end says no more", call, [delta("{}"), done("{}")], undefined, [start, input("{}"), stop]],
    [
      "whose end has no text",
      call,
      [delta("{"), done(undefined), done(3)],
      undefined,
      [start, input("{"), stop],
    ],
    ["that only its item tells", call, [], { ...call, arguments: "{}" }, [start, input("{}"), stop]],
    [
      "whose item has late members",
      call,
      [delta("{}")],
      { ...call, arguments: "{}", odd: 1 },
      [start, input("{}"), { ...stop, content: { ...block, vendor: { codex: { id: "fc", odd: 1 } } } }],
    ],
    ["without a name", { ...call, name: undefined }, [delta("{")], undefined, []],
    ["without an id", { ...call, id: undefined, call_id: undefined }, [delta("{")], undefined, []],
    [
      "whose name comes late",
      { ...call, name: undefined },
      [delta("{"), done("{}", { name: "f" })],
      undefined,
      [start, input("{}"), stop],
    ],
    [
      "whose name comes last",
      { ...call, name: undefined },
      [delta("{")],
      { ...call, arguments: "{}" },
      [start, input("{}"), stop],
    ],
    [
      "with an item's id alone",
      { ...call, call_id: undefined },
      [],
      undefined,
      [{ ...start, content: { ...block, id: "fc", vendor: expect.anything() as object } }, stop],
    ],
    [
      "in free form",
      custom,
      [
        { type: "response.custom_tool_call_input.delta", delta: "a" },
        { type: "response.custom_tool_call_input.done", input: "ab" },
      ],
      undefined,
      [
        { ...start, content: { ...block, kind: "custom", input: undefined, inputText: "" } },
        input("a"),
        input("b"),
        stop,
      ],
    ],
  ])("%s", (_, announced, steps, whole, events) => {
    const given = Object.fromEntries(Object.entries(announced).filter(([, value]) => value !== undefined));
    expect(drive(given, steps, whole)).toStrictEqual(events);
  });
});

describe("an item of this dialect alone", () => {
  const image = { type: "image_generation_call", id: "ig" };
  const unit = (value: object) => ({
    type: "opaque",
    dialect: "codex",
    kind: "image_generation_call",
    value,
  });

  it("has its events beside it", () => {
    const step = { type: "response.image_generation_call.in_progress", item_id: "ig" };
    const whole = { ...image, result: "QQ==" };
    const begun = { type: "block_start", ...at, content: expect.objectContaining(unit(image)) as object };
    const told = { type: "opaque", dialect: "codex", kind: step.type, value: step };
    expect(drive(image, [step])).toEqual([begun, told, stop]);
    expect(drive(image, [step], whole)).toMatchObject([begun, told, { type: "block_stop", ...at }]);
  });
});
