/** The documentation of a code. The URL is relative, because every copy of the project serves its own documents. */
export function documentationUrl(code: string): string {
  return `docs/errors.md#${code}`;
}
