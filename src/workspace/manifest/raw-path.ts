/** The path of an entry below a directory, as bytes, so that every name is reached. */
export function pathBelow(root: string, rawPath: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(rawPath, "latin1")]);
}
