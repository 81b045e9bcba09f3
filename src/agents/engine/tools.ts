import { z } from "zod";
import type { Tool } from "../../contract/index.ts";
import { editTool } from "./tools/edit-file.ts";
import { listTool } from "./tools/list-files.ts";
import { readTool } from "./tools/read-file.ts";
import { runTool } from "./tools/run-command.ts";
import { searchTool } from "./tools/search-files.ts";
import type { EngineTool } from "./tools/tool.ts";
import { writeTool } from "./tools/write-file.ts";

/** Every tool of the loop. Policies know them by the contract's names. */
export const engineTools: readonly EngineTool[] = [
  readTool,
  searchTool,
  listTool,
  editTool,
  writeTool,
  runTool,
];

/** A tool as the model sees it. */
export function offeredTool({ name, description, input }: EngineTool): Tool {
  const { $schema: _, ...parameters } = z.toJSONSchema(input);
  return { kind: "function", name, description, parameters };
}
