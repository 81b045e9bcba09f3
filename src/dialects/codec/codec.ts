import type { ErrorCodec } from "./error-codec.ts";
import type { Issuer } from "./issuer.ts";
import type { Observer } from "./observation.ts";
import type { ReplyCodec } from "./reply-codec.ts";
import type { RequestCodec } from "./request-codec.ts";
import type { StreamCodec } from "./stream-codec.ts";

/** Translates between the vendor's bodies and the conversation. */
export interface Codec extends RequestCodec, ReplyCodec, StreamCodec, ErrorCodec, Observer, Issuer {}
