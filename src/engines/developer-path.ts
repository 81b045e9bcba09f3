/** The models of Vertex AI, with a project and in its express mode. */
const VERTEX_MODELS =
  /^\/v1(?:beta1)?\/(?:projects\/[^/?]+\/locations\/[^/?]+\/)?publishers\/google\/models(?=[/?]|$)/;
const VERTEX_PROJECT = /^\/v1(?:beta1)?\/projects\//;

/**
 * The path of Google's Developer API for one of Vertex AI, as Google's packages ask for it in their Vertex mode. Undefined for the
 * other things of a project, which the Developer API does not have.
 */
export function developerPath(path: string): string | undefined {
  const own = path.replace(VERTEX_MODELS, "/v1beta/models");
  return VERTEX_PROJECT.test(own) ? undefined : own;
}
