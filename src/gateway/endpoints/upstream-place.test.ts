import { expect, it } from "vitest";
import { recognise } from "../routing/recognition.ts";
import { upstreamPlace } from "./upstream-place.ts";

const see = (target: string) => recognise({ method: "POST", target, headers: [] });

it("the path is the caller's own", () => {
  const path = "/v1beta/models/m:predict?a=1";
  expect(upstreamPlace(see(path), undefined, undefined)).toEqual({ path });
});

it("a model that the route renames has its new name", () => {
  for (const spelling of ["a%2Fb", "a"])
    expect(upstreamPlace(see(`/v1beta/models/${spelling}:predict`), undefined, "n/w").path).toBe(
      "/v1beta/models/n%2Fw:predict",
    );
  expect(upstreamPlace(see("/v1/images/generations"), undefined, "new").path).toBe("/v1/images/generations");
});

it("a model in the query has its new name, and the other parameters stay as they are", () => {
  const call = (query: string) => recognise({ method: "GET", target: `/v1/realtime?${query}`, headers: [] });
  expect(upstreamPlace(call("a=%20&model=m&b=+"), undefined, "n/w").path).toBe(
    "/v1/realtime?a=%20&model=n%2Fw&b=+",
  );
  expect(upstreamPlace(call("model="), undefined, "n$&").path).toBe("/v1/realtime?model=n%24%26");
  expect(upstreamPlace(call("xmodel=m"), undefined, "new").path).toBe("/v1/realtime?xmodel=m");
  expect(upstreamPlace(call("model=m"), undefined, undefined).path).toBe("/v1/realtime?model=m");
});

it("an upload goes on at the very address that is stored with it", () => {
  const call = see("/gemini/upload/v1beta/files?upload_id=1");
  expect(upstreamPlace(call, "https://up.test:1/base/up?upload_id=1", undefined)).toEqual({
    path: "/base/up?upload_id=1",
    origin: "https://up.test:1",
  });
});
