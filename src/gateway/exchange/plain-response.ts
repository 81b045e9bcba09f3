/** A complete answer that needs no engine. */
export interface PlainResponse<Body extends string | Uint8Array = string> {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Body;
}
