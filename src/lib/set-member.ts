/** Sets an own member whatever its name: a plain assignment to `__proto__` would set the prototype instead. */
export function setMember(object: object, name: string | number, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else (object as Record<string | number, unknown>)[name] = value;
}
