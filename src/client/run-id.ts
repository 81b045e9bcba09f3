import { RUN_ID_HEADER } from "./session-headers.ts";

/** Identifies a run: a run id, a response, or a result of a vendor's SDK. */
export type RunSource = string | object;

/** The runs of a session. */
export interface KnownRuns {
  bySignal(signal: AbortSignal): string | undefined;
  byRequestId(requestId: string): string | undefined;
}

/** Finds the run id of a response, stream or result. */
export function findRunId(source: RunSource, known: KnownRuns): string | undefined {
  if (typeof source === "string") return source;
  const { headers, response, controller, sdkHttpResponse, _request_id, request_id } = source as SourceMembers;
  return (
    headerOf(headers) ??
    headerOf(response?.headers) ??
    headerOf(sdkHttpResponse?.headers) ??
    (controller?.signal instanceof AbortSignal ? known.bySignal(controller.signal) : undefined) ??
    (typeof _request_id === "string" ? known.byRequestId(_request_id) : undefined) ??
    (typeof request_id === "string" ? known.byRequestId(request_id) : undefined)
  );
}

/** The members with which the SDKs' results refer to their response: parsed bodies, streams, and `withResponse()`. */
interface SourceMembers {
  readonly headers?: unknown;
  readonly response?: { readonly headers?: unknown } | null;
  readonly controller?: { readonly signal?: unknown };
  readonly sdkHttpResponse?: { readonly headers?: unknown };
  readonly _request_id?: unknown;
  readonly request_id?: unknown;
}

function headerOf(headers: unknown): string | null | undefined {
  if (headers instanceof Headers) return headers.get(RUN_ID_HEADER);
  if (typeof headers !== "object" || headers === null) return undefined;
  const value = (headers as Readonly<Record<string, unknown>>)[RUN_ID_HEADER];
  return typeof value === "string" ? value : undefined;
}
