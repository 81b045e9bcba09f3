import { readFileSync } from "node:fs";
import { AbpError, type PolicyProfile, readDocument, readSettings } from "../../contract/index.ts";
import type { ProfileSource } from "../../policy/index.ts";

/**
 * The profiles that apply to every call: `[policy]` and the files of `policy_profiles`. The files are read once, when the
 * gateway opens. Throws if one cannot be read, because its rules would otherwise be missing without notice.
 */
export function readFloors(policy: PolicyProfile, files: readonly string[]): ProfileSource[] {
  const readers = files.map(
    (file, index) => [`policy_profiles[${index}].`, () => readProfile(file)] as const,
  );
  const profiles = Object.entries(readSettings(Object.fromEntries(readers)));
  return [
    { prefix: "policy.", profile: policy },
    ...profiles.map(([prefix, profile]) => ({ prefix, profile })),
  ];
}

function readProfile(file: string): PolicyProfile {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new AbpError("input_unreadable", `the policy profile ${file} cannot be read`, {
      where: "policy_profiles",
      cause: error,
    });
  }
  return readDocument("policy_profile", text, file);
}
