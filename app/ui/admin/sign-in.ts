import { call } from '../api.ts';
import { ApiError, extractError } from '../api-error.ts';
import { keepToken } from '../token.ts';

export interface Pair {
  username: string;
  password: string;
}

export interface SignInProblem {
  text: string;
  /** What else it may be when the server did not say that the pair is wrong. */
  hint?: string;
  /** Seconds until the next attempt is let in. */
  wait?: number;
  /** The pair is right; a code has to come with it. */
  asksForCode?: true;
}

/** Signs in and keeps the token; gives what to tell the person when it did not work. With `otp` in a second step. */
export async function signIn({ username, password }: Pair, otp?: string): Promise<SignInProblem | undefined> {
  if (!username || !password) return { text: 'Введите имя пользователя и пароль' };
  if (otp === '') return { text: 'Введите код', asksForCode: true };
  try {
    const { data } = await call<{ token?: unknown }>('POST', '/auth/login', { body: { username, password, otp } });
    return keep(data);
  } catch (error) {
    return problemOf(error, otp !== undefined);
  }
}

/** Signs in by the secret of a link from the server; gives what to tell the person when it did not work. */
export async function signInByLink(secret: string): Promise<string | undefined> {
  try {
    const { data } = await call<{ token?: unknown }>('POST', '/auth/link', { token: secret });
    return keep(data)?.text;
  } catch (error) {
    return extractError(error);
  }
}

function keep(data: { token?: unknown } | undefined): SignInProblem | undefined {
  if (typeof data?.token !== 'string' || data.token === '') return { text: extractError(data) };
  keepToken(data.token);
  return undefined;
}

function problemOf(error: unknown, isWithCode: boolean): SignInProblem {
  const also = isWithCode ? { asksForCode: true as const } : {};
  if (!(error instanceof ApiError)) return { text: WRONG };
  if (error.code === 'otp_required' || error.code === 'wrong_otp') return { text: error.message, asksForCode: true };
  if (error.status === 429) {
    const wait = error.retryAfter ?? 60;
    return { text: `Слишком много попыток входа. Подождите ${waitText(wait)} и попробуйте снова.`, wait, ...also };
  }
  if (error.status === 0 || error.status >= 500)
    return { text: WRONG, hint: `Возможно, дело не в пароле: ${lowerFirst(error.message)}`, ...also };
  return { text: WRONG };
}

const WRONG = 'Неверные учетные данные';

export function waitText(seconds: number): string {
  return seconds < 90 ? `${seconds} с` : `${Math.ceil(seconds / 60)} мин`;
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
