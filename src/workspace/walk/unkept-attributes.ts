/** How many entries of the source have attributes that neither a copy nor a patch has. */
export interface UnkeptAttributes {
  /** Entries of another user or group than that of this process. */
  readonly owners: number;
  /** Entries with setuid, setgid or sticky bits. */
  readonly specialBits: number;
}
