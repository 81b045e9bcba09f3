import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { MemoryControl } from "../../../test/control/memory-control.ts";
import { call, controlContext, type TestControl } from "../fixtures/control-call.ts";

const TOKENS = {
  root: "token-of-root",
  ada: "token-of-ada",
  vic: "token-of-vic",
  bob: "token-of-bob",
  solo: "token-of-solo",
};
const keys = {
  root: { token: TOKENS.root, tenant: "*", roles: ["admin"] },
  ada: {
    token: TOKENS.ada,
    tenant: "a",
    roles: ["admin"],
    engines: ["sim*"],
    endpoints: ["files"],
    max_concurrent: 4,
    mode: "strict",
  },
  vic: { token: TOKENS.vic, tenant: "a", roles: ["viewer"] },
  bob: { token: TOKENS.bob, tenant: "b", roles: ["admin"] },
  solo: { token: TOKENS.solo, roles: ["admin"] },
};

let memory: MemoryControl;
let context: TestControl;
let told: number;

beforeEach(() => {
  memory = new MemoryControl();
  told = 0;
  const opened = controlContext({ flags: { keys }, store: memory });
  context = {
    ...opened,
    keys: {
      all: () => opened.config.keys,
      changed: async () => {
        told += 1;
      },
    },
  };
});

type Answer = Record<string, unknown> & { key: Record<string, unknown>; details: Record<string, unknown> };

async function ask(
  key: keyof typeof TOKENS,
  target: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<[number, Answer]> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await call(context, target, { key: TOKENS[key], headers, ...sent });
  return [answer.status, (await answer.json()) as Answer];
}

const make = (key: keyof typeof TOKENS, body: object, headers?: Record<string, string>) =>
  ask(key, "POST /abp/v1/keys", body, headers);
const namesFor = async (key: keyof typeof TOKENS) => {
  const [, { items }] = await ask(key, "GET /abp/v1/keys");
  return (items as { name: string }[]).map(({ name }) => name);
};

describe("making a key", () => {
  it("shows its token once, keeps only the digest, and tells all threads", async () => {
    const [status, { key, token }] = await make("root", {
      name: "ci",
      tenant: "a",
      roles: ["caller", "viewer"],
    });
    expect([status, token]).toEqual([201, expect.stringMatching(/^abp_[A-Za-z0-9_-]{43}$/)]);
    expect(key).toEqual({
      ...{ name: "ci", tenant: "a", roles: ["caller", "viewer"], engines: [], endpoints: null, mode: null },
      ...{ allow_loss: null, max_concurrent: null, source: "run_time", revoked_at: null },
      created_at: "2026-03-01T08:00:00.000Z",
    });
    const [stored] = await memory.accessKeys.list();
    const digest = createHash("sha256")
      .update(token as string)
      .digest("hex");
    expect(stored).toMatchObject({ name: "ci", tokenSha256: digest });
    expect(JSON.stringify([stored, await ask("root", "GET /abp/v1/keys")])).not.toContain(token);
    expect(told).toBe(1);
  });

  it("answers a repeated request with the same key and without its token, and another body with 422", async () => {
    const once = { "idempotency-key": "one" };
    const [, first] = await make("root", { name: "ci" }, once);
    const [status, again] = await make("root", { name: "ci" }, once);
    expect([status, again]).toEqual([201, { key: first.key, token: null }]);
    expect((await make("root", { name: "other" }, once))[0]).toBe(422);
    expect(await memory.accessKeys.list()).toHaveLength(1);
  });

  it("takes the tenant and the limits of the key that makes it, and never its token", async () => {
    const [status, { key }] = await make("ada", { name: "ci" });
    expect([status, key]).toEqual([
      201,
      expect.objectContaining({
        ...{ tenant: "a", roles: ["caller"], engines: ["sim*"], endpoints: ["files"] },
        ...{ mode: "strict", max_concurrent: 4 },
      }),
    ]);
    const [stored] = await memory.accessKeys.list();
    expect(JSON.parse(stored!.settings)).not.toHaveProperty("token");
  });

  it.each([
    [{ engines: [] }, "engines"],
    [{ engines: ["*"] }, "engines"],
    [{ engines: ["anthropic"] }, "engines"],
    [{ engines: ["sim-*"] }, "engines"],
    [{ endpoints: ["files", "batches"] }, "endpoints"],
    [{ mode: "best_effort" }, "mode"],
    [{ allow_loss: ["seed"] }, "allow_loss"],
    [{ max_concurrent: 5 }, "max_concurrent"],
    [{ tenant: "b" }, undefined],
    [{ tenant: "*" }, undefined],
  ])("gives no more than the key has that makes it: %j", async (more, member) => {
    const [status, problem] = await make("ada", { name: "ci", ...more });
    expect([status, problem["code"], problem.details["member"]]).toEqual([403, "permission_denied", member]);
    expect(await memory.accessKeys.list()).toEqual([]);
  });

  it.each([[{ engines: ["sim-a"], endpoints: [], max_concurrent: 2 }], [{ roles: ["admin"] }]])(
    "may give less, or the same: %j",
    async (more) => {
      expect((await make("ada", { name: "ci", ...more }))[0]).toBe(201);
    },
  );

  it("is refused for a key without a tenant, which can share its records with no other key", async () => {
    expect((await make("solo", { name: "ci" }))[0]).toBe(403);
    expect((await make("vic", { name: "ci" }))[0]).toBe(403);
  });

  it.each(["ada", "owner", "local-admin"])("refuses the name of another key: %s", async (name) => {
    const [status, problem] = await make("root", { name });
    expect([status, problem["code"]]).toEqual([409, "access_key_name_taken"]);
  });

  it("never gives a name twice, not even after it was revoked", async () => {
    await make("root", { name: "ci" });
    await ask("root", "DELETE /abp/v1/keys/ci");
    expect((await make("root", { name: "ci" }))[1]["code"]).toBe("access_key_name_taken");
  });

  it.each([
    { name: "a b" },
    { name: "ci", roles: [] },
    { name: "ci", roles: ["root"] },
    { name: "ci", engines: ["["] },
    { name: "ci", endpoints: ["nothing"] },
    { name: "ci", token: "mine" },
  ])("refuses %j", async (body) => {
    expect((await make("root", body))[0]).toBe(400);
  });
});

describe("the keys of others", () => {
  it("are not listed, and cannot be told from keys that do not exist", async () => {
    await make("root", { name: "ci-a", tenant: "a" });
    await make("root", { name: "ci-0" });
    expect(await namesFor("ada")).toEqual(["ada", "ci-a", "vic"]);
    expect(await namesFor("bob")).toEqual(["bob"]);
    expect(await namesFor("solo")).toEqual(["solo"]);
    expect(await namesFor("root")).toEqual(["ada", "bob", "ci-0", "ci-a", "root", "solo", "vic"]);
    for (const method of ["PATCH", "DELETE"]) {
      const body = method === "PATCH" ? { roles: ["caller"] } : undefined;
      for (const name of ["ci-a", "ada", "nobody"]) {
        const [status, problem] = await ask("bob", `${method} /abp/v1/keys/${name}`, body);
        expect([status, problem["detail"]]).toEqual([404, `There is no key "${name}".`]);
      }
    }
  });

  it("are listed in pages", async () => {
    const [, first] = await ask("root", "GET /abp/v1/keys?limit=3");
    const [, next] = await ask("root", `GET /abp/v1/keys?limit=3&cursor=${first["next_cursor"]}`);
    const shown = [first, next].flatMap(({ items }) => (items as { name: string }[]).map(({ name }) => name));
    expect([shown, next["next_cursor"]]).toEqual([["ada", "bob", "root", "solo", "vic"], null]);
  });
});

describe("a key that was made", () => {
  it("is changed, within the limits of the key that changes it", async () => {
    await make("ada", { name: "ci" });
    const [status, key] = await ask("ada", "PATCH /abp/v1/keys/ci", {
      roles: ["operator"],
      max_concurrent: 1,
    });
    expect([status, key["roles"], key["max_concurrent"], key["engines"]]).toEqual([
      200,
      ["operator"],
      1,
      ["sim*"],
    ]);
    expect((await ask("ada", "PATCH /abp/v1/keys/ci", { max_concurrent: 9 }))[0]).toBe(403);
    expect((await ask("ada", "PATCH /abp/v1/keys/ci", { tenant: "b" }))[0]).toBe(400);
    expect(told).toBe(2);
  });

  it("is revoked once and for ever", async () => {
    await make("root", { name: "ci", tenant: "a" });
    const [status, key] = await ask("ada", "DELETE /abp/v1/keys/ci");
    expect([status, key["revoked_at"]]).toEqual([200, "2026-03-01T08:00:00.000Z"]);
    expect((await ask("ada", "DELETE /abp/v1/keys/ci"))[1]).toEqual(key);
    expect((await ask("ada", "PATCH /abp/v1/keys/ci", { roles: ["caller"] }))[1]["code"]).toBe(
      "access_key_unchangeable",
    );
  });

  it("is not one of the configuration, which this API does not change", async () => {
    expect((await ask("root", "DELETE /abp/v1/keys/ada"))[1]).toMatchObject({
      status: 409,
      code: "access_key_unchangeable",
    });
  });

  it("stays made if the threads cannot be told, and the failure is reported", async () => {
    context = {
      ...context,
      keys: { ...context.keys, changed: async () => Promise.reject(new Error("busy")) },
    };
    expect((await make("root", { name: "ci" }))[0]).toBe(201);
    expect(context.reports).toEqual([new Error("busy")]);
  });
});
