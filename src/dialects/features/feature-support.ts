import type { Disposition } from "../../contract/index.ts";
import type { FeatureId } from "./feature.ts";
import type { ReplyFeatureId } from "./reply-feature.ts";

/** How a dialect carries one feature when a request is written in it. */
export type FeatureSupport =
  /** Means the same there. `at` is where it stands: from `$` for the request's own members, else from its node. */
  | { readonly is: "native"; readonly at: string; readonly note?: string }
  /** Expressed by other means that have the same effect. */
  | { readonly is: "rewritten"; readonly at: string; readonly note: string }
  /** Provided by an emulator, if the caller allows emulation; refused otherwise. */
  | { readonly is: "emulated"; readonly by: string; readonly note: string }
  /**
   * Cannot be expressed; `disposition` if the feature's class does not decide. `at` is where the dialect has its own
   * kind of it, which other vendors' kinds are not.
   */
  | {
      readonly is: "none";
      readonly note: string;
      readonly at?: string;
      readonly disposition?: Extract<Disposition, "disclosed" | "refused">;
    };

/** The support of a dialect for every feature of a request. */
export type FeatureTable = Readonly<Record<FeatureId, FeatureSupport>>;

/** The support of a dialect for every feature of a reply. */
export type ReplyFeatureTable = Readonly<Record<ReplyFeatureId, FeatureSupport>>;

/** Carried as it is. */
export function native(at: string, note?: string): FeatureSupport {
  return note === undefined ? { is: "native", at } : { is: "native", at, note };
}

/** Carried in another form. */
export function rewritten(at: string, note: string): FeatureSupport {
  return { is: "rewritten", at, note };
}

/** Carried by an emulator. */
export function emulated(by: string, note: string): FeatureSupport {
  return { is: "emulated", by, note };
}

/**
 * How every dialect carries a tool that another vendor runs. The account softens it: such a tool is left out and
 * named if the caller offers others beside it, because the answer is right without it.
 */
export const foreignTool: FeatureSupport = {
  is: "none",
  note: "a tool that another vendor runs; left out if others are offered, refused if it is needed",
};

/** How every dialect carries another vendor's tool for using a computer. */
export const foreignComputer: FeatureSupport = {
  is: "none",
  note: "its vendor makes safety checks of each action, which no other makes; left out if others are offered, refused if it is needed",
};

/** How every dialect carries a tool that another vendor's API offers or withdraws between turns. */
export const fromTheStart: FeatureSupport = {
  is: "none",
  note: "offered from the start; a tool that was withdrawn is not offered at all",
};

/** Why a limit of a search that the target cannot keep is no reason to search without it. */
export const unkeptLimit =
  "the search cannot be limited like this; left out if others are offered, refused if it is needed";

/** Why a limit that only the tool's own vendor knows is no reason to offer the tool without it. */
export const unknownLimit =
  "the tool cannot be limited like this; left out if others are offered, refused if it is needed";

/** Why the caller's credential for an MCP server is not sent on. */
export const keptCredential = "the caller's credential was given to another vendor, so it is not sent on";

/** Why headers for an MCP server are not sent on. */
export const keptHeaders =
  "the headers may hold credentials, which were given to another vendor, so they are not sent on";

/** Why a container or files at another vendor cannot be used. */
export const keptElsewhere = "another vendor keeps the container or the files";

/** Why a tool whose calls wait for consent is not offered without that. */
export const unasked =
  "the API calls tools of MCP servers without asking, and the caller's API asks unless require_approval is never";

/** How every dialect carries typed tools of the caller that another vendor defines. */
export const asFunction: FeatureSupport = {
  is: "none",
  note: "a function, and back in the reply; the model was not trained on this form",
};

/** How every dialect shows code that another vendor ran. */
export const shownRun: FeatureSupport = {
  is: "rewritten",
  at: "",
  note: "code and output as a text of the answer; left out beside an answer in JSON",
};

/** How every dialect carries the record of a tool that another vendor ran. */
export const asText: FeatureSupport = { is: "none", note: "a text of the assistant in the same place" };

/** How a dialect without documents of text carries the heading of one. */
export const headedText = {
  "document.text.title": rewritten("", "the first line of the text"),
  "document.text.context": rewritten("", "a line before the text"),
  "document.text.address": rewritten("", "a line before the text"),
} as const;

/** Carried for callers of the dialect itself, and not for others. */
export function ownOnly(at: string, support: FeatureSupport): FeatureSupport {
  return { ...support, at } as FeatureSupport;
}

/** Not carried. */
export function none(
  note: string,
  disposition?: Extract<Disposition, "disclosed" | "refused">,
): FeatureSupport {
  return disposition === undefined ? { is: "none", note } : { is: "none", note, disposition };
}
