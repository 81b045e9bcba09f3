/** A Gemini model's version and size. */
export interface Family {
  /** 2.5 is 205: versions compare as numbers. */
  readonly version: number;
  readonly size: "pro" | "flash" | "flash-lite" | "other";
}

const NAME = /gemini-(\d)(?:\.(\d))?-([a-z]+(?:-lite)?)/;

/** Returns undefined for an unknown name. Names such as `gemini-flash-latest` stand for the newest rules. */
export function familyOf(model: string): Family | undefined {
  const match = NAME.exec(model);
  if (match !== null)
    return { version: Number(match[1]) * 100 + Number(match[2] ?? 0), size: sizeOf(match[3]!) };
  const latest = /gemini-(pro|flash-lite|flash)-latest/.exec(model);
  return latest === null ? undefined : { version: 300, size: sizeOf(latest[1]!) };
}

function sizeOf(name: string): Family["size"] {
  return name === "pro" || name === "flash" || name === "flash-lite" ? name : "other";
}

/** Signatures of calls, and built-in tools beside functions. */
export const isThirdGeneration = (model: string) => (familyOf(model)?.version ?? 0) >= 300;

/** Models before version 3. Unknown names are not. */
export const isSecondGeneration = (model: string) => (familyOf(model)?.version ?? 300) < 300;

/** The last turn must be the user's, and sampling is ignored: 3.5 Flash-Lite, 3.6 Flash and later. */
export function endsWithUser(model: string): boolean {
  const family = familyOf(model);
  if (family === undefined) return false;
  return family.version >= 306 || (family.version === 305 && family.size === "flash-lite");
}

/** Returns the budgets that a model of version 2.5 takes. */
export function budgetsOf(model: string): { least: number; most: number; zero: boolean } | undefined {
  const family = familyOf(model);
  if (family?.version !== 205) return undefined;
  if (family.size === "pro") return { least: 128, most: 32_768, zero: false };
  if (family.size === "flash") return { least: 1, most: 24_576, zero: true };
  return family.size === "flash-lite" ? { least: 512, most: 24_576, zero: true } : undefined;
}

/** Returns the levels of thinking that a model lacks. 3.6 Flash's minimal is uncertain. */
export function missingLevels(model: string): readonly string[] {
  const family = familyOf(model);
  if (family === undefined) return [];
  if (model.includes("image")) return family.version >= 300 ? ["LOW", "MEDIUM"] : [];
  if (family.version >= 307) return ["MINIMAL"];
  return family.version === 301 && family.size === "pro" ? ["MINIMAL"] : [];
}

/** Thinking cannot be switched off. */
export const alwaysThinks = (model: string) => {
  const family = familyOf(model);
  return family?.size === "pro" && family.version >= 205;
};
