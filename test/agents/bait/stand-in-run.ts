import { mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { SdkPlace } from "../../stand-in/sdk-place.ts";
import type { StandInProgram } from "../../stand-in/stand-in-programs.ts";
import { scriptedPrompt } from "../agent-cases.ts";
import { agentTools } from "../hosts/agent-tools.ts";
import { makeRepository } from "../hosts/repository.ts";
import { firedId } from "./bait.ts";
import { engineFor } from "./bare-run.ts";
import { layBaits, type Round } from "./rounds.ts";

/** What a stand-in on an agent did with the baits. */
export interface StandInBaitEnd {
  readonly fired: readonly string[];
  readonly outcome: "complete" | "failed";
  /** The code of the error that the stand-in told. */
  readonly error: string | undefined;
}

/** Runs an agent by a stand-in in a repository with baits. */
export async function runByStandIn(
  agent: string,
  { prompt, below, baits }: Round,
  standIn: StandInProgram,
): Promise<StandInBaitEnd> {
  const place = new SdkPlace();
  try {
    const markers = join(dirname(place.work), "markers");
    mkdirSync(markers);
    const repository = join(place.work, "repository");
    makeRepository(repository);
    layBaits(repository, baits, markers);
    const tools = agentTools.find((one) => one.agent === agent)!;
    const directory = join(repository, below);
    const steps = [...tools.edit(join(directory, "notes.txt"), "two", "2"), tools.command("ls")];
    const { out, error } = await standIn.run({
      prompt: prompt ?? scriptedPrompt(steps, "Done."),
      directory,
      environment: place.environment(agent, engineFor(tools.dialect), tools.model ?? ""),
      isReadOnly: false,
    });
    const names = [markers, repository, directory].flatMap((path) => readdirSync(path));
    const isComplete = /"(end_turn|turn\.completed|success)"/.test(out);
    return {
      fired: [...new Set(names.flatMap((name) => firedId(name) ?? []))].sort(),
      outcome: isComplete ? "complete" : "failed",
      error: isComplete ? undefined : (/repository_settings_exposed/.exec(out)?.[0] ?? `${out}${error}`),
    };
  } finally {
    place.close();
  }
}
