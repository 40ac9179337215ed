import fc from 'fast-check';
import { naughtyStrings } from './corpora.ts';

/** The part of JSON Schema that Zod makes of our schemas. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: string[];
  maxLength?: number;
  maximum?: number;
}

export interface Operation {
  method: string;
  path: string;
  body: Schema | undefined;
  query: string[];
}

interface Described {
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: { in: string; name: string }[];
}

export interface OpenApi {
  paths: Record<string, Record<string, Described>>;
}

/** What the API says that it takes: the schemas that validate it, as it publishes them. A stream has no end, a logout would end the session. */
export function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/') && !['/api/live', '/api/auth/logout'].includes(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { requestBody, parameters = [] }]) => ({
        method: method.toUpperCase(),
        path,
        body: requestBody?.content['application/json']?.schema,
        query: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
      })),
    );
}

/** Refused calls of these leave a trace of their own: the counters of wrong passwords. */
export function countsFailures(path: string): boolean {
  return path.startsWith('/api/auth/') || path.startsWith('/api/admin/me/');
}

export function smallBody(schema: Schema | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema?.properties ?? {}).map(([name, each]) => [name, smallValue(each)]));
}

function smallValue(schema: Schema): unknown {
  if (schema.enum) return schema.enum.at(-1);
  if (schema.anyOf?.some(({ type }) => type === 'null') || schema.type?.includes('null')) return null;
  if (schema.type === 'boolean') return false;
  if (schema.type === 'array') return [];
  return schema.type === 'string' ? 'x' : 1;
}

/** Bodies that miss the schema, or just keep to it, in ways that no list foresees. The same seed gives the same ones. */
export function mutations(schema: Schema, count: number, seed: number): string[] {
  const withOdd = fc.tuple(objectOf(schema), fc.dictionary(ODD_KEYS, fc.jsonValue()));
  const arbitrary = fc.oneof(
    { arbitrary: objectOf(schema), weight: 6 },
    { arbitrary: fc.jsonValue({ maxDepth: 6 }).map((value) => value as unknown), weight: 1 },
    { arbitrary: withOdd.map(([one, other]) => ({ ...one, ...other })), weight: 2 },
  );
  return fc.sample(arbitrary, { numRuns: count, seed }).map((value) => JSON.stringify(value) ?? 'undefined');
}

const ODD_NAMES = ['__proto__', 'constructor', 'toString', 'id', 'version', 'hasOwnProperty', ''];
const ODD_KEYS = fc.oneof(fc.constantFrom(...ODD_NAMES), fc.string());

function objectOf({ properties = {} }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, anyOrNearly(schema)]));
  return fc.record(fields, { requiredKeys: [] });
}

function anyOrNearly(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: nearly(schema), weight: 3 },
    { arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => value as unknown), weight: 1 },
  );
}

function nearly(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum, schema.enum[0]?.toUpperCase(), '');
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(nearly));
  return fc.oneof(...[schema.type ?? 'string'].flat().map((type) => ofType(type, schema)));
}

function ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number')
    return fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, 2 ** 31, 2 ** 53, 1e308, schema.maximum ?? 1));
  if (type === 'array') return fc.array(anyOrNearly(schema.items ?? {}), { maxLength: 12 });
  if (type === 'object') return objectOf(schema);
  const most = Math.min(schema.maxLength ?? 300, 6000);
  return fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom(...naughtyStrings()),
    fc.constantFrom(most - 1, most, most + 1).map((length) => 'ы'.repeat(length)),
    fc.date({ noInvalidDate: false }).map(String),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.constantFrom('\ud800', '\u0000', 'javascript:alert(1)', '/uploads/../x', '//evil.example'),
    fc.constantFrom('2025-02-30', '9999-12-31', '-000001-01-01', '+275760-09-13T00:00:00.001Z'),
  );
}
