/**
 * The headers by which a caller chooses on whose behalf a vendor serves it: an organization, a project, a workspace, or who pays.
 * With the operator's key such a choice would be the operator's, so it goes out only together with the caller's own key.
 */
const ORGANIZATION_HEADERS = new Set<string>([
  "openai-organization",
  "openai-project",
  "anthropic-organization-id",
  "anthropic-workspace-id",
  "x-goog-user-project",
  "x-goog-quota-user",
  "x-goog-iam-authority-selector",
  "x-goog-authenticated-user-email",
  "x-goog-authenticated-user-id",
  "x-ms-client-principal-id",
  "x-ms-client-principal-name",
  "x-github-organization",
  "x-github-enterprise",
  "x-organization-id",
  "x-project-id",
]);

/** The beginnings of WebSocket subprotocols that do the same, for browsers, which cannot set headers. */
const ORGANIZATION_PROTOCOLS = ["openai-organization.", "openai-project."] as const;

/** Parameters of a query, which Google's APIs take with and without `$` before them. */
const PRIVATE_PARAMETERS = new Set(["key", "access_token", "oauth_token", "userproject", "quotauser"]);

/** Whether a header chooses an organization. The name is in lower case. */
export function isOrganizationHeader(name: string): boolean {
  return ORGANIZATION_HEADERS.has(name);
}

/** Whether a subprotocol of a WebSocket chooses an organization. */
export function isOrganizationProtocol(protocol: string): boolean {
  const name = protocol.toLowerCase();
  return ORGANIZATION_PROTOCOLS.some((prefix) => name.startsWith(prefix));
}

/** Whether a parameter of a query holds a credential or chooses who pays. */
export function isPrivateParameter(parameter: string): boolean {
  return PRIVATE_PARAMETERS.has(parameter.replace(/^\$/, "").toLowerCase());
}
