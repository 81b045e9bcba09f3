import type { CloudForm, ListedModel } from "../../dialects/index.ts";
import type { Engine } from "../engine.ts";
import { engineError } from "../failure/transport-failure.ts";
import { fetchWholeAnswer } from "./fetch-whole-answer.ts";

/**
 * Asks a cloud whether it takes the credential. Clouds list no models as the vendor does, so that the list is empty. Rejects with an
 * `AbpError` if the credential is refused or the cloud does not work.
 */
export async function checkCloud(
  engine: Pick<Engine, "name" | "dialect" | "dispatch">,
  { checkPath }: Pick<CloudForm, "checkPath">,
  signal: AbortSignal,
): Promise<readonly ListedModel[]> {
  const headers = ["accept", "application/json", "accept-encoding", "identity"];
  const request = { method: "GET", path: checkPath, headers, repeatable: true, isAuxiliary: true } as const;
  const { status } = await fetchWholeAnswer(engine, request, signal);
  if (status !== 401 && status !== 403 && status < 500) return [];
  const { code } = engine.dialect.readError(status, undefined);
  throw engineError(code, engine.name, `answered with status ${status} when it was checked`);
}
