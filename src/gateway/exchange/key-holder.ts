/** A key as others know it: by its name, and by the digest of its token. */
export interface KeyHolder {
  readonly name: string;
  readonly digest: Uint8Array;
}
