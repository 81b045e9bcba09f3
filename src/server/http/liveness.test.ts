import { expect, it } from "vitest";
import { answerLiveness } from "./liveness.ts";

const healthy = () => ({ ok: true }) as const;

it("GET /readyz fails with the reason while the store cannot write, and GET /healthz does not", () => {
  const sick = () => ({ ok: false, reason: "the disk is full" }) as const;
  expect(answerLiveness("GET", "/readyz", false, sick)).toMatchObject({
    status: 503,
    body: '{"status":"unavailable","reason":"the disk is full"}\n',
  });
  expect(answerLiveness("GET", "/healthz", false, sick)?.status).toBe(200);
  expect(answerLiveness("GET", "/readyz", true, sick)?.body).toContain("draining");
});

it.each([
  ["GET", "/healthz", false, 200, '{"status":"ok"}\n'],
  ["HEAD", "/healthz", true, 200, '{"status":"ok"}\n'],
  ["GET", "/readyz", false, 200, '{"status":"ready"}\n'],
  ["GET", "/readyz", true, 503, '{"status":"draining"}\n'],
  ["GET", "/", false, 200, "agent-backplane\n"],
  ["HEAD", "/", true, 200, "agent-backplane\n"],
])("%s %s (draining: %s) is answered with %i", (method, target, isDraining, status, body) => {
  const answer = answerLiveness(method, target, isDraining, healthy)!;
  expect([answer.status, answer.body]).toEqual([status, body]);
  const type = target === "/" ? "text/plain; charset=utf-8" : "application/json";
  expect(answer.headers).toEqual(["content-type", type, "cache-control", "no-store"]);
});

it.each([
  ["POST", "/healthz"],
  ["DELETE", "/"],
  ["GET", "/health"],
  ["GET", "/healthz?"],
  ["GET", "/v1/own"],
])("%s %s is not answered here", (method, target) => {
  expect(answerLiveness(method, target, false, healthy)).toBeUndefined();
});
