import { call } from '../api.ts';
import { ApiError, extractError } from '../api-error.ts';
import { keepToken } from '../token.ts';

export interface SignInProblem {
  text: string;
  /** What else it may be when the server did not say that the pair is wrong. */
  hint?: string;
  /** Seconds until the next attempt is let in. */
  wait?: number;
}

/** Signs in and keeps the token; gives what to tell the person when it did not work. */
export async function signIn(username: string, password: string): Promise<SignInProblem | undefined> {
  if (!username || !password) return { text: 'Введите имя пользователя и пароль' };
  try {
    const { data } = await call<{ token?: unknown }>('POST', '/auth/login', { body: { username, password } });
    if (typeof data?.token !== 'string' || data.token === '') return { text: extractError(data) };
    keepToken(data.token);
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}

function problemOf(error: unknown): SignInProblem {
  if (!(error instanceof ApiError)) return { text: WRONG };
  if (error.status === 429) {
    const wait = error.retryAfter ?? 60;
    return { text: `Слишком много попыток входа. Подождите ${waitText(wait)} и попробуйте снова.`, wait };
  }
  if (error.status === 0 || error.status >= 500)
    return { text: WRONG, hint: `Возможно, дело не в пароле: ${lowerFirst(error.message)}` };
  return { text: WRONG };
}

const WRONG = 'Неверные учетные данные';

export function waitText(seconds: number): string {
  return seconds < 90 ? `${seconds} с` : `${Math.ceil(seconds / 60)} мин`;
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
