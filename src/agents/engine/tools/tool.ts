import type { z } from "zod";
import type { WorkspaceFiles } from "./workspace-files.ts";

/** What a tool gave back. */
export interface ToolOutcome {
  /** For the model. Bounded by the tool. */
  readonly text: string;
  readonly isError: boolean;
  /** The file that was changed, and how. */
  readonly changed?: { readonly path: string; readonly summary: string };
  /** The command that ran. */
  readonly command?: { readonly text: string; readonly exitCode: number | null; readonly output: string };
}

/** Where a tool works. */
export interface ToolPlace {
  readonly files: WorkspaceFiles;
  /** The whole environment of commands. */
  readonly environment: Readonly<Record<string, string>>;
  /** Aborts when the run is cancelled. A tool must end soon after it. */
  readonly signal: AbortSignal;
}

/** A tool of the loop. */
export interface EngineTool<Input extends z.ZodObject = z.ZodObject> {
  /** The name that the model calls it by. */
  readonly name: string;
  /** The contract's name, which policies know. */
  readonly contractName: string;
  readonly description: string;
  readonly input: Input;
  /** Runs the tool. Throws `ToolFailure` with the text for the model if the call is wrong. */
  run(input: z.infer<Input>, place: ToolPlace): Promise<ToolOutcome>;
}

/** A tool with its input typed by its schema. */
export function defineTool<Input extends z.ZodObject>(tool: EngineTool<Input>): EngineTool {
  return tool as unknown as EngineTool;
}

/** An outcome that is only text. */
export function said(text: string): ToolOutcome {
  return { text, isError: false };
}
