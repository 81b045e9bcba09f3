/** The path of a model's action, below the address of a project's location. */
export function vertexModel(publisher: string, model: string, action: string): string {
  // Versions stand behind an at sign, which a path may hold.
  const named = encodeURIComponent(model).replaceAll("%40", "@");
  return `/publishers/${publisher}/models/${named}:${action}`;
}

/** Lists what is deployed at the location. */
export const VERTEX_CHECK = "/endpoints?pageSize=1";
