import type { ModelLimits } from "../../../models/index.ts";
import type { ModelRule } from "../rule.ts";

type MetadataLimits = NonNullable<NonNullable<ModelLimits["identity"]>["metadata"]>;

/** Keeps metadata within the pairs and the lengths that the target takes. */
export const metadataLimit: ModelRule = {
  id: "identity.metadata",
  title: "Metadata beyond the number of pairs is left out, and keys and values that are too long are cut.",
  feature: "metadata",
  remedies: ["clamp", "drop"],
  apply(conversation, { identity }, note) {
    const { metadata } = conversation;
    const limits = identity?.metadata;
    if (metadata === undefined || limits === undefined) return conversation;
    const entries = Object.entries(metadata);
    if (entries.length <= limits.pairs && entries.every((entry) => fits(entry, limits))) return conversation;
    const kept: Record<string, unknown> = {};
    const reasons: string[] = [];
    for (const [name, value] of entries.slice(0, limits.pairs)) {
      const key = name.slice(0, limits.keyLength);
      if (Object.hasOwn(kept, key)) {
        reasons.push(`${JSON.stringify(name)} is left out, because its name is cut to that of another`);
        continue;
      }
      const text = textOf(value);
      kept[key] = text.slice(0, limits.valueLength);
      if (key !== name) reasons.push(`the name ${JSON.stringify(name)} is cut to ${limits.keyLength}`);
      if (text.length > limits.valueLength)
        reasons.push(`the value of ${JSON.stringify(key)} is cut to ${limits.valueLength}`);
      else if (text !== value) reasons.push(`the value of ${JSON.stringify(key)} is written as text`);
    }
    if (entries.length > limits.pairs)
      reasons.push(`${entries.length - limits.pairs} pairs beyond ${limits.pairs} are left out`);
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
