import { type CallOptions, call, storeToken } from '../../api.ts';
import { ApiError, extractError } from '../../errors/api-error.ts';

export interface Pair {
  username: string;
  password: string;
}

export interface SignInProblem {
  text: string;
  hint?: string; // Advice, when the cause is not a wrong password
  asksForCode?: true; // The password is right; a code is required
}

/** Signs in and stores the token; returns the problem, if any. `otp` is the second step. */
export async function signIn({ username, password }: Pair, otp?: string): Promise<SignInProblem | undefined> {
  if (!username || !password) return { text: 'Введите имя пользователя и пароль' };
  if (otp === '') return { text: 'Введите код', asksForCode: true };
  try {
    await enter('/auth/login', { body: { username, password, otp } });
    return undefined;
  } catch (error) {
    return problemOf(error, otp !== undefined);
  }
}

/** Stores the token in the response of `path`; throws without one. */
export async function enter(path: string, options: CallOptions): Promise<void> {
  const { data } = await call<{ token?: unknown } | undefined>('POST', path, options);
  if (typeof data?.token !== 'string' || data.token === '') throw new Error(extractError(data));
  storeToken(data.token);
}

/** The same text for every failure; `hint` has advice. */
function problemOf(error: unknown, isWithCode: boolean): SignInProblem {
  // DOMException: the token could not be stored. Other errors, such as a response without a token, have their own text.
  if (!(error instanceof ApiError)) return { text: error instanceof DOMException ? WRONG : extractError(error) };
  const { status, code, message } = error;
  if (code === 'otp_required') return { text: message, asksForCode: true };
  if (code === 'wrong_otp') return { text: WRONG, hint: message, asksForCode: true };
  const asksAgain = isWithCode && { asksForCode: true as const };
  if (status === 429) return { text: WRONG, hint: TOO_MANY, ...asksAgain };
  if (status === 0) return { text: WRONG, hint: NO_ANSWER, ...asksAgain };
  if (status >= 500) return { text: WRONG, hint: code ? message : serverErrorText(status), ...asksAgain };
  return { text: WRONG };
}

const WRONG = 'Неверные учетные данные';
const TOO_MANY = 'Слишком много попыток входа. Подождите минуту и попробуйте ещё раз.';
const NO_ANSWER = 'Сервер не отвечает. Проверьте соединение и попробуйте ещё раз.';

function serverErrorText(status: number): string {
  return `Сервер ответил ошибкой ${status}. Подождите минуту и попробуйте ещё раз.`;
}
