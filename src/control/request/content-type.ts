import { AbpError } from "../../contract/index.ts";

const JSON_TYPE = "application/json";

/** Throws `media_type_unsupported` unless a body has the type of the route, and no content encoding. */
export function requireContentType(headers: Headers, expected = JSON_TYPE): void {
  const encoding = headers.get("content-encoding");
  if (encoding !== null && encoding.trim().toLowerCase() !== "identity") {
    throw new AbpError("media_type_unsupported", "The body has a content encoding.", {
      where: "content-encoding",
    });
  }
  const [essence = ""] = (headers.get("content-type") ?? "").split(";", 1);
  if (essence.trim().toLowerCase() === expected) return;
  throw new AbpError("media_type_unsupported", `The body's content type is not ${expected}.`, {
    where: "content-type",
    advice: `Send \`content-type: ${expected}\` and no content encoding.`,
    details: { expected },
  });
}
