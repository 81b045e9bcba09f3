import { expect, it } from "vitest";
import { recognise } from "../routing/recognition.ts";
import { upstreamPath } from "./upstream-path.ts";

const see = (target: string) => recognise({ method: "POST", target, headers: [] });
const engine = { location: "https://api.test/base" };

it("the path is the caller's own", () => {
  const path = "/v1beta/models/m:predict?a=1";
  expect(upstreamPath(see(path), engine, undefined, undefined)).toEqual({ path });
});

it("a model that the route renames has its new name", () => {
  for (const spelling of ["a%2Fb", "a"])
    expect(upstreamPath(see(`/v1beta/models/${spelling}:predict`), engine, undefined, "n/w").path).toBe(
      "/v1beta/models/n%2Fw:predict",
    );
  expect(upstreamPath(see("/v1/images/generations"), engine, undefined, "new").path).toBe(
    "/v1/images/generations",
  );
});

it("an upload goes on at the address that is stored with it", () => {
  const call = see("/gemini/upload/v1beta/files?upload_id=1");
  expect(upstreamPath(call, engine, "https://api.test/base/up?upload_id=1", undefined)).toEqual({
    path: "/up?upload_id=1",
  });
  expect(upstreamPath(call, engine, "https://api.test/up?upload_id=1", undefined)).toEqual({
    path: "/up?upload_id=1",
  });
  expect(upstreamPath(call, engine, "https://up.test:1/up?upload_id=1", undefined)).toEqual({
    path: "/up?upload_id=1",
    origin: "https://up.test:1",
  });
});
