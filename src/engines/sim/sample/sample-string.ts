import type { Members } from "../../../dialects/index.ts";
import { samplePattern } from "./sample-pattern.ts";

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2025-01-01T00:00:00Z",
  date: "2025-01-01",
  time: "00:00:00Z",
  duration: "P1D",
  email: "simulated@example.com",
  "idn-email": "simulated@example.com",
  hostname: "example.com",
  "idn-hostname": "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/simulated",
  url: "https://example.com/simulated",
  iri: "https://example.com/simulated",
  "uri-reference": "https://example.com/simulated",
  "iri-reference": "https://example.com/simulated",
  "uri-template": "https://example.com/simulated",
  uuid: "00000000-0000-4000-8000-000000000000",
  "json-pointer": "/simulated",
  "relative-json-pointer": "0",
  regex: "simulated",
  byte: "c2ltdWxhdGVk",
};

const MAX_LENGTH = 100_000;

/** Makes a string with the required pattern or format and length. */
export function sampleString(schema: Members, variant: number): string {
  const { pattern, format } = schema;
  const least = Math.min(lengthOf(schema["minLength"]) ?? 0, MAX_LENGTH);
  const most = lengthOf(schema["maxLength"]);
  if (typeof pattern === "string") {
    const made = samplePattern(pattern, least, variant);
    if (made !== undefined) return made;
  }
  if (typeof format === "string" && Object.hasOwn(FORMATS, format)) return FORMATS[format]!;
  const word = variant === 0 ? "simulated" : `simulated ${variant + 1}`;
  const long = word.length >= least ? word : word + "x".repeat(least - word.length);
  if (most === undefined || long.length <= most) return long;
  // The number at the end makes the items of an array differ.
  const tail = variant === 0 ? "" : String(variant + 1).slice(0, most);
  return long.slice(0, most - tail.length) + tail;
}

function lengthOf(value: unknown): number | undefined {
  if (typeof value === "string" && /^\d+$/.test(value)) return Number(value);
  return typeof value === "number" && value >= 0 ? Math.ceil(value) : undefined;
}
