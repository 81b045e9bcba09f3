import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { expect, it } from "vitest";
import { HttpConnection } from "./http-connection.ts";
import type { HttpExchange } from "./http-exchange.ts";

it("a connection is found by its socket, and passes ticks and the caller's end on to all exchanges", () => {
  const socket = new EventEmitter() as Socket;
  const connection = new HttpConnection(socket);
  expect(HttpConnection.of(socket)).toBe(connection);
  expect(HttpConnection.of(new EventEmitter() as Socket)).toBeUndefined();
  expect(connection.isUpgraded).toBe(false);
  const told: string[] = [];
  // Each removes itself, as an exchange does that ends.
  for (const name of ["a", "b"]) {
    const exchange = {
      tick: (now: number) => told.push(`${name} ${now}`),
      hangUp: () => {
        told.push(`${name} hung up`);
        connection.exchanges.shift();
      },
    };
    connection.exchanges.push(exchange as unknown as HttpExchange);
  }
  connection.tick(7);
  socket.emit("end");
  expect(told).toEqual(["a 7", "b 7", "a hung up", "b hung up"]);
});

it("an exchange that ends within a tick does not hide the next one", () => {
  const connection = new HttpConnection(new EventEmitter() as Socket);
  const told: string[] = [];
  for (const name of ["a", "b"]) {
    const exchange = {
      tick: () => {
        told.push(name);
        connection.exchanges.shift();
      },
    };
    connection.exchanges.push(exchange as unknown as HttpExchange);
  }
  connection.tick(1);
  expect(told).toEqual(["a", "b"]);
});
