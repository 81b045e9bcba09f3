import { Mapping } from "../../src/agents/jsonl/mapping.ts";
import { buildWorkOrder, readDocument } from "../../src/contract/index.ts";

/** A form that a JSON block may have. */
export interface JsonKind {
  readonly name: string;
  /** Whether a value is meant to have this form. */
  readonly fits: (members: Readonly<Record<string, unknown>>) => boolean;
  /** Throws if the text has not this form. */
  readonly check: (text: string) => void;
}

const POLICY_LISTS = /^(?:allowed_|disallowed_|deny_|allow_|require_approval_for)/;

const KINDS: readonly JsonKind[] = [
  {
    name: "a line of the sidecar protocol",
    fits: (members) => typeof members["t"] === "string",
    check: (text) => void readDocument("envelope", text),
  },
  {
    name: "a policy profile",
    fits: (members) => Object.keys(members).every((name) => POLICY_LISTS.test(name)),
    check: (text) => void readDocument("policy_profile", text),
  },
  {
    name: "a part of a work order",
    fits: (members) => "config" in members,
    check: (text) => {
      const part = JSON.parse(text) as { config: object };
      const whole = buildWorkOrder("6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "the rest of the order");
      const order = { ...whole, ...part, config: { ...whole.config, ...part.config } };
      readDocument("work_order", JSON.stringify(order));
    },
  },
  {
    name: "an error of our own API",
    fits: (members) => "error" in members,
    check: (text) => {
      const { error } = JSON.parse(text) as { error: { details: object } };
      const expected = ["code", "type", "message", "details", "request_id", "timestamp"];
      const missing = expected.filter((name) => !(name in error));
      if (missing.length > 0 || !("documentation_url" in error.details))
        throw new Error(`no ${missing.join()}`);
    },
  },
  {
    name: "a mapping of JSON lines",
    fits: (members) => "lines" in members,
    check: (text) => void Mapping.parse(JSON.parse(text)),
  },
];

/** The form that a value is meant to have; undefined if it is none that a document may show. */
export function jsonKindOf(value: unknown): JsonKind | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return KINDS.find(({ fits }) => fits(value as Readonly<Record<string, unknown>>));
}
