import { describe, expect, it } from "vitest";
import { applyHeaders, planHeaders, readHeaderLine } from "./request-headers.ts";

/** The headers of a call to an engine whose credential header is `x-api-key`. */
function headersOf(
  headers: readonly string[],
  own: { defaults?: readonly string[]; configured?: readonly string[]; credential?: string } = {},
) {
  const plan = planHeaders(own.defaults ?? [], own.configured ?? [], ["authorization", "X-Api-Key"]);
  return applyHeaders(plan, headers, "x-api-key", own.credential);
}

describe("the request headers of an engine", () => {
  it("keep the caller's names, values and order", () => {
    const headers = ["B", "1", "a", "2", "b", "3"];
    expect(headersOf(headers)).toEqual({ list: headers, isRepeat: false });
  });

  it.each([
    "host",
    "content-length",
    "connection",
    "keep-alive",
    "transfer-encoding",
    "te",
    "trailer",
    "upgrade",
    "expect",
    "proxy-connection",
    "authorization",
    "x-api-key",
  ])("never have the caller's %s, in either case", (name) => {
    const headers = ["a", "1", name, "2", name.toUpperCase(), "3", "b", "4"];
    expect(headersOf(headers).list).toEqual(["a", "1", "b", "4"]);
  });

  it("keep names that merely have the length of a dropped one", () => {
    expect(headersOf(["hosu", "1", "tf", "2", "x-api-kez", "3"]).list).toEqual([
      "hosu",
      "1",
      "tf",
      "2",
      "x-api-kez",
      "3",
    ]);
  });

  it("have each default that the caller did not send", () => {
    const defaults = ["Version", "1", "accept", "json", "third", "3"];
    expect(headersOf([], { defaults }).list).toEqual(defaults);
    expect(headersOf(["version", "9"], { defaults }).list).toEqual([
      "version",
      "9",
      "accept",
      "json",
      "third",
      "3",
    ]);
    expect(headersOf(["ACCEPT", "x"], { defaults }).list).toEqual([
      "ACCEPT",
      "x",
      "Version",
      "1",
      "third",
      "3",
    ]);
    expect(headersOf(["third", "x", "accept", "y", "version", "z"], { defaults }).list).toHaveLength(6);
  });

  it("have the configured headers in place of defaults and of the caller's, then the credential", () => {
    const own = { defaults: ["version", "1", "other", "2"], configured: ["Version", "mine", "team", "t"] };
    expect(headersOf(["VERSION", "9", "Team", "x", "kept", "y"], { ...own, credential: "key" }).list).toEqual(
      ["kept", "y", "other", "2", "Version", "mine", "team", "t", "x-api-key", "key"],
    );
  });

  it("never have a default or the caller's value under the name of the credential", () => {
    const own = { defaults: ["x-api-key", "default"], credential: "key" };
    expect(headersOf(["X-API-KEY", "stolen"], own).list).toEqual(["x-api-key", "key"]);
    expect(headersOf(["X-API-KEY", "stolen"], { defaults: ["x-api-key", "default"] }).list).toEqual([]);
  });

  it.each([
    ["0", false],
    ["1", true],
    ["2", true],
  ])("say whether an SDK repeats its call: x-stainless-retry-count %s", (count, isRepeat) => {
    const headers = ["X-Stainless-Retry-Count", count];
    expect(headersOf(headers)).toEqual({ list: headers, isRepeat });
  });

  it("do not say it for another header of the same length", () => {
    expect(headersOf(["x-stainless-retry-counu", "1"]).isRepeat).toBe(false);
  });
});

describe("a configured header", () => {
  it.each([
    ["a:b", ["a", "b"]],
    ["X-Team:  a: b ", ["X-Team", "a: b"]],
    [" x : y", ["x", "y"]],
    ["x:", ["x", ""]],
  ])("is read from %j", (line, header) => {
    expect(readHeaderLine(line)).toEqual(header);
  });

  it.each([
    ["nonsense", "must be written as `name: value`"],
    [":value", "must be written as `name: value`"],
    ["", "must be written as `name: value`"],
    ["na me: x", "holds characters that a header cannot hold"],
    [" : x", "holds characters that a header cannot hold"],
    ["name: a\r\nb: c", "holds characters that a header cannot hold"],
    ["Host: h", "names a header that is not configurable"],
    ["te: trailers", "names a header that is not configurable"],
  ])("is refused as %j", (line, message) => {
    expect(readHeaderLine(line)).toBe(message);
  });
});
