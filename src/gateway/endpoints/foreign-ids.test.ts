import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  type Dialect,
  dialects,
  type Endpoint,
  findDialect,
  type IdKind,
  type IdPlace,
  readNamedId,
} from "../../dialects/index.ts";
import { endpointGroups } from "../../dialects/registry/index.ts";
import type { UpstreamHandler, UpstreamRequest } from "../../engines/index.ts";
import type { Admission } from "../exchange/admission.ts";
import type { Caller } from "../exchange/caller.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { scriptedEngine } from "../fixtures/scripted-engine.ts";
import { testCaller, testContext } from "../fixtures/test-context.ts";
import { createGateway } from "../gateway.ts";
import { idInPath } from "../id-owners/resource-id.ts";
import { readInputId } from "../id-owners/resource-ownership.ts";
import { recognise } from "../routing/recognition.ts";

const ISOLATED = process.env["ABP_FAULTS_FULL"] === "1";
/** Endpoints that read no id of an account, by what they do. */
const NAMES_NOTHING: ReadonlySet<string> = new Set(["list_models", "get_model"]);
/** Endpoints whose ids are responses and conversations, which stand in the path. */
const KEEPS_STATE: ReadonlySet<string> = new Set([
  "get_response",
  "delete_response",
  "cancel_response",
  "list_response_input",
  "get_conversation",
  "update_conversation",
  "delete_conversation",
  "create_items",
  "list_items",
  "get_item",
  "delete_item",
]);

const me: Caller = testCaller({
  name: "me",
  isOnlyKey: false,
  endpoints: [...endpointGroups].filter((one) => one !== "prompts"),
});

/** Forms of one id that a vendor may take for the same thing. */
function formsOf(kind: IdKind, name: string): string[] {
  const prefix = kind.prefixes[0] ?? "";
  if (kind.isOpaque === true) return [name];
  if (kind.scheme !== undefined)
    return [`${kind.scheme}://${name}`, `${kind.scheme.toUpperCase()}://${name}/`];
  const plain = `${prefix}${name}`;
  const forms = [plain, ` ${plain}`, `${plain}/`];
  if (!prefix.endsWith("/"))
    return [...forms, plain.toUpperCase().replace(name.toUpperCase(), name), encoded(plain), `${plain}?a=b`];
  const origin = "https://generativelanguage.googleapis.com";
  return [
    ...forms,
    `${prefix}/${name}`,
    `/${plain}`,
    `${prefix.toUpperCase()}${name}`,
    encoded(plain),
    `${origin}/v1beta/${plain}`,
    `${origin.replace("https", "HTTPS")}/v1beta/${plain}`,
    `${origin}//v1beta//${prefix}/${name}/`,
    `${origin}/v1beta/${plain}?key=k&alt=media`,
    ...(kind.only === undefined ? [name] : []),
  ];
}

const encoded = (text: string) => [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join("");

/** A body with a value at a place. */
function bodyWith(at: readonly string[], value: string): unknown {
  return at.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}

/** The places of one endpoint, as its tables say. */
function placesOf(
  { accountIds: { places, models, kept = [] } }: Dialect,
  { path, passed, operation, hosted }: Endpoint,
): IdPlace[] {
  // Messages have no members of the endpoint's own.
  const own = (passed?.isSocket === true ? [] : (passed?.names ?? [])).map((name) => ({
    at: [name],
    kind: { prefixes: ["x_"] },
  }));
  const model =
    models !== undefined &&
    hosted === undefined &&
    !path.includes("/:model") &&
    (operation === "generate" || operation === "embed")
      ? [{ at: ["model"], kind: models }]
      : [];
  // The engine of these tests keeps responses. Other calls than those of a model have no items.
  return [...places, ...own, ...model, ...(operation === "pass" || operation === "search" ? [] : kept)];
}

function open(dialect: Dialect) {
  const sent: string[] = [];
  const sockets: string[] = [];
  const answer = async (handler: UpstreamHandler, request: UpstreamRequest) => {
    let body = String(request.body ?? "");
    for await (const chunk of request.upload?.chunks ?? []) body += Buffer.from(chunk).toString();
    sent.push(`${request.path} ${body}`);
    handler.onHead(200, ["content-type", "application/json"]);
    handler.onData(Buffer.from("{}"));
    handler.onEnd();
  };
  const engine = scriptedEngine(
    "e",
    dialect.id,
    (handler, request) => {
      // The body of a call that is refused on the way breaks off.
      void answer(handler, request).catch(() => sent.splice(0));
    },
    {
      keepsResponses: dialect.state !== undefined,
      servesSearch: true,
      connect: (_request, handler) => {
        queueMicrotask(() => handler.onOpen(""));
        return {
          send: (data) => sockets.push(Buffer.from(data).toString()) > 0,
          close: () => undefined,
          resume: () => undefined,
          abort: () => undefined,
        };
      },
    },
  );
  const context = testContext({ engines: [engine], defaultEngine: "e" });
  const gateway = createGateway(context, {});
  const admissionOf = (method: string, target: string, type = "application/json"): Admission => {
    const head = { method, target, headers: ["content-type", type] };
    return { head, caller: me, recognised: recognise(head), maxBodyBytes: 1 << 20, countsAgainstLimit: true };
  };
  const keep = (owner: string, ids: readonly string[]) =>
    context.ledger.resources.of(owner).keep(ids.map((id) => ({ engine: "e", id })));

  /** Sends one call; answers its status, and whether the engine got the whole of it. */
  const call = (method: string, target: string, body: unknown) =>
    sendBytes(
      admissionOf(method, target),
      body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
    );

  /** Sends one field of a form. */
  const form = (method: string, target: string, [first, ...rest]: readonly string[], value: string) => {
    const name = `${first}${rest.map((one) => `[${one}]`).join("")}`;
    const bytes = `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`;
    const admission = admissionOf(method, target, "multipart/form-data; boundary=b");
    return sendBytes(admission, Buffer.from(bytes));
  };

  const sendBytes = async (admission: Admission, body: Buffer) => {
    sent.length = 0;
    const sink = new RecordingSink();
    const open = gateway.call(admission, body, sink);
    await sink.over;
    await open.recorded;
    return { status: sink.status, isSent: sent.length > 0 };
  };

  /** Sends one message on a socket, behind the one that opens the session. */
  const message = async (target: string, body: unknown) => {
    sockets.length = 0;
    let closed: string | undefined;
    let refused: number | undefined;
    const opened = Promise.withResolvers<void>();
    const session = gateway.session(admissionOf("GET", target), {
      accept: () => {
        opened.resolve();
        return true;
      },
      refuse: ({ status }) => {
        refused = status;
        opened.resolve();
      },
      send: () => true,
      takeMore: () => undefined,
      close: (_code, reason) => {
        closed = reason;
      },
      break: () => undefined,
    });
    await opened.promise;
    if (refused === undefined) {
      session.fromCaller(Buffer.from(JSON.stringify({ setup: { model: "models/m" } })), false);
      session.fromCaller(Buffer.from(JSON.stringify(body)), false);
      const deadline = Date.now() + 10_000;
      while (closed === undefined && sockets.length < 2 && Date.now() < deadline) await nextTurn();
    }
    const isSent = sockets.length === 2;
    session.leave("client_gone");
    await session.recorded;
    return { status: closed === "resource_not_found" ? 404 : (refused ?? 200), isSent };
  };
  return { call, form, message, keep, context };
}

/** A path of the endpoint, about a thing that the caller owns. */
const targetOf = ({ id }: Dialect, { path }: Endpoint, thing: string) =>
  `/${id}${path
    .replace("/:id", `/${thing}`)
    .replaceAll(/\/:[a-z_]+/g, "/p")
    .replace(/\*$/, "x")}`;

function isShadowed(dialect: Dialect, endpoint: Endpoint): boolean {
  const target = targetOf(dialect, endpoint, "mine");
  const found = recognise({ method: endpoint.method, target, headers: [] }).endpoint;
  return found.path !== endpoint.path || found.method !== endpoint.method;
}

describe.each(dialects.map((dialect) => [dialect.id]))(
  "ids of somebody else, at each endpoint of %s",
  (name) => {
    const dialect = findDialect(name);
    const { endpoints } = dialect;

    it("are refused in every place and form, and own ids and texts pass", async () => {
      const { call, form, message, keep, context } = open(dialect);
      const kinds = new Set(endpoints.flatMap((one) => placesOf(dialect, one).map(({ kind }) => kind)));
      const storedAs = (kind: IdKind, thing: string) => readNamedId(formsOf(kind, thing)[0]!, kind)!.ids;
      for (const kind of [...kinds, { prefixes: ["x_"] }]) {
        const own = storedAs(kind, "mine").slice(-1);
        await keep("key:me", kind.isInput === true ? [...own, ...own.map(readInputId)] : own);
        await keep("key:you", storedAs(kind, "yours").slice(-1));
      }
      const wrong: string[] = [];
      let checked = 0;
      let turn = 0;
      for (const endpoint of endpoints) {
        const { method, operation, passed } = endpoint;
        if (NAMES_NOTHING.has(operation) || isShadowed(dialect, endpoint)) continue;
        const target = targetOf(dialect, endpoint, "mine");
        const head = { method, target, headers: [] };
        const inPath = idInPath(recognise(head));
        if (KEEPS_STATE.has(operation)) context.ledger.engineIds.set("mine", new Map([["e", "own"]]));
        if (inPath !== undefined) await keep("key:me", [inPath]);
        const label = `${method} ${endpoint.path}`;
        const send = (to: string, body: unknown) =>
          passed?.isSocket === true ? message(to, body) : call(method, to, body);
        const isAccount = passed?.access === "account";
        if (endpoint.path.includes("/:id")) {
          const { status, isSent } = await send(targetOf(dialect, endpoint, "yours"), undefined);
          checked += 1;
          if (isSent || (status !== 404 && !(isAccount && status === 403)))
            wrong.push(`${label}: foreign path ${status}`);
        }
        if (isAccount) {
          const { status, isSent } = await send(target, undefined);
          if (status !== 403 || isSent) wrong.push(`${label}: account ${status}`);
          continue;
        }
        const isSocket = passed?.isSocket === true;
        // The rest of an upload is the content of a file.
        const takesBody = method !== "GET" && method !== "DELETE" && passed?.continues === undefined;
        const samples = ISOLATED || operation !== "pass";
        const places = placesOf(dialect, endpoint);
        for (const { at, kind } of places) {
          const all = formsOf(kind, "yours");
          turn += 1;
          if (!samples && turn % 3 !== 0) continue;
          const foreign = samples ? all : [all[turn % all.length]!];
          if (takesBody || isSocket) {
            for (const form of foreign) {
              const { status, isSent } = await send(target, bodyWith(at, form));
              checked += 1;
              if (status !== 404 || isSent) wrong.push(`${label}: ${at.join(".")} = ${form} was ${status}`);
            }
            if (!samples && turn % 4 !== 0) continue;
            const own = await send(target, bodyWith(at, formsOf(kind, "mine")[0]!));
            if (own.status === 404 || !own.isSent)
              wrong.push(`${label}: own ${at.join(".")} was ${own.status}`);
          }
          if (at.length > 1 || kind.only !== undefined || isSocket || KEEPS_STATE.has(operation)) continue;
          const query = `${target}?${at[0]}=${encodeURIComponent(all[0]!)}`;
          const { status, isSent } = await send(query, takesBody ? { a: 1 } : undefined);
          checked += 1;
          if (status !== 404 || isSent) wrong.push(`${label}: query ${at[0]} was ${status}`);
        }
        if (places.length === 0 || !(takesBody || isSocket)) continue;
        const texts = places.map(({ kind }) => formsOf(kind, "yours")[0]!);
        const spoken = await send(target, {
          text: texts.join(" "),
          content: texts.map((text) => ({ text })),
        });
        if (spoken.status === 404 || !spoken.isSent) wrong.push(`${label}: text was ${spoken.status}`);
        if (operation !== "pass" || isSocket) continue;
        const place = places[turn % places.length]!;
        const inForm = await form(method, target, place.at, formsOf(place.kind, "yours")[0]!);
        if (inForm.status !== 404 || inForm.isSent) wrong.push(`${label}: form was ${inForm.status}`);
      }
      expect(wrong).toEqual([]);
      const named = endpoints.filter((one) => !NAMES_NOTHING.has(one.operation)).length;
      expect(checked >= (dialect.accountIds.places.length === 0 ? 0 : named / 2)).toBe(true);
    });

    it("stand in places that a table lists, for everything that an endpoint can do", () => {
      const known = new Set(["generate", "count_tokens", "embed", "search", "pass", "create_conversation"]);
      const others = endpoints.filter(
        ({ operation }) =>
          !known.has(operation) && !NAMES_NOTHING.has(operation) && !KEEPS_STATE.has(operation),
      );
      expect(others).toEqual([]);
    });
  },
);
