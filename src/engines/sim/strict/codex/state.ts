import { has, objects, text } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";

const PREFIXES = new Map([
  ["message", "msg"],
  ["function_call", "fc"],
  ["custom_tool_call", "ctc"],
  ["reasoning", "rs"],
]);

// OpenAI seals with Fernet, whose tokens begin so; the simulated engine marks its own.
const SEALED = /^gAAAA/;
const SIMULATED = Buffer.from("simulated-sealed-reasoning").toString("base64").slice(0, 24);

export const stateRules: Rules = {
  "codex.ids.prefix": ({ body }) =>
    firstIn(objects(body["input"]), (item, at) => {
      const type = text(item["type"]) || "message";
      const prefix = PREFIXES.get(type);
      const { id, role } = item;
      if (prefix === undefined || typeof id !== "string" || id.startsWith(prefix)) return undefined;
      if (type === "message" && role !== "assistant") return undefined;
      return {
        message: `Invalid 'input[${at}].id': '${id}'. Expected an ID that begins with '${prefix}'.`,
        param: `input[${at}].id`,
        code: "invalid_id_prefix",
      };
    }),

  "codex.state.not-persisted": ({ body }) =>
    firstIn(objects(body["input"]), (item) => {
      const isBare = item["type"] === "reasoning" && !has(item, "encrypted_content") && has(item, "id");
      return body["store"] === false && (isBare || item["type"] === "item_reference")
        ? {
            status: 404,
            message: `Item with id '${text(item["id"])}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
            param: "input",
          }
        : undefined;
    }),

  "codex.state.encrypted": ({ body }) =>
    firstIn(objects(body["input"]), ({ type, encrypted_content: sealed }) =>
      type !== "reasoning" ||
      typeof sealed !== "string" ||
      SEALED.test(sealed) ||
      sealed.startsWith(SIMULATED)
        ? undefined
        : {
            message: `The encrypted content ${sealed.slice(0, 4)}... could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
            code: "invalid_encrypted_content",
          },
    ),

  "codex.state.following-item": ({ body }) => {
    const items = objects(body["input"]);
    return firstIn(items, (item, at) => {
      if (item["type"] !== "reasoning" || !has(item, "id")) return undefined;
      const next = items.slice(at + 1).find((one) => one["type"] !== "reasoning");
      const role = next?.["role"];
      return next === undefined || (role !== undefined && role !== "assistant")
        ? {
            message: `Item '${text(item["id"])}' of type 'reasoning' was provided without its required following item.`,
            param: "input",
          }
        : undefined;
    });
  },
};
