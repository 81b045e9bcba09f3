import type { Endpoint } from "../dialect.ts";

/** The endpoints that Azure serves below a deployment, which stands in the place of the model. */
const DEPLOYED: ReadonlySet<string> = new Set([
  "/v1/chat/completions",
  "/v1/completions",
  "/v1/embeddings",
  "/v1/images/generations",
  "/v1/images/edits",
  "/v1/audio/transcriptions",
  "/v1/audio/translations",
  "/v1/audio/speech",
]);

/** The same endpoints under the paths of Azure, such as `/openai/deployments/{deployment}/chat/completions`. */
export function deploymentEndpoints(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  return endpoints
    .filter(({ method, path }) => method === "POST" && DEPLOYED.has(path))
    .map((endpoint) => ({
      ...endpoint,
      path: endpoint.path.replace("/v1/", "/deployments/:hosted_model/"),
      hosted: { path: endpoint.path, query: ["api-version"] },
    }));
}
