import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Terminal } from "../terminal/terminal.ts";
import { readAgentFlags } from "./agent-flags.ts";
import { readCheckFlag } from "./check-flag.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-flags-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (options: Record<string, unknown>) =>
  readAgentFlags({ host: { cwd: root } } as Terminal, options);
const write = (name: string, content: string) => {
  writeFileSync(join(root, name), content);
  return join(root, name);
};

describe("the flags for agents", () => {
  it("read images with their types, a schema and MCP servers in either form", async () => {
    const png = write("a.PNG", "x");
    const servers = { files: { command: "mcp-files", args: ["."] }, web: { url: "https://example.com/mcp" } };
    expect(
      await read({
        image: [png, write("b.jpg", "yz")],
        outputSchema: write("s.json", '{"type":"object"}'),
        mcpConfig: write("m.json", JSON.stringify({ mcpServers: servers })),
      }),
    ).toEqual({
      images: [
        { media_type: "image/png", data: "eA==", name: png },
        { media_type: "image/jpeg", data: "eXo=", name: join(root, "b.jpg") },
      ],
      outputSchema: { type: "object" },
      mcpServers: servers,
    });
    expect((await read({ mcpConfig: write("n.json", JSON.stringify(servers)) })).mcpServers).toEqual(servers);
  });

  it.each([
    ["a.png", "image/png"],
    ["a.jpg", "image/jpeg"],
    ["a.b.JPEG", "image/jpeg"],
    ["a.gif", "image/gif"],
    ["a.WebP", "image/webp"],
  ])("take %s for %s", async (name, media_type) => {
    const path = write(name, "x");
    expect(await read({ image: [path] })).toEqual({ images: [{ media_type, data: "eA==", name: path }] });
  });

  it("add nothing if none is given", async () => {
    expect(await read({})).toEqual({ images: [] });
  });

  it("are refused if a file is no image, no object, or no server", async () => {
    const text = write("a.txt", "x");
    await expect(read({ image: [text] })).rejects.toMatchObject({
      code: "usage_invalid",
      message: `${text} is not an image that agents take`,
      where: "--image",
      advice: "Name a file that ends in .png, .jpg, .jpeg, .gif, .webp.",
    });
    for (const text of ["[]", "1", "null"]) {
      const path = write("s.json", text);
      for (const [name, where] of [
        ["outputSchema", "--output-schema"],
        ["mcpConfig", "--mcp-config"],
      ] as const)
        await expect(read({ [name]: path })).rejects.toMatchObject({
          code: "usage_invalid",
          message: `${path} holds no JSON object`,
          where,
        });
    }
    const both = write("m.json", '{"x":{"command":"a","url":"b"}}');
    await expect(read({ mcpConfig: both })).rejects.toMatchObject({ where: "--mcp-config: x" });
    await expect(read({ mcpConfig: write("o.json", '{"x":{}}') })).rejects.toThrow("command or a url");
  });
});

describe("--verify", () => {
  it("names the command and its time, ten minutes unless said", () => {
    expect(readCheckFlag({})).toBe(undefined);
    expect(readCheckFlag({ verify: "npm test" })).toEqual({ command: "npm test", timeoutMs: 600_000 });
    expect(readCheckFlag({ verify: "x", verifyTimeout: "1.5" })).toEqual({ command: "x", timeoutMs: 1500 });
    expect(() => readCheckFlag({ verify: "x", verifyTimeout: "soon" })).toThrow();
  });
});
