import type { HostedTool, ToolChoice } from "../../contract/index.ts";
import type { FeatureId } from "../features/feature.ts";
import type { Members } from "../members/members.ts";

/** The request that a vendor-run tool is written for. */
export interface HostedPlace {
  readonly model: string;
  /** Whether functions are offered beside it. */
  readonly hasFunctions: boolean;
  /** Whether no other vendor-run tool is offered. */
  readonly isOnlyHosted: boolean;
  /** Whether the model must call it. */
  readonly isForced: boolean;
}

/** A setting of the tool that is lost. */
export interface HostedLoss {
  readonly feature: FeatureId;
  readonly reason: string;
}

/** A vendor-run tool in a dialect's own words. */
export interface PlacedTool {
  readonly name: string;
  readonly value: Members;
  /** The members of the request that go with it; lists are added to those of other tools. */
  readonly request?: Members;
  /** The choice that forces it; undefined if none can or need be written. */
  readonly choice?: ToolChoice;
  /** The choice that leaves the model free, if it must be written beside this tool. */
  readonly free?: ToolChoice;
  readonly losses?: readonly HostedLoss[];
}

/** Why a dialect cannot offer a vendor-run tool as it is asked for. */
export interface UnplacedTool {
  readonly unable: string;
  readonly feature: FeatureId;
}

/** Writes a vendor-run tool in a dialect's own words. Its feature table has been asked before. */
export type PlaceHosted = (tool: HostedTool, place: HostedPlace) => PlacedTool | UnplacedTool;

/** The tools that the vendor runs. */
export interface VendorTools {
  /** Writes a tool that the vendor runs, if other vendors have one like it; undefined if it runs none. */
  readonly placeHosted?: PlaceHosted;
}
