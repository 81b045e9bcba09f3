/** The query of a path. */
export function queryOf(path: string): URLSearchParams {
  const question = path.indexOf("?");
  return new URLSearchParams(question === -1 ? "" : path.slice(question + 1));
}
