import { z } from "zod";
import { compileGlob, GlobError } from "../../lib/index.ts";
import { key } from "./key-facts.ts";

const List = z.array(z.string());
const empty = () => List.default([]);
export const NameGlob = z.string().refine(isGlob, "must be a glob");
const globs = () => z.array(NameGlob).default([]);

const tools = {
  allowed_tools: key(globs(), {
    description: "Globs of the tools that may be used. An empty list allows every tool that is not denied.",
    narrows: "globs",
  }),
  disallowed_tools: key(globs(), { description: "Globs of the tools that may not be used.", unites: true }),
};

const paths = {
  deny_read: key(empty(), { description: "Globs of the files that may not be read.", unites: true }),
  deny_write: key(empty(), { description: "Globs of the files that may not be written.", unites: true }),
  allow_network: key(empty(), {
    description: "Hosts that may be reached. An empty list allows every host that is not denied.",
    narrows: "hosts",
  }),
  deny_network: key(empty(), { description: "Hosts that may not be reached.", unites: true }),
};

const calls = {
  require_approval_for: key(globs(), {
    description: "Globs of the tools that need an approval for each use.",
    unites: true,
  }),
  allowed_models: key(globs(), {
    description:
      "Globs of the models that calls may request, by the caller's name and by the engine's. An empty list allows every model that is not denied.",
    narrows: "globs",
  }),
  disallowed_models: key(globs(), {
    description: "Globs of the models that calls may not request.",
    unites: true,
  }),
  allowed_engines: key(globs(), {
    description:
      "Globs of the engines that calls may go to, fallbacks included. An empty list allows every engine that is not denied.",
    narrows: "globs",
  }),
  disallowed_engines: key(globs(), {
    description: "Globs of the engines that calls may not go to.",
    unites: true,
  }),
};

/** The section `[policy]`: the lists of a policy profile, in its order. */
export const PolicySection = z
  .object({ ...tools, ...paths, ...calls })
  .prefault({})
  .describe(
    "The policy of every run and of every model call. A work order, a key or a route can restrict it further and never extend it.",
  );

/** The policy of a key or a route: the lists that concern model calls. */
export const CallPolicyConfig = z
  .object({ ...tools, ...calls })
  .describe("A policy for model calls. It restricts `[policy]` further and never extends it.")
  .meta({ id: "CallPolicyConfig" });

// Checked here, so that a reload with a faulty pattern is refused before any serving thread gets it.
/** Whether a pattern compiles. */
export function isGlob(pattern: string): boolean {
  try {
    compileGlob(pattern);
    return true;
  } catch (error) {
    if (error instanceof GlobError) return false;
    throw error;
  }
}
