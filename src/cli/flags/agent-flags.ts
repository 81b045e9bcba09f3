import { extname } from "node:path";
import { AbpError, type ContextImage, McpServer, parseWith } from "../../contract/index.ts";
import { readJson } from "../../lib/index.ts";
import { inputName, readInput } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";

type Options = Readonly<Record<string, unknown>>;

/** The members of a work order that only agents use. */
export interface AgentMembers {
  readonly images: readonly ContextImage[];
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly mcpServers?: Readonly<Record<string, McpServer>>;
}

const imageTypes: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
};

/** Reads the files of `--image`, `--output-schema` and `--mcp-config`. */
export async function readAgentFlags(terminal: Terminal, options: Options): Promise<AgentMembers> {
  const paths = (options["image"] as readonly string[] | undefined) ?? [];
  const images = await Promise.all(paths.map((path) => readImage(terminal, path)));
  const schema = await readObject(terminal, options["outputSchema"] as string | undefined, "--output-schema");
  const mcp = await readObject(terminal, options["mcpConfig"] as string | undefined, "--mcp-config");
  return {
    images,
    ...(schema === undefined ? {} : { outputSchema: schema }),
    ...(mcp === undefined ? {} : { mcpServers: readServers(mcp) }),
  };
}

async function readImage(terminal: Terminal, path: string): Promise<ContextImage> {
  const type = imageTypes[extname(path).toLowerCase()];
  if (type === undefined) {
    throw new AbpError("usage_invalid", `${path} is not an image that agents take`, {
      where: "--image",
      advice: `Name a file that ends in ${Object.keys(imageTypes).join(", ")}.`,
    });
  }
  const bytes = Buffer.from(await readInput(terminal, path));
  return { media_type: type, data: bytes.toString("base64"), name: path };
}

async function readObject(
  terminal: Terminal,
  path: string | undefined,
  flag: string,
): Promise<Record<string, unknown> | undefined> {
  if (path === undefined) return undefined;
  const value = readJson(await readInput(terminal, path));
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new AbpError("usage_invalid", `${inputName(path)} holds no JSON object`, { where: flag });
}

/** Agents write their servers below `mcpServers`; a plain object of servers is taken too. */
function readServers(document: Readonly<Record<string, unknown>>): Record<string, McpServer> {
  const servers = (document["mcpServers"] ?? document) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => [
      name,
      parseWith(McpServer, server, `--mcp-config: ${name}`),
    ]),
  );
}
