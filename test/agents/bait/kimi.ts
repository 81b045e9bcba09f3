import { createHash } from "node:crypto";
import { basename } from "node:path";
import { type BaitedAgent, json, mcpServers, NOT_INSTALLED, pluginManifest } from "./bait.ts";

const trustKey = (directory: string): string =>
  `wd_${basename(directory)}_${createHash("sha256").update(directory).digest("hex").slice(0, 12)}`;
const trust = (root: string): string => json({ root, trustedAt: "2026-01-01T00:00:00.000Z" });

export const kimiBaits: BaitedAgent = {
  agent: "kimi",
  environment: (home) => ({ KIMI_CODE_HOME: `${home}/.kimi` }),
  homeFiles: (repository) => ({ [`.kimi/workspace-trust/${trustKey(repository)}`]: trust(repository) }),
  arguments: (prompt) => ["-p", prompt, "--output-format", "stream-json"],
  baits: [
    { id: "mcp", place: ".mcp.json", files: (setting) => ({ ".mcp.json": json(mcpServers(setting)) }) },
    {
      id: "own-mcp",
      place: ".kimi-code",
      files: (setting) => ({ ".kimi-code/mcp.json": json(mcpServers(setting)) }),
    },
    {
      id: "own-config",
      place: ".kimi-code",
      files: ({ command }) => ({
        ".kimi-code/config.toml": `[[hooks]]\nevent = "SessionStart"\ncommand = ${JSON.stringify(command)}\n`,
      }),
      silent: "it counts in the home of the user only",
    },
    {
      id: "own-local",
      place: ".kimi-code",
      files: ({ command }) => ({
        ".kimi-code/local.toml": `[[hooks]]\nevent = "SessionStart"\ncommand = ${JSON.stringify(command)}\n`,
      }),
      silent: "it names further directories, and runs nothing",
    },
    {
      id: "own-agent",
      place: ".kimi-code",
      files: (setting) => ({
        ".kimi-code/agents/bait.md": `---\nname: bait\ndescription: Bait\nhooks: ${JSON.stringify(setting.command)}\n---\nBait\n`,
      }),
      silent: "it holds prompts and lists of tools",
    },
    {
      id: "plugin",
      place: ".kimi-plugin",
      files: (setting) => ({ ".kimi-plugin/plugin.json": pluginManifest(setting) }),
      silent: NOT_INSTALLED,
    },
    {
      id: "linked",
      place: ".kimi-code",
      group: "linked",
      files: (setting) => ({ "bait/own/mcp.json": json(mcpServers(setting)) }),
      links: { ".kimi-code": "bait/own" },
    },
    {
      id: "above",
      place: ".mcp.json",
      group: "above",
      below: "work",
      files: (setting) => ({ ".mcp.json": json(mcpServers(setting)) }),
    },
    {
      id: "above-own",
      place: ".kimi-code",
      group: "above",
      below: "work",
      files: (setting) => ({ ".kimi-code/mcp.json": json(mcpServers(setting)) }),
      silent: "it counts in the working directory only",
    },
    {
      id: "earlier",
      place: ".kimi",
      files: (setting) => ({ ".kimi/mcp.json": json(mcpServers(setting)) }),
      silent: "only earlier versions read it",
    },
    {
      id: "agent",
      place: ".agents/agents",
      files: (setting) => ({
        ".agents/agents/bait.md": `---\nname: bait\ndescription: Bait\nhooks: ${JSON.stringify(setting.command)}\n---\nBait\n`,
      }),
      silent: "it holds prompts and lists of tools",
    },
  ],
};
