const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The path as UTF-8 text, or `base64:` and its bytes if they are not UTF-8. */
export function displayPath(rawPath: string): string {
  const bytes = Buffer.from(rawPath, "latin1");
  try {
    const text = decoder.decode(bytes);
    // A name that looks like our own encoding is encoded too, so that no two names are displayed alike.
    if (!text.startsWith("base64:")) return text;
  } catch {
    // Not UTF-8: the bytes are shown below.
  }
  return `base64:${bytes.toString("base64")}`;
}
