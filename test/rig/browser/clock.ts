/** As an init script: puts the clock of a page ahead, in ms. */
export function putClockAhead(shift: number): void {
  const Real = Date;
  const now = () => Real.now() + shift;
  globalThis.Date = new Proxy(Real, {
    construct: (target, parts: ConstructorParameters<DateConstructor>) =>
      (parts.length as number) === 0 ? new target(now()) : new target(...parts),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
