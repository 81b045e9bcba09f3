export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value as an object, or an empty one. */
export function members(value: unknown): Members {
  return isMembers(value) ? value : {};
}

/** Returns the value as a list, or an empty one. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the objects of a list. */
export function objects(value: unknown): readonly Members[] {
  return list(value).map(members);
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Returns whether a member is set to something other than null. */
export function has(object: Members, name: string): boolean {
  return object[name] !== undefined && object[name] !== null;
}

export function isBlank(value: unknown): boolean {
  return typeof value === "string" && value.trim() === "";
}

const STANDARD = /^[A-Za-z0-9+/]*={0,2}$/;
const EITHER = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Returns whether a text is base64 in the standard alphabet, padded and not empty. */
export function isStandardBase64(value: string): boolean {
  return value !== "" && value.length % 4 === 0 && STANDARD.test(value);
}

/** Returns whether a text is base64 in the standard or the URL alphabet, padded or not. */
export function isAnyBase64(value: string): boolean {
  return EITHER.test(value) && value.replace(/=+$/, "").length % 4 !== 1;
}
