import { expect, it } from "vitest";
import { fakeEngine } from "../../fixtures/engines.ts";
import { GatewayAddress } from "../gateway-address.ts";
import { UploadAddresses } from "./upload-addresses.ts";

const engine = fakeEngine("g", "gemini", { location: "https://api.vendor.test" });
const open = (headers = ["host", "gw"]) => {
  const head = { method: "POST", target: "/upload/v1beta/files", headers };
  const passed = { group: "files", access: "resource", continues: "upload_id" } as const;
  const address = new GatewayAddress({ head }, engine);
  return new UploadAddresses("g", passed, "/upload/v1beta/files?x=1", address, () => "made");
};

it("the address of an upload names the upload and no host", () => {
  const uploads = open();
  expect(uploads.replace("https://up.vendor.test/other?upload_id=1&a=b")).toBe(
    "http://gw/gemini/upload/v1beta/files?upload_id=1&a=b",
  );
  expect(uploads.found).toEqual([
    { engine: "g", id: "upload_id=1", address: "https://up.vendor.test/other?upload_id=1&a=b" },
  ]);
});

it("an upload without an id of the vendor's gets one", () => {
  const uploads = open();
  expect(uploads.replace("https://api.vendor.test/session/7")).toBe(
    "http://gw/gemini/upload/v1beta/files?upload_id=made",
  );
  expect(uploads.found).toEqual([
    { engine: "g", id: "upload_id=made", address: "https://api.vendor.test/session/7" },
  ]);
});

it("an address of another vendor is kept as well, for the engine to refuse", () => {
  const uploads = open();
  expect(uploads.replace("https://evil.test/up?upload_id=1")).toBe(
    "http://gw/gemini/upload/v1beta/files?upload_id=1",
  );
  expect(uploads.found).toEqual([
    { engine: "g", id: "upload_id=1", address: "https://evil.test/up?upload_id=1" },
  ]);
});

it("an address that no call can go to is replaced, and leads nowhere", () => {
  const uploads = open();
  expect(uploads.replace("ftp://api.vendor.test/up?upload_id=1")).toMatch(/^http:\/\/gw\//);
  expect(uploads.found).toEqual([]);
});

it("what is no address stays", () => expect(open().replace("text")).toBe("text"));

it("an address stays if the gateway does not know its own", () => {
  const uploads = open([]);
  expect(uploads.replace("https://api.vendor.test/up?upload_id=1")).toBe(
    "https://api.vendor.test/up?upload_id=1",
  );
  expect(uploads.found).toEqual([]);
});
