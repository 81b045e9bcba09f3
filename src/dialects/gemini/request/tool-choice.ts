import type { Conversation, ToolChoice } from "../../../contract/index.ts";
import type { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { leftover, ownMembers } from "../../members/own-members.ts";
import type { Origins } from "../../origins.ts";
import { ID, open } from "../wire.ts";

const MODES = { AUTO: "auto", ANY: "required", NONE: "none", VALIDATED: "auto" } as const;
// FunctionCallingConfig.Mode of generativelanguage v1beta, for clients that send enums as numbers.
const MODE_NUMBERS: Readonly<Record<number, keyof typeof MODES>> = {
  1: "AUTO",
  2: "ANY",
  3: "NONE",
  4: "VALIDATED",
};

/** A tool choice, and the leftover of `toolConfig`. */
export interface ReadToolConfig {
  readonly choice: ToolChoice | undefined;
  readonly left: Members | undefined;
}

/** Reads `toolConfig`. */
export function readToolConfig(config: Cursor, origins: Origins): ReadToolConfig {
  const value = config.take("functionCallingConfig");
  if (value === undefined) return { choice: undefined, left: leftover(config) };
  const calling = open(value, config.at("functionCallingConfig"));
  const choice = readChoice(calling, origins);
  const inner = leftover(calling);
  const outer = leftover(config);
  const isBare = choice === undefined && inner === undefined;
  return {
    choice,
    left: inner === undefined && !isBare ? outer : { ...outer, functionCallingConfig: inner ?? {} },
  };
}

function readChoice(calling: Cursor, origins: Origins): ToolChoice | undefined {
  const raw = calling.peek("mode");
  const word = typeof raw === "number" ? MODE_NUMBERS[raw] : typeof raw === "string" ? raw.toUpperCase() : "";
  if (word !== "AUTO" && word !== "ANY" && word !== "NONE" && word !== "VALIDATED") return undefined;
  calling.take("mode");
  const allowed = calling.texts("allowedFunctionNames");
  // A word that the writer would not choose itself is kept as it stood.
  const isOwn = raw !== word || word === "VALIDATED" || (word === "AUTO" && allowed !== undefined);
  const vendor = isOwn ? { vendor: { gemini: { mode: raw } } } : {};
  const choice: ToolChoice =
    word === "ANY" && allowed?.length === 1
      ? { mode: "tool", name: allowed[0]!, ...vendor }
      : { mode: MODES[word], ...(allowed === undefined ? {} : { allowed }), ...vendor };
  return origins.mark(choice, calling.path);
}

/** Writes `functionCallingConfig`; nothing if the caller left the choice open. */
export function writeToolChoice(conversation: Conversation): Members | undefined {
  const { toolChoice, tools } = conversation;
  const isStrict = tools.some((tool) => tool.kind === "function" && tool.strict === true);
  if (toolChoice === undefined) return isStrict ? { mode: "VALIDATED" } : undefined;
  const own = ownMembers(toolChoice, ID)["mode"];
  const { allowed } = toolChoice;
  switch (toolChoice.mode) {
    case "none":
      return { mode: own ?? "NONE" };
    case "required":
      return { mode: own ?? "ANY", ...(allowed === undefined ? {} : { allowedFunctionNames: allowed }) };
    case "tool":
      return { mode: own ?? "ANY", allowedFunctionNames: [toolChoice.name ?? ""] };
    default:
      // A list of names is taken with ANY and VALIDATED alone; VALIDATED leaves the model free not to call.
      if (allowed !== undefined) return { mode: own ?? "VALIDATED", allowedFunctionNames: allowed };
      return { mode: own ?? (isStrict ? "VALIDATED" : "AUTO") };
  }
}
