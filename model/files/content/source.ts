/** A received file. Reads may be shorter at its end. */
export interface Source {
  size: number;
  read(position: number, length: number): Promise<Buffer>;
}

/** From the content alone. */
export interface Content<Extension extends string> {
  extension: Extension;
  /** Of audio; null when unknown. */
  seconds: number | null;
}

/** The last bytes, at most `length`. */
export function readEnd(source: Source, length: number): Promise<Buffer> {
  const start = Math.max(0, source.size - length);
  return source.read(start, source.size - start);
}
