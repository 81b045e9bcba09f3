import { createServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { claimPort, type PortClaim } from "./port-claim.ts";

const claims: PortClaim[] = [];
const servers: Server[] = [];

afterEach(async () => {
  await Promise.all(claims.splice(0).map((claim) => claim.release()));
  for (const server of servers.splice(0)) server.close();
});

async function claim(port: number): Promise<PortClaim> {
  const made = await claimPort("127.0.0.1", port);
  claims.push(made);
  return made;
}

function listen(port: number, reusePort: boolean): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    servers.push(server);
    server.once("error", reject);
    server.listen({ host: "127.0.0.1", port, reusePort }, () => resolve(server));
  });
}

describe("a port that threads share", () => {
  it("can be listened on by several sockets once it is claimed", async () => {
    const { port } = await claim(0);
    expect(port).toBeGreaterThan(0);
    await listen(port, true);
    await listen(port, true);
  });

  it("is refused while another daemon claims it, even before that one listens", async () => {
    const { port } = await claim(0);
    const second = claim(port);
    await expect(second).rejects.toMatchObject({
      code: "config_invalid",
      where: "port",
      message: `Cannot listen on 127.0.0.1:${port}: another daemon uses this port`,
    });
  });

  it("can be claimed again after its release", async () => {
    const { port } = await claim(0);
    await claims.pop()!.release();
    expect((await claim(port)).port).toBe(port);
  });

  it("of two daemons that start at the same time is given to one", async () => {
    const { port } = await claim(0);
    await claims.pop()!.release();
    const results = await Promise.allSettled([claim(port), claim(port), claim(port)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  });

  it.each([true, false])(
    "is refused while another program listens there, and not kept (shared: %s)",
    async (reusePort) => {
      const server = await listen(0, reusePort);
      const { port } = server.address() as { port: number };
      await expect(claim(port)).rejects.toMatchObject({
        code: "config_invalid",
        message: expect.stringContaining("EADDRINUSE"),
      });
      await new Promise((resolve) => server.close(resolve));
      expect((await claim(port)).port).toBe(port);
    },
  );

  it("cannot be claimed on an address that is not of this machine", async () => {
    await expect(claimPort("192.0.2.1", 0)).rejects.toMatchObject({ code: "config_invalid" });
  });
});
