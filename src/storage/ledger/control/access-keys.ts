import type { Once } from "./once.ts";

/** A key that was made at run time. Its token is nowhere, only the SHA-256 of it. */
export interface StoredAccessKey {
  /** Unique among all keys, those of the configuration included; it never stands for another key later. */
  readonly name: string;
  readonly tokenSha256: string;
  /** The settings of the key as JSON, in the form of an entry of `[keys]` without its token. */
  readonly settings: string;
  readonly createdAt: Date;
  readonly revokedAt?: Date | undefined;
}

/** The keys that were made at run time. Each operation is durable when its promise resolves. */
export interface AccessKeyStore {
  /** Adds a key; rejects with `id_repeated` if the name was ever used. */
  create(key: Omit<StoredAccessKey, "revokedAt">, once?: Once): Promise<void>;
  /** Replaces the settings of a key that is not revoked; resolves to whether there is one. */
  set(name: string, settings: string, once?: Once): Promise<boolean>;
  /** Resolves to whether the key was there and not revoked before. */
  revoke(name: string, at: Date, once?: Once): Promise<boolean>;
  /** All keys by name, the revoked ones too. */
  list(): Promise<readonly StoredAccessKey[]>;
}
