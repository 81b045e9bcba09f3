import {
  type Cell,
  findModel,
  type Modality,
  type ModelEntry,
  modelCatalogue,
  type Profile,
} from "../../models/index.ts";
import { type CapabilityId, type Claim, type Support, unknownClaim } from "../supply/claim.ts";
import { type Manifest, makeManifest } from "../supply/manifest.ts";
import type { Target } from "../supply/target.ts";

const origin = { evidence: "catalog", at: `${modelCatalogue.date}T00:00:00Z` } as const;

/** What is asked of every model. */
const vector = [
  "streaming",
  "tool_use",
  "structured_output_json_schema",
  "input_modality",
  "extended_thinking",
  "context_window",
] as const;

/** The claims about a model that the catalogue does not know: everything is open, and a cache is found out on use. */
const defaultClaims: Readonly<Record<CapabilityId, Claim>> = {
  ...Object.fromEntries(
    vector.map((capability) => [
      capability,
      unknownClaim("the catalogue does not know the model", origin.at, "catalog"),
    ]),
  ),
  cache_control: unknownClaim("found out on use", origin.at, "probed"),
};

/**
 * The manifest of a model in the catalogue, or the default one for a model that it does not know. The manifest is open,
 * because an agent around the model may add capabilities (files, hooks, sessions).
 *
 * @example
 * import { catalogueManifest } from "agent-backplane/negotiation";
 * const { claims } = catalogueManifest({ provider: "openai", model: "gpt-4o" });
 */
export function catalogueManifest(target: Target): Manifest {
  const match = findModel(target.provider, target.model);
  const claims = match === undefined ? defaultClaims : claimsOf(match.entry);
  return makeManifest({ target, closed: false, claims });
}

function claimsOf(entry: ModelEntry): Record<CapabilityId, Claim> {
  const { contextWindow, maxOutput, input, output } = entry;
  const claims: Record<CapabilityId, Claim> = {};
  for (const [capability, cell] of Object.entries({ ...modalityCells(input), ...entry.support })) {
    if (cell !== "unknown") claims[capability] = { ...readCell(cell), ...origin };
  }
  const bounded = claims["max_tokens"];
  if (bounded !== undefined && maxOutput !== undefined) {
    claims["max_tokens"] = { ...bounded, limit: maxOutput };
  }
  if (contextWindow !== undefined) {
    claims["context_window"] = { support: "native", limit: contextWindow, ...origin };
  }
  if (input !== undefined) claims["input_modality"] = { support: "native", kinds: input, ...origin };
  if (output !== undefined) claims["output_modality"] = { support: "native", kinds: output, ...origin };
  return claims;
}

function modalityCells(input: readonly Modality[] | undefined): Profile {
  if (input === undefined) return {};
  const level = (kind: Modality): Cell => (input.includes(kind) ? "native" : "unsupported");
  return {
    image_input: level("image"),
    vision: level("image"),
    pdf_input: level("pdf"),
    audio: level("audio"),
  };
}

function readCell(cell: Exclude<Cell, "unknown">): Pick<Claim, "support" | "reason"> {
  const colon = cell.indexOf(": ");
  if (colon === -1) return { support: cell as Support };
  return { support: cell.slice(0, colon) as Support, reason: cell.slice(colon + 2) };
}
