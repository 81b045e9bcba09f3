import type { Conversation } from "../../contract/index.ts";
import type { HeaderList } from "../../lib/index.ts";
import type { Members } from "../members/members.ts";
import type { AccountIds } from "./account-ids.ts";
import type { CloudForm } from "./endpoint.ts";
import type { RequestHint, Transport } from "./transport.ts";

/** How calls are recognised, and how they reach the vendor. */
export interface VendorApi {
  readonly transport: Transport;
  /** How likely it is that a body is written in this dialect, from 0 to 1. */
  detect(body: Members, hint: RequestHint): number;
  /** Where requests name things that the vendor keeps for an account, at every endpoint. */
  readonly accountIds: AccountIds;
  /** Headers that the vendor wants for what stands in the conversation, whichever of its APIs serves it. */
  turnHeaders?(conversation: Conversation): HeaderList;
  /** The beginning of paths that the vendor's other APIs do not have, such as `/v1`; set if its models are served by several. */
  readonly otherApis?: { readonly withoutPrefix: string };
  /** How Google's Vertex AI takes the requests, if it serves the dialect. */
  readonly vertex?: CloudForm;
}
