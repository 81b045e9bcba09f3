import type { Members } from "../members/members.ts";
import type { ToolMembers } from "./offered-tool.ts";
import type { ToolCallPart } from "./tool-call-part.ts";

/** The tools and models that requests name, and the tools that answers call. */
export interface ToolOffers {
  /** Where requests offer tools. */
  readonly toolMembers: ToolMembers;
  /** Where requests name models to use, besides their own `model`: the last names of paths. */
  readonly modelPlaces: readonly (readonly string[])[];
  /**
   * Reads the parts of tool calls in a whole reply body, or in one event of a stream, without translating it. Never throws.
   */
  observeCalls(value: Members): readonly ToolCallPart[];
  /** Texts of which one stands in every stream event that has a part of a tool call. */
  readonly callMarkers: readonly string[];
}
