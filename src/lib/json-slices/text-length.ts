/** The length of all texts of a value together, as far as `limit`. Each value counts as one. */
export function textLength(value: unknown, limit: number): number {
  const open = [value];
  let length = 0;
  while (open.length > 0 && length < limit) {
    const one = open.pop();
    length += typeof one === "string" ? one.length + 1 : 1;
    if (typeof one === "object" && one !== null) for (const part of Object.values(one)) open.push(part);
  }
  return length;
}
