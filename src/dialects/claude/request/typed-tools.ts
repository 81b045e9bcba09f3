import type { Tool } from "../../../contract/index.ts";
import type { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { asVendor, leftover, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { typedForm, typedMark } from "../../typed-tools/typed-form.ts";
import { readCache, writeCache } from "../content/cache-hint.ts";
import { ID } from "../wire.ts";
import { readComputer } from "./computer-tool.ts";

interface TypedTool {
  readonly types: RegExp;
  readonly name: string;
  readonly description: string;
  readonly parameters: Members;
}

const text = { type: "string" };
const lines = { type: "array", items: { type: "integer" }, description: "First and last line." };

function editor(commands: readonly string[]): Members {
  return {
    type: "object",
    properties: {
      command: { type: "string", enum: commands },
      path: { ...text, description: "Absolute path of a file or directory." },
      file_text: { ...text, description: "Content of a file for create." },
      old_str: { ...text, description: "Text to replace; it must occur exactly once." },
      new_str: { ...text, description: "Replacement." },
      insert_line: { type: "integer", description: "Line after which insert puts its text; 0 is the start." },
      insert_text: { ...text, description: "Text for insert." },
      view_range: lines,
    },
    required: ["command", "path"],
  };
}

const COMPUTER = "computer";
const COMPUTER_TYPES = /^computer_\d{8}$/;

/** The tools that the API defines by a type and that the caller runs. The computer has settings of its own. */
const typedTools: readonly TypedTool[] = [
  {
    types: /^bash_\d{8}$/,
    name: "bash",
    description: "Runs a command in a bash session that is kept between calls. restart begins a new session.",
    parameters: {
      type: "object",
      properties: { command: { ...text, description: "Command to run." }, restart: { type: "boolean" } },
    },
  },
  {
    types: /^text_editor_(?:20241022|20250124)$/,
    name: "str_replace_editor",
    description: "Views, creates and edits files. undo_edit takes the last edit of a file back.",
    parameters: editor(["view", "create", "str_replace", "insert", "undo_edit"]),
  },
  {
    types: /^text_editor_\d{8}$/,
    name: "str_replace_based_edit_tool",
    description: "Views, creates and edits files.",
    parameters: editor(["view", "create", "str_replace", "insert"]),
  },
  {
    types: /^memory_\d{8}$/,
    name: "memory",
    description:
      "Keeps notes in files below /memories that last beyond this conversation. View /memories before other work.",
    parameters: {
      type: "object",
      properties: {
        command: { type: "string", enum: ["view", "create", "str_replace", "insert", "delete", "rename"] },
        path: { ...text, description: "Path below /memories; for every command but rename." },
        view_range: lines,
        file_text: { ...text, description: "Content of a file for create." },
        old_str: text,
        new_str: text,
        insert_line: { type: "integer" },
        insert_text: text,
        old_path: { ...text, description: "For rename." },
        new_path: { ...text, description: "For rename." },
      },
      required: ["command"],
    },
  },
];

/** Reads a tool that the caller runs and the API defines by its type; undefined for any other. */
export function readTypedTool(type: string, cursor: Cursor): Tool | undefined {
  const name = cursor.peek("name");
  if (name === COMPUTER && COMPUTER_TYPES.test(type)) {
    const { kept, ...more } = readComputer(type, cursor);
    return asFunction(cursor, { name, ...more }, { type, ...kept });
  }
  const typed = typedTools.find((one) => one.types.test(type) && one.name === name);
  if (typed === undefined) return undefined;
  const limit = cursor.number("max_characters");
  const more = limit === undefined ? "" : ` A view shows at most ${limit} characters.`;
  return asFunction(
    cursor,
    { name: typed.name, description: `${typed.description}${more}`, parameters: typed.parameters },
    { type, ...(limit === undefined ? {} : { max_characters: limit }) },
  );
}

function asFunction(
  cursor: Cursor,
  tool: { name: string; description: string; parameters: Members },
  kept: Members,
): Tool {
  cursor.take("name");
  return {
    kind: "function",
    ...tool,
    ...readCache(cursor),
    ...asVendor(ID, leftover(cursor), [typedMark(kept)]),
  };
}

/** Writes such a tool as it came; undefined for any other function. */
export function writeTypedTool(tool: Extract<Tool, { kind: "function" }>): Members | undefined {
  const form = typedForm(tool);
  if (form?.dialect !== ID) return undefined;
  const { type, ...more } = form.members;
  const written: Members = { type, name: tool.name, ...more };
  if (tool.cache !== undefined) written["cache_control"] = writeCache(tool.cache);
  return restoreOwn(written, ownMembers(tool, ID));
}
