import { z } from "zod";
import { key } from "./key-facts.ts";

const Text = z.string().min(1, "must not be empty");
const Host = z
  .string()
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::[0-9]{1,5})?$/, {
    message: "must be the name of a host in lower case, such as `git.example.com`",
  });
const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of a variable");

const DAY_SECONDS = 86_400;

/** A command that checks the result of a run, under a name of the operator's. */
export const CheckConfig = z
  .object({
    command: key(Text, {
      description: "The shell command, which runs in the workspace when the agent has ended.",
      usersOwn: true,
    }),
    timeout_secs: key(z.int().min(1).max(DAY_SECONDS).default(600), {
      description: "How many seconds it may take.",
      usersOwn: true,
    }),
  })
  .describe("A command that checks the result of a run.");

/** A program that a submitted work order may start as an MCP server. */
export const RunServerConfig = z
  .object({
    command: key(Text, { description: "The program of the server.", usersOwn: true }),
    args: key(z.array(z.string()).default([]), { description: "Its arguments.", usersOwn: true }),
    env: key(z.array(z.string().regex(/^[^=\0]+=[^\0]*$/, "must be NAME=value")).default([]), {
      description: "Its environment variables, each as `NAME=value`.",
      usersOwn: true,
    }),
  })
  .describe("An MCP server that submitted work orders may use.");

/** The keys of work orders that are submitted to the daemon. */
export const submittedKeys = {
  max_running: key(z.int().min(1).max(1000).default(4), {
    description: "The most submitted runs that the daemon executes at the same time.",
    usersOwn: true,
  }),
  max_running_per_backend: key(z.int().min(1).max(1000).default(4), {
    description: "The most submitted runs of one backend at the same time.",
    usersOwn: true,
  }),
  max_queued_per_tenant: key(z.int().min(0).max(1_000_000).default(1000), {
    description: "The most submitted runs of one tenant that may wait; further ones are refused.",
    usersOwn: true,
  }),
  allowed_roots: key(z.array(Text).default([]), {
    description:
      "The directories in which submitted runs may work, with everything below them. Without one, only the admin key of this machine may name a directory.",
    path: true,
    usersOwn: true,
  }),
  git_hosts: key(z.array(Host).default([]), {
    description: "The hosts from which submitted runs may fetch a commit, over https alone.",
    usersOwn: true,
  }),
  mcp_hosts: key(z.array(Host).default([]), {
    description: "The hosts of MCP servers that a submitted work order may name by an https address.",
    usersOwn: true,
  }),
  env_names: key(z.array(VariableName).default([]), {
    description: "The names of environment variables that a submitted work order may set for its agent.",
    usersOwn: true,
  }),
  max_source_mb: key(z.int().min(1).default(512), {
    description: "The most MiB of an uploaded archive and of its files, and of a commit that is fetched.",
    usersOwn: true,
  }),
  max_source_entries: key(z.int().min(1).default(100_000), {
    description: "The most files and directories of an uploaded archive.",
    usersOwn: true,
  }),
  fetch_timeout_secs: key(z.int().min(1).max(DAY_SECONDS).default(300), {
    description: "How many seconds the fetching of a commit may take.",
    usersOwn: true,
  }),
};
