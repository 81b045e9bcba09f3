import type { ModelLimits } from "../../../models/index.ts";
import type { ModelRule } from "../rule.ts";

type MetadataLimits = NonNullable<NonNullable<ModelLimits["identity"]>["metadata"]>;

/** Keeps metadata within the pairs and the lengths that the target takes. */
export const metadataLimit: ModelRule = {
  id: "identity.metadata",
  title: "Metadata beyond the number of pairs is left out, and keys and values that are too long are cut.",
  feature: "metadata",
  remedies: ["clamp", "drop"],
  limit: "identity",
  apply(conversation, { identity }, note) {
    const { metadata } = conversation;
    const limits = identity?.metadata;
    if (metadata === undefined || limits === undefined) return conversation;
    const entries = Object.entries(metadata);
    if (entries.length <= limits.pairs && entries.every((entry) => fits(entry, limits))) return conversation;
    const kept: Record<string, unknown> = {};
    // Names are the caller's content, which no receipt and no log holds: only their number is given.
    const count = { clashing: 0, names: 0, values: 0, others: 0 };
    for (const [name, value] of entries.slice(0, limits.pairs)) {
      const key = name.slice(0, limits.keyLength);
      if (Object.hasOwn(kept, key)) {
        count.clashing += 1;
        continue;
      }
      const text = textOf(value);
      kept[key] = text.slice(0, limits.valueLength);
      if (key !== name) count.names += 1;
      if (text.length > limits.valueLength) count.values += 1;
      else if (text !== value) count.others += 1;
    }
    const told = [
      [count.clashing, "names are cut to that of another pair, so these pairs are left out"],
      [count.names, `names are cut to ${limits.keyLength} characters`],
      [count.values, `values are cut to ${limits.valueLength} characters`],
      [count.others, "values are written as text"],
      [entries.length - limits.pairs, `pairs beyond ${limits.pairs} are left out`],
    ] as const;
    const reasons = told.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
    for (const reason of reasons)
      note({ node: undefined, at: "$.metadata", disposition: "disclosed", reason, feature: "metadata" });
    return { ...conversation, metadata: kept };
  },
};

function fits([name, value]: [string, unknown], limits: MetadataLimits): boolean {
  return name.length <= limits.keyLength && typeof value === "string" && value.length <= limits.valueLength;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
