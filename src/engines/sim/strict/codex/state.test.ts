import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
import { answer, call, error, input, output, path, plain, said, thought } from "./fixtures/requests.ts";
import { stateRules } from "./state.ts";

describeRules({
  dialect: "codex",
  rules: stateRules,
  plain,
  path,
  cases: [
    {
      rule: "codex.ids.prefix",
      good: input(call("c", { id: "fc_1" }), output("c")),
      bad: input(call("c", { id: "call_1" }), output("c")),
      body: error(
        "Invalid 'input[1].id': 'call_1'. Expected an ID that begins with 'fc'.",
        "input[1].id",
        "invalid_id_prefix",
      ),
    },
    {
      rule: "codex.state.not-persisted",
      good: { ...input(thought(), answer), store: false },
      bad: { ...input(thought({ encrypted_content: undefined }), answer), store: false },
      status: 404,
      body: error(
        "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
        "input",
      ),
    },
    {
      rule: "codex.state.encrypted",
      good: input(thought(), answer),
      bad: input(thought({ encrypted_content: "EqAB" }), answer),
      body: error(
        "The encrypted content EqAB... could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
        null,
        "invalid_encrypted_content",
      ),
    },
    {
      rule: "codex.state.following-item",
      good: input(thought(), thought({ id: "rs_2" }), answer),
      bad: input(thought(), said),
      body: error(
        "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
        "input",
      ),
    },
  ],
});

const wrongId = (prefix: string) =>
  `Invalid 'input[0].id': 'x_1'. Expected an ID that begins with '${prefix}'.`;
const gone =
  "Item with id 'a' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.";
const unsealed =
  "The encrypted content abcd... could not be verified. Reason: Encrypted content could not be decrypted or parsed.";
const alone = "Item 'a' of type 'reasoning' was provided without its required following item.";
const bareThought = { type: "reasoning", id: "a" };

it.each<[string, object[], string | undefined]>([
  ["ids.prefix", [{ type: "message", role: "assistant", id: "x_1" }], wrongId("msg")],
  ["ids.prefix", [{ role: "assistant", id: "x_1" }], wrongId("msg")],
  ["ids.prefix", [{ role: "user", id: "x_1" }], undefined],
  ["ids.prefix", [{ type: "function_call", id: "x_1" }], wrongId("fc")],
  ["ids.prefix", [{ type: "custom_tool_call", id: "x_1" }], wrongId("ctc")],
  ["ids.prefix", [{ type: "reasoning", id: "x_1" }], wrongId("rs")],
  [
    "ids.prefix",
    [
      { type: "reasoning", id: "rs_1" },
      { type: "other", id: "x_1" },
      { type: "reasoning", id: 1 },
    ],
    undefined,
  ],
  ["state.encrypted", [{ type: "reasoning", encrypted_content: "abcdef" }], unsealed],
  ["state.encrypted", [{ type: "reasoning", encrypted_content: "gAAAAx" }], undefined],
  ["state.encrypted", [{ type: "message", encrypted_content: "abcdef" }], undefined],
  ["state.encrypted", [{ type: "reasoning", encrypted_content: null }], undefined],
  ["state.following-item", [bareThought], alone],
  ["state.following-item", [bareThought, { type: "reasoning" }], alone],
  ["state.following-item", [bareThought, { role: "user" }], alone],
  ["state.following-item", [bareThought, { role: "assistant" }], undefined],
  [
    "state.following-item",
    [bareThought, { type: "reasoning" }, { type: "function_call" }, { role: "user" }],
    undefined,
  ],
  ["state.following-item", [{ type: "reasoning" }], undefined],
])("codex.%s of %j says %j", (rule, input, message) => {
  expect(messageOf(stateRules, `codex.${rule}`, "m", { input })).toBe(message);
});

it.each([
  [{ type: "reasoning", id: "a" }, gone],
  [{ type: "item_reference", id: "a" }, gone],
  [{ type: "reasoning", id: "a", encrypted_content: "x" }, undefined],
  [{ type: "reasoning" }, undefined],
  [{ type: "message", id: "a" }, undefined],
])("of what is not stored, %j says %j", (item, message) => {
  expect(messageOf(stateRules, "codex.state.not-persisted", "m", { store: false, input: [item] })).toBe(
    message,
  );
  expect(messageOf(stateRules, "codex.state.not-persisted", "m", { input: [item] })).toBeUndefined();
});
