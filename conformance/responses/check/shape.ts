/** Any JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** Checks a value and returns what is wrong with it, one sentence for each fault; `at` is its place. */
export type Shape = (value: unknown, at: string) => string[];

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const ofType =
  (name: string, fits: (value: unknown) => boolean): Shape =>
  (value, at) =>
    fits(value) ? [] : [`${at} is ${describe(value)}, expected ${name}`];

export const text = ofType("a text", (value) => typeof value === "string");
export const flag = ofType("true or false", (value) => typeof value === "boolean");
export const number = ofType("a number", (value) => typeof value === "number");
export const integer = ofType("an integer", Number.isInteger);
export const anything: Shape = () => [];

/** A text of a list, or the one text. */
export const oneOf = (...words: readonly string[]): Shape =>
  ofType(words.join(" or "), (value) => typeof value === "string" && words.includes(value));

/** A text that begins with a prefix and goes on. */
export const prefixed = (prefix: string): Shape =>
  ofType(
    `a text that begins with ${prefix}`,
    (value) => typeof value === "string" && value.startsWith(prefix) && value.length > prefix.length,
  );

export const nullable =
  (shape: Shape): Shape =>
  (value, at) =>
    value === null ? [] : shape(value, at);

export const list =
  (shape: Shape): Shape =>
  (value, at) =>
    Array.isArray(value)
      ? value.flatMap((item: unknown, index) => shape(item, `${at}[${index}]`))
      : [`${at} is ${describe(value)}, expected a list`];

/** An object with all of `required`; those of `optional` are checked if they are present. Others are free. */
export const object =
  (required: Readonly<Record<string, Shape>>, optional: Readonly<Record<string, Shape>> = {}): Shape =>
  (value, at) => {
    if (!isObject(value)) return [`${at} is ${describe(value)}, expected an object`];
    const faults: string[] = [];
    for (const [name, shape] of Object.entries(required)) {
      if (value[name] === undefined) faults.push(`${at}.${name} is missing`);
      else faults.push(...shape(value[name], `${at}.${name}`));
    }
    for (const [name, shape] of Object.entries(optional))
      if (value[name] !== undefined) faults.push(...shape(value[name], `${at}.${name}`));
    return faults;
  };

/** An object whose `type` decides its shape. A type that is not listed is free. */
export const byType =
  (shapes: Readonly<Record<string, Shape>>): Shape =>
  (value, at) => {
    if (!isObject(value) || typeof value["type"] !== "string") return [`${at}.type is missing`];
    const { type } = value;
    return Object.hasOwn(shapes, type) ? shapes[type]!(value, at) : [];
  };

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : JSON.stringify(value);
}
