/** The header that names the request in every answer. */
const REQUEST_ID = "x-abp-request-id";

/** The headers of all answers. Nothing of them is for caches or for a browser to guess. */
export function answerHeaders(id: string, contentType?: string): Headers {
  const headers = new Headers({
    [REQUEST_ID]: id,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  if (contentType !== undefined) headers.set("content-type", contentType);
  return headers;
}

/** A response of a handler with the headers of all answers, as far as it has no others. */
export function withAnswerHeaders(response: Response, id: string): Response {
  const headers = answerHeaders(id);
  for (const [name, value] of response.headers) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}
