import { describeRules } from "../fixtures/rule-cases.ts";
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
