import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { routes } from "../routes.ts";
import { openApiDocument } from "./openapi-document.ts";

it("the document is valid OpenAPI 3.1, by the official schema", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(openApiDocument()));
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  expect(validator.version).toBe("3.1");
});

it("the document has an operation for each route, and no other", () => {
  const { paths } = openApiDocument() as { paths: Record<string, Record<string, { operationId: string }>> };
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  );
  const expected = routes.map(({ name, method, path }) => `${name} ${method.toLowerCase()} /abp/v1${path}`);
  expect(found.sort()).toEqual(expected.sort());
  expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length);
});

it("every reference of the document leads to a component", () => {
  const document = openApiDocument() as { components: { schemas: object } };
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
  for (const [, name] of references) expect(document.components.schemas).toHaveProperty(name!);
  expect(JSON.stringify(document)).not.toContain("$defs");
});

it("every parameter of a path stands in its schema", () => {
  for (const route of routes) {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const fields = "params" in route ? Object.keys(route.params.shape) : [];
    expect([route.name, fields.sort()]).toEqual([route.name, names.sort()]);
  }
});
