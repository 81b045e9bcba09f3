import { runTool, type ToolResult } from "../removal/tool.ts";
import { isCaseInsensitive } from "./case-twins.ts";

/** What staging asks of the machine; tests pass their own. */
export interface StageHost {
  isCaseInsensitive(directory: string): boolean;
  /** Whether this process may mount. */
  canMount(): boolean;
  runTool(command: string, args: readonly string[], descriptors?: readonly number[]): Promise<ToolResult>;
}

export const localHost: StageHost = {
  isCaseInsensitive,
  canMount: () => process.platform === "linux" && process.geteuid?.() === 0,
  runTool,
};
