/** Deep equality of JSON values; the order of fields is ignored. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

function inOrder(_name: string, value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? Object.fromEntries(Object.entries(value).sort()) : value;
}
