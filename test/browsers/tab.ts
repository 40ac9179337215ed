/** One window of a real browser, driven over WebDriver: what both protocols, BiDi and classic, can do. */
export interface Tab {
  open: (address: string) => Promise<unknown>;
  run: <Given extends unknown[], Result>(
    inPage: (...given: Given) => Result,
    ...given: Given
  ) => Promise<Awaited<Result>>;
  /** Input actions of W3C WebDriver. */
  perform: (sources: object[]) => Promise<unknown>;
  attach: (selector: string, file: string) => Promise<void>;
  complaints: string[];
  close: () => Promise<void>;
}

export interface TabOptions {
  width: number;
  height: number;
  /** Whether media may start without a tap. */
  autoplay: boolean;
}

/** Source of a function body that runs `inPage` on the JSON in `arguments[0]` and resolves to JSON of `{ value }` or `{ error }`. */
export function scriptOf(inPage: (...given: never[]) => unknown): string {
  return `return (async (json) => {
    try {
      return JSON.stringify({ value: await (${inPage})(...JSON.parse(json)) });
    } catch (error) {
      return JSON.stringify({ error: String(error) });
    }
  })(arguments[0])`;
}

export function resultOf(json: string): unknown {
  const { value, error } = JSON.parse(json) as { value?: unknown; error?: string };
  if (error !== undefined) throw new Error(`In the page: ${error}`);
  return value;
}
