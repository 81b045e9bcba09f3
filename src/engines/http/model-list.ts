import type { Dialect, ListedModel } from "../../dialects/index.ts";
import type { Engine } from "../engine.ts";
import { engineError } from "../failure/transport-failure.ts";
import { fetchWholeAnswer } from "./fetch-whole-answer.ts";

/** Asks an engine for its models. Returns none if the dialect has no list. */
export async function fetchModels(
  engine: Pick<Engine, "name" | "dialect" | "dispatch">,
  signal: AbortSignal,
): Promise<readonly ListedModel[]> {
  const { dialect, name } = engine;
  const path = listPath(dialect);
  if (path === undefined) return [];
  const { status, body } = await fetchWholeAnswer(
    engine,
    {
      method: "GET",
      path,
      headers: ["accept", "application/json", "accept-encoding", "identity"],
      repeatable: true,
      isAuxiliary: true,
    },
    signal,
  );
  const value = parseBody(body);
  if (status >= 200 && status < 300) {
    if (value === undefined)
      throw engineError("backend_unavailable", name, "answered with a list of models that is not JSON");
    return dialect.readModels(value);
  }
  // The vendor's own text may quote the key, so it stays out.
  const { code } = dialect.readError(status, value);
  throw engineError(code, name, `answered with status ${status} when asked for its models`);
}

function listPath(dialect: Dialect): string | undefined {
  return dialect.endpoints.find(({ operation, path }) => operation === "list_models" && !path.includes(":"))
    ?.path;
}

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined; // The caller reports a body that is not JSON.
  }
}
