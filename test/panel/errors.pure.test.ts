import { afterEach, expect, test, vi } from 'vitest';
import { call } from '../../app/ui/api.ts';
import { type ApiError, extractError } from '../../app/ui/errors/api-error.ts';
import { rowsIn } from '../rig/cases.ts';

const circle: Record<string, unknown> = {};
circle.self = circle;
test.each([
  ['просто текст', 'просто текст'],
  [{ detail: 'подробность', message: 'сообщение' }, 'подробность'],
  [{ message: 'сообщение', error: 'ошибка' }, 'сообщение'],
  [{ code: 'x', error: 'ошибка' }, 'ошибка'],
  [new Error('упало'), 'упало'],
  [{ status: 5, title: 'первая строка', other: 'вторая' }, 'первая строка'],
  [{ status: 5 }, '{"status":5}'],
  [[1, 2], '[1,2]'],
  [null, 'Произошла неизвестная ошибка.'],
  [undefined, 'Произошла неизвестная ошибка.'],
  [7, 'Произошла неизвестная ошибка.'],
  [circle, 'Произошла неизвестная ошибка.'],
  ['', 'Произошла неизвестная ошибка.'],
])('the words for what went wrong of %o are «%s»', (thrown, text) => expect(extractError(thrown)).toBe(text));

afterEach(() => vi.unstubAllGlobals());

function answering(body: string | null, init: ResponseInit = {}, token: string | null = null): Request[] {
  const made: Request[] = [];
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', { getItem: () => token });
  vi.stubGlobal('fetch', async (address: string, options: RequestInit) => {
    made.push(new Request(`http://site${address}`, options));
    return new Response(body, init);
  });
  return made;
}
const failure = (method: 'GET' | 'PUT' = 'GET') => call(method, '/news').catch((error: ApiError) => error);

test.each(rowsIn('panel/refusals.txt'))('a call that was refused with %j says «%s»', async (body, message) => {
  answering(body, { status: 418 });
  expect(await failure()).toMatchObject({ message, status: 418 });
});

test('a call carries code and fields of a refusal, and the token it was made with; one that gets no answer says so in Russian', async () => {
  answering('{"message":"Занято","code":"conflict","fields":{"slug":"Занято"}}', { status: 409 }, 'abc');
  expect(await failure('PUT')).toMatchObject({ code: 'conflict', fields: { slug: 'Занято' }, token: 'abc' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const message = 'Сервер не ответил. Проверьте соединение и повторите.';
  expect(await failure()).toMatchObject({ status: 0, code: 'network', message });
});

test('a call sends JSON, the token and the version, and gives back data, version and what comes next', async () => {
  const headers = { ETag: '"4"', Link: '</api/admin/news?after=x>; rel="next"' };
  const made = answering('{"a":1}', { headers }, 'secret');
  const answer = await call('PUT', '/admin/news/x', { body: { title: 'Т' }, ifMatch: '"3"' });
  expect(answer).toMatchObject({ data: { a: 1 }, version: '"4"', next: '/api/admin/news?after=x', status: 200 });
  const [request] = made;
  expect([request?.url, await request?.text()]).toEqual(['http://site/api/admin/news/x', '{"title":"Т"}']);
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
    accept: 'application/json',
    'content-type': 'application/json',
    authorization: 'Bearer secret',
    'if-match': '"3"',
  });
});

test('a call to a path with a login segment carries no token; one with an empty answer has no data', async () => {
  const made = answering('{}', {}, 'secret');
  await call('POST', '/auth/login', { body: {} });
  await call('GET', '/news/login-page');
  expect(made.map(({ headers }) => headers.get('authorization'))).toEqual([null, 'Bearer secret']);
  answering(null, { status: 204 });
  expect((await call('DELETE', '/admin/news/x')).data).toBeUndefined();
});
