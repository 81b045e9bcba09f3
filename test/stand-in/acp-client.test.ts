import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sampled } from "../fault-size.ts";
import { findSdk, loadSdk, program, SdkPlace } from "./sdk-place.ts";

interface Context {
  request(method: string, params: object): Promise<Readonly<Record<string, unknown>>>;
}
interface ClientApp {
  onRequest(method: string, handler: (call: { params: object }) => Promise<object>): ClientApp;
  onNotification(method: string, handler: (call: { params: { update: Update } }) => void): ClientApp;
  connectWith<Result>(stream: object, operate: (context: Context) => Promise<Result>): Promise<Result>;
}
interface Update {
  readonly sessionUpdate: string;
  readonly content?: { readonly text?: string };
}
interface AcpSdk {
  client(options: object): ClientApp;
  ndJsonStream(output: object, input: object): object;
}

const backends = sampled(
  [
    { backend: "claude", engine: "sim-openai", call: 'Bash {"command":"echo hello > hello.txt"}' },
    { backend: "codex", engine: "sim-claude", call: 'exec_command {"cmd":"echo hello > hello.txt"}' },
  ],
  ({ backend }) => backend === "codex",
);

for (const { backend, engine, call } of backends) {
  const sdkPath = findSdk("@agentclientprotocol/sdk/dist/v1/stable/acp.js", [backend]);

  describe.skipIf(sdkPath === undefined)(
    `a client of the protocol's own package, with abp acp on ${backend}`,
    () => {
      let place: SdkPlace;
      const children: ChildProcess[] = [];
      beforeEach(() => {
        place = new SdkPlace();
      });
      afterEach(() => {
        for (const child of children.splice(0)) child.kill("SIGKILL");
        place.close();
      });

      /** Connects a client to a new `abp acp`, and waits for its end. */
      async function connect<Result>(
        option: string,
        operate: (context: Context, updates: Update[]) => Promise<Result>,
      ): Promise<Result> {
        const acp = await loadSdk<AcpSdk>(sdkPath!);
        const child = spawn(process.execPath, [program("abp.js"), "acp", "--backend", backend], {
          cwd: place.work,
          env: place.environment("mock", engine, "gpt-5.5"),
          stdio: ["pipe", "pipe", "ignore"],
        });
        children.push(child);
        const updates: Update[] = [];
        const stream = acp.ndJsonStream(Writable.toWeb(child.stdin!), Readable.toWeb(child.stdout!));
        const app = acp
          .client({ name: "test" })
          .onRequest("session/request_permission", async () => ({
            outcome: { outcome: "selected", optionId: option },
          }))
          .onNotification("session/update", ({ params }) => void updates.push(params.update));
        const result = await app.connectWith(stream, async (context) => {
          await context.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
          return operate(context, updates);
        });
        const exited = once(child, "exit");
        child.stdin!.end();
        expect(await exited).toEqual([0, null]);
        return result;
      }

      const text = (updates: readonly Update[]) =>
        updates.flatMap(({ sessionUpdate, content }) =>
          sessionUpdate === "agent_message_chunk" ? content?.text : [],
        );

      it("runs a prompt with a permission, and loads the session in another process", async () => {
        const prompt = (words: string) => [{ type: "text", text: words }];
        const sessionId = await connect("allow", async (context, updates) => {
          const session = await context.request("session/new", { cwd: place.work, mcpServers: [] });
          const id = session["sessionId"];
          const words = `Go.\nsim: call ${call}\nsim: say Written.`;
          const end = await context.request("session/prompt", { sessionId: id, prompt: prompt(words) });
          expect(end).toMatchObject({ stopReason: "end_turn" });
          expect(text(updates).join("")).toBe("Written.");
          expect(updates.map(({ sessionUpdate }) => sessionUpdate)).toEqual(
            expect.arrayContaining(["tool_call", "tool_call_update"]),
          );
          return id;
        });
        expect(place.read("hello.txt")).toBe("hello\n");

        await connect("reject", async (context, updates) => {
          await context.request("session/load", { sessionId, cwd: place.work, mcpServers: [] });
          expect(updates[0]).toMatchObject({ sessionUpdate: "user_message_chunk" });
          expect(text(updates).join("")).toBe("Written.");
          const words = `Go on.\nsim: call ${call.replace("hello.txt", "no.txt")}\nsim: say Continued.`;
          await context.request("session/prompt", { sessionId, prompt: prompt(words) });
          expect(text(updates).join("")).toBe("Written.Continued.");
        });
        expect(place.list()).toEqual(["hello.txt"]);
      });
    },
  );
}

interface EarlierAcp {
  readonly ClientSideConnection: new (
    client: () => object,
    stream: object,
  ) => {
    initialize(params: object): Promise<object>;
    newSession(params: object): Promise<{ sessionId: string }>;
    prompt(params: object): Promise<{ stopReason: string }>;
  };
  ndJsonStream(output: object, input: object): object;
}
interface ToolUpdate extends Update {
  readonly status?: string;
  readonly rawOutput?: unknown;
}

for (const { backend, engine, call } of backends) {
  const sdkPath = findSdk("@zed-industries/agent-client-protocol/dist/acp.js", [backend]);

  // It checks every update against its schema, and leaves out those that it does not know.
  it.skipIf(sdkPath === undefined)(
    `a client of the protocol's earlier package gets every update of abp acp on ${backend}`,
    async () => {
      const acp = await loadSdk<EarlierAcp>(sdkPath!);
      const place = new SdkPlace();
      const child = spawn(process.execPath, [program("abp.js"), "acp", "--backend", backend], {
        cwd: place.work,
        env: place.environment("mock", engine, "gpt-5.5"),
        stdio: ["pipe", "pipe", "ignore"],
      });
      try {
        const updates: ToolUpdate[] = [];
        const client = {
          requestPermission: async () => ({ outcome: { outcome: "selected", optionId: "allow" } }),
          sessionUpdate: async ({ update }: { update: ToolUpdate }) => void updates.push(update),
        };
        const stream = acp.ndJsonStream(Writable.toWeb(child.stdin!), Readable.toWeb(child.stdout!));
        const connection = new acp.ClientSideConnection(() => client, stream);
        await connection.initialize({ protocolVersion: 1, clientCapabilities: {} });
        const { sessionId } = await connection.newSession({ cwd: place.work, mcpServers: [] });
        const text = `Go.\nsim: call ${call}\nsim: say Written.`;
        const end = await connection.prompt({ sessionId, prompt: [{ type: "text", text }] });
        expect(end.stopReason).toBe("end_turn");
        const done = updates.filter(({ status }) => status === "completed");
        expect(done.map(({ rawOutput }) => typeof rawOutput)).toEqual(["object"]);
        expect(updates.at(-1)?.sessionUpdate).toBe("agent_message_chunk");
        const exited = once(child, "exit");
        child.stdin!.end();
        expect(await exited).toEqual([0, null]);
      } finally {
        child.kill("SIGKILL");
        place.close();
      }
    },
  );
}
