import type { AnswerOf, ControlClient } from "../../client/index.ts";
import { AbpError } from "../../contract/index.ts";

/** The run as it was submitted; undefined for one that `abp run` made, and for one that does not exist. */
export async function findRun(
  client: ControlClient,
  runId: string,
): Promise<AnswerOf<"get_run"> | undefined> {
  try {
    return await client.getRun({ run_id: runId });
  } catch (error) {
    if (AbpError.is(error) && error.code === "submission_not_found") return undefined;
    throw error;
  }
}
