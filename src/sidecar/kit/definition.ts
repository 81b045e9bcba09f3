import type { z } from "zod";
import type {
  ArtifactRef,
  BackendIdentity,
  CapabilityManifest,
  ExecutionMode,
  Outcome,
  SidecarEvent,
  Usage,
  WorkOrder,
} from "../../contract/index.ts";
import type { ToolDecision } from "../supervisor/run-request.ts";

/** A sidecar: who it is, what it can do, and how it runs a work order. */
export interface SidecarDefinition {
  readonly identity: Partial<BackendIdentity> & { readonly id: string };
  readonly capabilities: CapabilityManifest;
  /** `mapped` unless given. */
  readonly mode?: ExecutionMode;
  /** Promises that every tool is asked for with `askTool` before it is used. False unless given. */
  readonly asksBeforeTools?: boolean;
  /** Promises that messages of the user are taken while a run goes on. See `onSteer`. */
  readonly acceptsSteering?: boolean;
  /**
   * Runs one work order. It returns the result, or nothing for a complete run. An exception fails the run and nothing else;
   * after a cancel it ends the run as partial.
   */
  readonly run: (context: RunContext) => Promise<RunResult | undefined> | Promise<void>;
  /** Ends what the sidecar keeps between its runs. Called before the process ends: when its input ends, and on SIGTERM. */
  readonly close?: () => Promise<void>;
}

/** One run, as the code of a sidecar sees it. The functions can be taken out of the object. */
export interface RunContext {
  readonly runId: string;
  readonly workOrder: WorkOrder;
  /** Aborted when the backplane cancels the run. The reason is an Error with the text of the backplane. */
  readonly signal: AbortSignal;
  /**
   * Sends one event. `ts` is added if it is missing. Resolves when standard output takes more data. An event after the end
   * of the run is dropped.
   */
  readonly emit: (event: EventDraft) => Promise<void>;
  /** Sends a piece of an answer that is still being written (`assistant_delta`). */
  readonly text: (text: string) => Promise<void>;
  /** Sends a whole message of the assistant (`assistant_message`). */
  readonly message: (text: string) => Promise<void>;
  readonly warning: (message: string) => Promise<void>;
  /**
   * Asks whether a tool may be used, and resolves with the answer. Rejects when the run is cancelled. Throws in a sidecar
   * without `asksBeforeTools`. Without a backplane that could answer, the verdict is `deny`.
   */
  readonly askTool: (toolName: string, input: unknown) => Promise<ToolDecision>;
  /**
   * Sets the function that gets each message of the user during the run, in order. It replaces an earlier one. Messages that
   * came before are delivered at once, at most the last 100. Throws in a sidecar without `acceptsSteering`.
   */
  readonly onSteer: (listener: (text: string) => void) => void;
}

/** An event whose `ts` may be left out. */
export type EventDraft = z.input<typeof SidecarEvent>;

/** What a run reports at its end. */
export interface RunResult {
  /** `complete` unless given; `partial` after a cancel. */
  readonly outcome?: Outcome;
  readonly usage?: Partial<Usage>;
  /** The vendor's own figures, as they are. */
  readonly usageRaw?: unknown;
  readonly artifacts?: readonly ArtifactRef[];
  /** Whether the sidecar's own checks passed. True for a complete run unless given. */
  readonly harnessOk?: boolean;
  /** The agent's own name of the conversation, by which a later run can continue it. */
  readonly session?: string;
  /** The answer to the `output_schema` of the work order. */
  readonly structuredOutput?: unknown;
}
