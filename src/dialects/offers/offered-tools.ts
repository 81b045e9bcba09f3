import type { Conversation, Tool, ToolChoice } from "../../contract/index.ts";
import type { Reading, RequestCodec } from "../codec/request-codec.ts";
import { isMembers, type Members } from "../members/members.ts";
import { Origins } from "../origins.ts";
import { typedForm } from "../typed-tools/typed-form.ts";
import { isMcpEntry, listMcpTools } from "./mcp-offer.ts";
import { type OfferedTool, qualifiedName, type ToolMembers, textOf } from "./offered-tool.ts";
import type { ToolOffers } from "./tool-offers.ts";
import { relativesOf, spellingsOfMember, spellingsOfType } from "./tool-spelling.ts";

export interface RequestOffers {
  readonly tools: readonly OfferedTool[];
  /** The member that may bring tools which cannot be seen here; undefined if there is none. */
  readonly hidden: string | undefined;
}

/**
 * Lists every tool that a request offers to the model or makes it call: functions, freeform tools, tools that the vendor
 * runs, MCP servers, and the names in its tool choice. Calls in the history are not among them. Throws what the dialect's
 * reader throws if the request cannot be read.
 */
export function listOfferedTools(
  dialect: Pick<RequestCodec, "readRequest"> & Pick<ToolOffers, "toolMembers">,
  body: Members,
  facts: Omit<Reading, "origins">,
): RequestOffers {
  const origins = new Origins();
  const conversation = dialect.readRequest(body, { origins, ...facts });
  const { toolMembers } = dialect;
  const { servers: definitions } = toolMembers;
  const isDefinition = (tool: Tool) =>
    definitions !== undefined && tool.kind === "server" && isMembers(tool.value) && definitions in tool.value;
  const listed = conversation.tools.filter((tool) => !isDefinition(tool));
  const definitionOf = (name: unknown) => findServer(body, toolMembers, name);
  const tools = listed.flatMap((tool) =>
    nameTool(tool, origins.of(tool) ?? "$.tools", toolMembers, definitionOf),
  );
  const servers = listServers(body, toolMembers, conversation);
  const chosen = namesInChoice(conversation.toolChoice);
  const where = conversation.toolChoice === undefined ? undefined : origins.of(conversation.toolChoice);
  const known = new Set([...listed, ...tools].map(({ name }) => name));
  const forced = chosen
    .filter((name) => !known.has(name))
    .map((name) => ({ name, where: where ?? "$.tool_choice", runsElsewhere: false }));
  return { tools: [...tools, ...servers, ...forced], hidden: findHidden(body, toolMembers) };
}

function nameTool(
  tool: Tool,
  where: string,
  members: ToolMembers,
  definitionOf: DefinitionOf,
): OfferedTool[] {
  if (tool.kind === "server")
    return nameServerTool(tool.name, isMembers(tool.value) ? tool.value : {}, where, members, definitionOf);
  const name = qualifiedName(tool.namespace, tool.name);
  const type = tool.kind === "function" ? typedForm(tool)?.members["type"] : undefined;
  if (typeof type === "string") {
    const spellings = spellingsOfType(type);
    const others = [tool.name, ...spellings, ...relativesOf(spellings)].filter((one) => one !== name);
    return [{ name, spellings, aliases: [...new Set(others)], where, runsElsewhere: false }];
  }
  return [
    {
      name,
      ...(name === tool.name ? {} : { aliases: [tool.name] }),
      where,
      runsElsewhere: false,
    },
  ];
}

/** Finds the member that says where an MCP server is, by the server's name. */
type DefinitionOf = (name: unknown) => Members | undefined;

/** Names a tool that the dialect's reader keeps as it stands, or that stands where no reader looks. */
export function nameServerTool(
  name: string,
  value: Members,
  where: string,
  members: ToolMembers,
  definitionOf: DefinitionOf = () => undefined,
): OfferedTool[] {
  if (isMcpEntry(value)) return listMcpTools(value, where, definitionOf(value["mcp_server_name"]) ?? value);
  const lists = [value["mcpServers"], value["mcp_servers"]].filter(Array.isArray);
  if (lists.length > 0)
    return lists.flat().flatMap((server) => listMcpTools(isMembers(server) ? server : {}, where));
  // Functions that stand beside another list of functions, in the other spelling of its name.
  const functions = value[name];
  if (Array.isArray(functions)) {
    return functions.map((item, index) => {
      const own = (isMembers(item) ? textOf(item, "name") : undefined) ?? "";
      return { name: own, where: `${where}[${index}]`, runsElsewhere: false };
    });
  }
  const type = textOf(value, "type");
  const ofType = type === undefined ? [] : spellingsOfType(type);
  const [stem] = ofType;
  // The vendor decides by the type what a tool does, so a name that does not belong to the type is only another name.
  const isNamed = textOf(value, "name") === undefined || stem === undefined;
  const isOfType =
    stem !== undefined && (ofType.includes(name) || members.namesOfType?.[stem]?.includes(name) === true);
  // Google's tools are named by a member, which has two spellings.
  const ofMember = name in value ? spellingsOfMember(name) : [];
  const own = ofType.includes(name) || !(isNamed || isOfType) ? stem! : (ofMember[0] ?? name);
  const spellings = ofMember.length > 0 ? ofMember : own === stem || isOfType ? ofType : [];
  const known = [name, ...ofType, ...spellings];
  const others = [...known, ...relativesOf([own, ...known])].filter((one) => one !== own);
  const tool = {
    name: own,
    ...(spellings.length === 0 ? {} : { spellings }),
    aliases: [...new Set(others)],
    where,
    runsElsewhere: true,
  };
  const inner = namesInside(value).filter((one) => one !== own);
  return [tool, ...inner.map((one) => ({ name: one, where, runsElsewhere: false }))];
}

function findServer(body: Members, { servers }: ToolMembers, name: unknown): Members | undefined {
  const list = servers === undefined || name === undefined ? undefined : body[servers];
  return Array.isArray(list) ? list.find((one) => isMembers(one) && one["name"] === name) : undefined;
}

// A tool in a form that this dialect does not know may still be one that the engine knows, and name itself further
// inside. Each such name is judged too.
function namesInside(value: Members): string[] {
  const names = Object.values(value).flatMap((member) => {
    const parts = Array.isArray(member) ? member : [member];
    return parts.filter(isMembers).flatMap((part) => [textOf(part, "name"), ...namesInside(part)]);
  });
  return [...new Set(names)].filter((name) => name !== undefined);
}

function listServers(body: Members, { servers }: ToolMembers, { tools }: Conversation): OfferedTool[] {
  const list = servers === undefined ? undefined : body[servers];
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry, index) => {
    const server = isMembers(entry) ? entry : {};
    // A toolset among the tools says which tools of the server are offered.
    const isListed = tools.some(
      (tool) =>
        tool.kind === "server" && isMembers(tool.value) && tool.value["mcp_server_name"] === server["name"],
    );
    return isListed ? [] : listMcpTools(server, `$.${servers}[${index}]`);
  });
}

function namesInChoice(choice: ToolChoice | undefined): string[] {
  if (choice === undefined) return [];
  const own = Object.values(choice.vendor ?? {}).map((members) => members["name"]);
  const names = [choice.name, ...(choice.allowed ?? []), ...own];
  return names.filter((name) => typeof name === "string");
}

// A server that ignores case or underscores in names would read a member that our reader does not.
function findHidden(body: Members, { known, hidden }: ToolMembers): string | undefined {
  const spellings = new Set([...known, ...hidden].map(plainName));
  return Object.keys(body).find(
    (name) =>
      spellings.has(plainName(name)) &&
      !known.includes(name) &&
      body[name] !== null &&
      body[name] !== undefined,
  );
}

function plainName(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}
