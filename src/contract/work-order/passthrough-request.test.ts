import { expect, it } from "vitest";
import { buildWorkOrder } from "./builder.ts";
import { passthroughRequest } from "./passthrough-request.ts";

const requestOf = (abp: unknown) =>
  passthroughRequest(buildWorkOrder("order-1", "x", { config: { vendor: { abp } } }));

it.each<[unknown, string, string | undefined]>([
  [{ model: "m", n: 1 }, '{"model":"m","n":1}', "m"],
  ['{ "model" : "m" }', '{ "model" : "m" }', "m"],
  [{ model: 7 }, '{"model":7}', undefined],
  ["{}", "{}", undefined],
])("the request %j goes out as %s and names the model %s", (request, body, model) => {
  expect(requestOf({ request })).toEqual({ body, model });
});

it.each<[unknown]>([
  [undefined],
  [null],
  ["x"],
  [[]],
  [{}],
  [{ request: null }],
  [{ request: 1 }],
  [{ request: [] }],
  [{ request: "[]" }],
  [{ request: "null" }],
  [{ request: "{" }],
])("the settings %j have no request", (abp) => {
  expect(() => requestOf(abp)).toThrow(
    expect.objectContaining({
      code: "validation_failed",
      message: "$.config.vendor.abp.request is no request: passthrough needs an object, or the text of one",
      where: "work order order-1",
    }),
  );
});
