import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { AbpError } from "../../src/contract/index.ts";
import { type Dialect, translateReply, translateRequest } from "../../src/dialects/index.ts";
import { generateScene } from "./generate.ts";
import { renderRequest } from "./render-request.ts";
import { dialectNamed, dialects, emulatorsOf } from "./subjects.ts";

const repository = resolve(import.meta.dirname, "../..");
const SCENES = 25;

/** The type that each vendor's SDK gives to a request body. */
const vendorTypes: Readonly<Record<string, string>> = {
  openai: "OpenAI.Chat.ChatCompletionCreateParams",
  codex: "OpenAI.Responses.ResponseCreateParams",
  // The types leave out the sampling parameters, which older models of the same API still take.
  claude: "Anthropic.MessageCreateParams & { temperature?: number; top_p?: number; top_k?: number }",
  gemini:
    "{ contents: Wire<genai.Content[]>; systemInstruction?: Wire<genai.Content>; tools?: Wire<genai.Tool[]>; " +
    "toolConfig?: Wire<genai.ToolConfig>; generationConfig?: Wire<genai.GenerationConfig>; store?: boolean }",
};

const header = `import type OpenAI from "openai";
import type Anthropic from "@anthropic-ai/sdk";
import type * as genai from "@google/genai";
/** Types as JSON has them: the SDK's enumerations are plain words on the wire. */
type Wire<T> = T extends string ? \`\${T}\` : T extends object ? { [K in keyof T]: Wire<T[K]> } : T;
export type Used = [OpenAI, Anthropic, Wire<genai.Content>];
`;

/** Requests of every other dialect, translated to one: as many as can be. */
function translated(target: Dialect): unknown[] {
  const bodies: unknown[] = [];
  for (const source of dialects) {
    if (source === target) continue;
    for (let seed = 1; seed <= SCENES; seed++) {
      const { body, ...path } = renderRequest(source.id, generateScene(seed));
      try {
        const options = { ...path, emulators: emulatorsOf(target), targetModel: "m" };
        bodies.push(asTyped(translateRequest(source, target, body, options).request.body));
      } catch (error) {
        if (!AbpError.is(error)) throw error; // A refusal writes nothing that could be judged.
      }
    }
  }
  return bodies;
}

/**
 * Where the types and the wire differ. Servers of the Chat Completions API that reason have `reasoning_content`, and
 * OpenAI's own types do not. The types of the Responses API demand of a history what only its answers always carry;
 * Codex itself sends histories without it.
 */
function asTyped(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (_, value) => {
    if (typeof value !== "object" || value === null) return value;
    const { reasoning_content: __, ...rest } = value as Record<string, unknown>;
    if (Array.isArray(value)) return value;
    if (rest["type"] === "output_text") return { annotations: [], ...rest };
    if (rest["type"] === "input_image") return { detail: "auto", ...rest };
    if (rest["type"] === "message" && rest["role"] === "assistant")
      return { id: "msg_1", status: "completed", ...rest };
    return rest;
  });
}

/** Values that should have a type. */
interface Typed {
  readonly name: string;
  readonly type: string;
  readonly values: readonly unknown[];
}

/** What the compiler says of each group; all of them are compiled at once, because it reads the types of all SDKs each time. */
function complaints(groups: readonly Typed[]): Readonly<Record<string, string>> {
  const cache = join(repository, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "abp-types-"));
  const files = groups.map((_, index) => join(folder, `check-${index}.ts`));
  for (const [index, { type, values }] of groups.entries()) {
    const lines = values.map((value, at) => `export const b${at}: ${type} = ${JSON.stringify(value)};`);
    writeFileSync(files[index]!, `${header}${lines.join("\n")}\n`);
  }
  const flags = [
    // Several threads would each find the types of the SDKs again.
    "--singleThreaded",
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--ignoreConfig",
    "--module",
    "nodenext",
    "--target",
    "es2024",
  ];
  const { stdout, error } = spawnSync(join(repository, "node_modules/.bin/tsc"), [...flags, ...files], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  rmSync(folder, { recursive: true });
  if (error !== undefined) throw error;
  // A complaint goes on in lines that are indented.
  const found = stdout.split(/\n(?=\S)/).filter((one) => one !== "");
  const isOf = (one: string, index: number) => one.includes(`check-${index}.ts`);
  const lost = found.filter((one) => !groups.some((_, index) => isOf(one, index)));
  if (lost.length > 0) throw new Error(lost.join("\n"));
  return Object.fromEntries(
    groups.map(({ name }, index) => [name, found.filter((one) => isOf(one, index)).join("\n")]),
  );
}

/** Calls of typed tools, as a reply of Claude gives them back to a caller of the Responses API. */
function typedCalls(): { inputs: number; output: unknown } {
  const codex = dialectNamed("codex");
  const claude = dialectNamed("claude");
  const tools = ["local_shell", "shell", "apply_patch"].map((type) => ({ type }));
  const { memory } = translateRequest(codex, claude, { model: "m", input: "go", tools });
  const inputs: [string, object][] = [
    ["local_shell", { command: ["ls"] }],
    ["shell", { commands: ["ls"] }],
    ["apply_patch", { operation: { type: "create_file", path: "a" } }],
    ["apply_patch", { operation: { type: "delete_file", path: "a" } }],
  ];
  const content = inputs.map(([name, input], index) => ({ type: "tool_use", id: `t${index}`, name, input }));
  const reply = {
    id: "m",
    type: "message",
    role: "assistant",
    model: "m",
    content,
    stop_reason: "tool_use",
  };
  const { body } = translateReply(claude, codex, reply, { memory, id: "resp_1", created: 0 });
  return { inputs: inputs.length, output: body["output"] };
}

const requests = Object.entries(vendorTypes).map(([id, type]) => ({
  name: id,
  type,
  values: translated(dialectNamed(id)),
}));
const calls = typedCalls();
let said: Readonly<Record<string, string>>;
beforeAll(() => {
  said = complaints([
    ...requests,
    { name: "typed calls", type: "OpenAI.Responses.ResponseOutputItem[]", values: [calls.output] },
    {
      name: "wrong role",
      type: vendorTypes["openai"]!,
      values: [{ model: "m", messages: [{ role: "nobody", content: "x" }] }],
    },
    {
      name: "wrong part",
      type: vendorTypes["gemini"]!,
      values: [{ contents: [{ role: "user", parts: [{ txt: "x" }] }] }],
    },
  ]);
});

describe("translated requests", () => {
  it.each(requests)("to $name have the type that the vendor's own SDK gives them", ({ name, values }) => {
    expect(values.length).toBeGreaterThan(SCENES);
    expect(said[name]!.split("\n").slice(0, 8).join("\n")).toBe("");
  });

  it("to codex get calls of typed tools back as items of the type that the SDK gives them", () => {
    expect(calls.output).toHaveLength(calls.inputs);
    expect(said["typed calls"]).toBe("");
  });

  it("would be found out if they were wrong", () => {
    expect(said["wrong role"]).toContain("nobody");
    expect(said["wrong part"]).toContain("txt");
  });
});
