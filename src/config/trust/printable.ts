/** Writes a stranger's text with printable ASCII characters only, so that it cannot control a terminal or mislead a reader. */
export function printable(text: string): string {
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
