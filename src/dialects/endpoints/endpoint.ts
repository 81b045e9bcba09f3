import type { AccountIds } from "./account-ids.ts";

/** The purpose of an endpoint. */
export type Operation =
  | "generate"
  | "count_tokens"
  | "list_models"
  | "get_model"
  | "get_response"
  | "delete_response"
  | "cancel_response"
  | "list_response_input"
  | "create_conversation"
  | "get_conversation"
  | "update_conversation"
  | "delete_conversation"
  | "create_items"
  | "list_items"
  | "get_item"
  | "delete_item"
  | "search"
  /** Turns texts into vectors. */
  | "embed"
  /** Passed through as it is, to an engine of the same dialect. */
  | "pass";

/** Methods that vendors use. */
export type EndpointMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call an endpoint that passes through, if several keys share one credential of the vendor.
 * - `inference`: the vendor keeps nothing of the call. Every key may call it.
 * - `resource`: it makes, reads or changes something that the vendor keeps. The key's `endpoints` must name its group, and
 *   the ids must be the key's own.
 * - `account`: it lists what the whole account has, or concerns the organisation. It needs the caller's own credential, or
 *   a gateway with a single key.
 */
export type EndpointAccess = "inference" | "resource" | "account";

/** The content of a file that a request uploads, whose lines may be the requests of a batch. */
export interface FileContent {
  /** Where the lines name ids. */
  readonly ids: AccountIds;
  /** The headers of a request that brings a whole file in its body, by name. A form always does. */
  readonly wholeWith?: Readonly<Record<string, RegExp>>;
}

/** What an endpoint that passes through does. */
export interface PassedEndpoint {
  /** The name in the list `endpoints` of a key, such as `files`. */
  readonly group: string;
  readonly access: EndpointAccess;
  /**
   * How ids of this kind are written, such as `files/:id` if the path has the rest alone. If it is absent, an id is the
   * parameter `:id` of the path, if it has one. Other parameters stand for parts of that thing.
   */
  readonly id?: string;
  /**
   * Where the ids of what the call made stand in a JSON answer, such as `["id"]`; `*` stands for every element of a list. An
   * address counts as the id at its end.
   */
  readonly makes?: readonly (readonly string[])[];
  /** The header of an answer whose address ends with the id of what the call made. */
  readonly madeInHeader?: string;
  /**
   * The members of a request that name things of the account at this endpoint alone, such as `agent`. Those that the vendor reads
   * everywhere are in the dialect's `accountIds`.
   */
  readonly names?: readonly string[];
  /** The ids among them that are things of an account; the vendor's own, which everybody has, do not match. */
  readonly namePattern?: RegExp;
  /** Set if a request uploads a file that may be the input of a batch. */
  readonly content?: FileContent;
  /** The tool that a call of the endpoint runs, as rules name it. */
  readonly tool?: string;
  /** Whether the call runs models. Endpoints without state always do. */
  readonly runsModels?: boolean;
  /** Where a JSON request names the models that it runs; `["model"]` if it is absent. */
  readonly models?: readonly (readonly string[])[];
  /** The query parameter with the id of an upload that an earlier call began. */
  readonly continues?: string;
  /** The members of an answer with addresses of the vendor that SDKs follow, such as `results_url`. */
  readonly addresses?: readonly string[];
  /** The headers of an answer with such addresses. */
  readonly addressHeaders?: readonly string[];
  /** Whether the endpoint is a WebSocket. */
  readonly isSocket?: boolean;
  /** Where the caller's messages on a WebSocket name models. */
  readonly messageModels?: readonly (readonly string[])[];
  /** Whether the first of these messages has to name the model, which neither the path nor the query does. */
  readonly opensWithModel?: boolean;
}

/** What a cloud has to know of a call beside its path. */
export interface CloudCall {
  /** Undefined if the call names none. */
  readonly model: string | undefined;
  readonly streams: boolean;
}

/** A call as a cloud wants it. */
export interface CloudPlace {
  /** Below the base URL of the cloud's engine, with its query. */
  readonly path: string;
  /** Members that the body must not have; with `unwrapped`, only if the body has that member. */
  readonly removed: readonly string[];
  /** Members that the body gets if it does not have them. */
  readonly added: Readonly<Record<string, string>>;
  /** A member whose value is sent in place of the body, if the body has it. */
  readonly unwrapped?: string;
}

/** How an engine at a cloud takes the requests of a dialect. */
export interface CloudForm {
  /** Places a call of the vendor's own path. Undefined if the cloud does not serve that endpoint. */
  place(path: string, call: CloudCall): CloudPlace | undefined;
  /** A path that only a valid credential may read, and that costs nothing. */
  readonly checkPath: string;
}

/**
 * An endpoint of a vendor as a cloud serves it: under a path of its own, with the model in the parameter `hosted_model` of the
 * path, and with members that the vendor does not know. The call is served as one of the vendor's own endpoint.
 */
export interface HostedForm {
  /** The vendor's own path. */
  readonly path: string;
  /** Members of the body that only the cloud has. */
  readonly members?: readonly string[];
  /** Parameters of the query that only the cloud has. */
  readonly query?: readonly string[];
}

/** One HTTP endpoint of a dialect; `:name` in the path is a parameter, and `*` at its end stands for any rest. */
export interface PlainEndpoint {
  readonly method: EndpointMethod;
  readonly path: string;
  readonly operation: Operation;
  /** Whether the path decides that the answer is a stream. */
  readonly streams?: boolean;
  /** The query that requests server-sent events; without it the stream is one JSON array. */
  readonly eventsQuery?: string;
  /** Set for the operation `pass`. */
  readonly passed?: PassedEndpoint;
  /** Set if a cloud serves the endpoint under another path. */
  readonly hosted?: HostedForm;
}
