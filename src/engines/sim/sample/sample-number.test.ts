import { describe, expect, it } from "vitest";
import { sampleNumber } from "./sample-number.ts";

describe("a made-up number", () => {
  it.each<[object, number[]]>([
    [{}, [0, 1, 2]],
    [{ type: "integer" }, [0, 1, 2]],
    [{ minimum: 3 }, [3, 4, 5]],
    [{ minimum: -3 }, [-3, -2]],
    [{ minimum: 2.5 }, [3, 4]],
    [{ type: "integer", minimum: 2.5 }, [3, 4]],
    [{ exclusiveMinimum: 3 }, [4, 5]],
    [{ exclusiveMinimum: 2.5 }, [3, 4]],
    [{ maximum: 5 }, [0, 1, 2]],
    [{ maximum: 0 }, [0, 0]],
    [{ maximum: -3 }, [-3, -3]],
    [{ maximum: -2.5 }, [-3, -3]],
    [{ exclusiveMaximum: -3 }, [-4, -4]],
    [{ exclusiveMaximum: 1 }, [0, 0]],
    [{ exclusiveMaximum: 2 }, [0, 1, 1]],
    [{ type: "integer", minimum: 1, maximum: 2 }, [1, 2, 2]],
    [{ type: "integer", minimum: 1, exclusiveMaximum: 3 }, [1, 2, 2]],
    [{ type: "integer", exclusiveMinimum: 1, maximum: 3 }, [2, 3, 3]],
    [{ minimum: 1, maximum: 2 }, [1, 2, 1]],
    [{ minimum: 1, exclusiveMaximum: 2 }, [1, 1.5]],
    [{ multipleOf: 5 }, [0, 5, 10]],
    [{ multipleOf: 5, minimum: 1 }, [5, 10]],
    [{ multipleOf: 5, minimum: 5 }, [5, 10]],
    [{ multipleOf: 5, exclusiveMinimum: 5 }, [10, 15]],
    [{ multipleOf: 5, maximum: 12, minimum: 1 }, [5, 10, 10]],
    [{ multipleOf: 5, exclusiveMaximum: 10, minimum: 1 }, [5, 5]],
    [{ multipleOf: 0.1 }, [0, 0.1, 0.2, 0.3]],
    [{ type: "integer", multipleOf: 0.5 }, [0, 1]],
    [{ type: "integer", multipleOf: 1.5 }, [0, 3, 6]],
    [{ type: "integer", multipleOf: 4 }, [0, 4]],
    [{ type: "integer", multipleOf: Math.PI }, [0, 1]],
    [{ type: ["integer", "number"], multipleOf: 0.5 }, [0, 0.5]],
    [{ type: "number", multipleOf: 0.5 }, [0, 0.5]],
    // No whole number is between these bounds.
    [{ minimum: 0.25, maximum: 0.75 }, [0.25, 0.25]],
    [{ exclusiveMinimum: 0, maximum: 0.5 }, [0.25, 0.25]],
    [{ minimum: 0.25, exclusiveMaximum: 0.75 }, [0.5, 0.5]],
    [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, [0.5, 0.5]],
    // Draft 4 of JSON Schema.
    [{ minimum: 3, exclusiveMinimum: true }, [4, 5]],
    [{ minimum: 3, exclusiveMinimum: false }, [3, 4]],
    [{ exclusiveMinimum: true }, [0, 1]],
    [{ maximum: -3, exclusiveMaximum: true }, [-4, -4]],
    [{ maximum: -3, exclusiveMaximum: false }, [-3, -3]],
    [{ exclusiveMaximum: true }, [0, 1]],
    // The stricter of two bounds counts.
    [{ minimum: 5, exclusiveMinimum: 3 }, [5, 6]],
    [{ minimum: 3, exclusiveMinimum: 3 }, [4, 5]],
    [{ minimum: 2, exclusiveMinimum: 3 }, [4, 5]],
    [{ maximum: -5, exclusiveMaximum: -3 }, [-5, -5]],
    [{ maximum: -3, exclusiveMaximum: -3 }, [-4, -4]],
    [{ maximum: -2, exclusiveMaximum: -3 }, [-4, -4]],
    [{ minimum: "3", maximum: "x", multipleOf: "2" }, [0, 1]],
    [{ minimum: -0.5, maximum: 0.5, type: "integer" }, [0, 0]],
  ])("of %j is one of %j", (schema, expected) => {
    const made = expected.map((_, variant) => sampleNumber(schema as never, variant));
    expect(made).toEqual(expected);
    for (const value of made) expect(Object.is(value, -0)).toBe(false);
  });
});
