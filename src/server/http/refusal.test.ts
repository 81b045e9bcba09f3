import { expect, it } from "vitest";
import { fakeContext } from "../../../test/server/fake-context.ts";
import { AbpError } from "../../contract/index.ts";
import { refuse } from "./refusal.ts";

const head = { method: "POST", target: "/v1/messages?key=secret", headers: [] };

it("a refusal is the gateway's answer to the error, and is logged with its field but without the query", () => {
  const context = fakeContext();
  const error = new AbpError("host_denied", "wrong host", { where: "host" });
  const answer = refuse(context, head, error);
  expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([403, "host_denied"]);
  expect(context.gateway.refusals).toEqual([error]);
  expect(context.logged).toEqual([
    {
      level: "warn",
      message: "refused a request",
      fields: {
        code: "host_denied",
        reason: "wrong host",
        where: "host",
        method: "POST",
        path: "/v1/messages",
      },
    },
  ]);
  expect(context.reports).toEqual([]);
});

it("an unknown error is answered as internal without its cause, and reported", () => {
  const context = fakeContext();
  const cause = new Error("secret path");
  const answer = refuse(context, head, cause);
  expect([answer.status, answer.body.includes("secret path")]).toEqual([500, false]);
  expect(context.reports).toEqual([expect.stringContaining("secret path")]);
  expect(context.logged).toEqual([]);
  expect(context.gateway.refusals[0]).toMatchObject({ code: "internal", cause });
});

it("the log names the key of a refused request, if it is valid", () => {
  const context = fakeContext();
  Object.assign(context.gateway, { keyName: () => "ada" });
  refuse(context, head, new AbpError("access_denied", "no"));
  expect(context.logged).toMatchObject([{ fields: { code: "access_denied", key: "ada" } }]);
});

it("a server without a log refuses too", () => {
  const context = { ...fakeContext(), log: undefined };
  expect(refuse(context, head, new AbpError("auth_required", "x")).status).toBe(401);
});
