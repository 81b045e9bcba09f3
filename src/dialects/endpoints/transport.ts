/** The path and headers of a call, as far as they are known. */
export interface RequestHint {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** How calls of a dialect travel, beyond their bodies. */
export interface Transport {
  /** The request header with the credential, and the prefix before the credential. */
  readonly credential: { readonly header: string; readonly prefix: string };
  /** The beginning of the WebSocket subprotocol in which browsers send the key, which cannot set headers. */
  readonly keyProtocol?: string;
  /** Headers that every request has, names and values in turn. */
  readonly headers: readonly string[];
  /** Names of request headers with a meaning of their own, such as `anthropic-beta`: lost on the way to another dialect. */
  readonly ownHeaders: readonly string[];
  /** The beginnings of paths that do not stand below the version of the API, such as `/upload/`; each ends with a slash. */
  readonly besideVersion?: readonly string[];
  /** The response header with the vendor's id of the request, which its SDKs show. */
  readonly requestId: string;
  /** The bytes that keep a silent stream alive; legal between any two events once the stream has begun. */
  readonly heartbeat: string;
}
