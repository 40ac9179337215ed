import { useDidUpdate, useInterval } from '@mantine/hooks';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { Actor, Role } from '../../../../roles.ts';
import { type Answer, type CallOptions, call as callApi, type Method, readToken, watchToken } from '../../api.ts';
import { ApiError } from '../../errors/api-error.ts';
import { type UploadedFile, type UploadedImage, type UploadOptions, uploadFile, uploadImage } from '../../upload.ts';
import { ConfirmPassword, SessionEnded, SignInAgain, usePendingDialog } from './password-dialogs.tsx';

const KEEP_ALIVE_INTERVAL = 5 * 60_000; // ms

interface Background {
  background?: boolean; // On an ended session: fails with the 401 and shows a bar, no dialog
}

interface Session {
  /** `call` of api.ts; opens a dialog and retries when the session has ended or the password must be confirmed. */
  call: <T>(method: Method, path: string, options?: CallOptions & Background) => Promise<Answer<T>>;
  /** `uploadImage` and `uploadFile` with the same retry. */
  upload: (file: Blob, options?: UploadOptions) => Promise<UploadedImage>;
  uploadFile: (file: Blob, options?: UploadOptions) => Promise<UploadedFile>;
  stopReading: () => void; // Aborts running reads at sign-out: they would only fail with 401
  username: string;
  nameOf: (username: string) => string; // Display name of a user, else the username
  readAgain: () => Promise<void>; // After a change of names
  role: Role; // For display; the server enforces it
}

/** Answer of `GET /api/admin/me`. */
export interface Me extends Actor {
  names?: Record<string, string>; // Not from an older server
}

const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession() needs a SessionProvider above it.');
  return session;
}

export function SessionProvider({ actor, children }: { actor: Me; children: ReactNode }) {
  const { asking, ended, showBar, ask, answer } = usePendingDialog();
  const { asking: isConfirming, ask: confirm, answer: answerConfirmed } = usePendingDialog();
  const [{ username, role, names }, setActor] = useState(actor);
  const [reading] = useState(() => new AbortController());

  const readActor = useCallback(
    () =>
      callApi<Me>('GET', '/admin/me', { signal: reading.signal }).then(
        ({ data }) => data && setActor(data),
        () => {},
      ),
    [reading],
  );
  const call = useCallback(
    async <T,>(method: Method, path: string, { background, ...options }: CallOptions & Background = {}) => {
      const given = withStopSignal(method, options, reading.signal);
      const attempt = async () => {
        const answer = await callApi<T>(method, path, given);
        // Public GETs ignore an expired token and answer what visitors get (no `no-store`), which must not fill a form.
        if (method === 'GET' && answer.headers.get('Cache-Control') !== 'no-store')
          await callApi('GET', '/auth/verify', given);
        return answer;
      };
      try {
        const isAgain = signInAfter401(background ? showBar : ask);
        return await withRetries(attempt, (error) => (error.code === 'password_required' ? confirm() : isAgain(error)));
      } catch (error) {
        // The role may have been changed meanwhile.
        if (error instanceof ApiError && error.code === 'forbidden_role') void readActor();
        throw error;
      }
    },
    [ask, showBar, confirm, reading, readActor],
  );

  // Another account may have signed in.
  useDidUpdate(() => {
    if (!ended) void readActor();
  }, [ended]);
  const keepAlive = () => call('GET', '/auth/verify', { background: true }).catch(() => {});
  useInterval(keepAlive, KEEP_ALIVE_INTERVAL, { autoInvoke: true });
  useEffect(
    () => watchToken((token) => void (token ? readActor().then(() => answer(true)) : showBar())),
    [answer, showBar, readActor],
  );

  const session = useMemo<Session>(
    () => ({
      call,
      upload: (file, options) => withRetries(() => uploadImage(file, options), signInAfter401(ask)),
      uploadFile: (file, options) => withRetries(() => uploadFile(file, options), signInAfter401(ask)),
      stopReading: () => reading.abort(),
      username,
      // A user may be called `constructor`.
      nameOf: (name) => (names && Object.hasOwn(names, name) && names[name]) || name,
      readAgain: readActor,
      role,
    }),
    [call, ask, reading, username, names, readActor, role],
  );
  return (
    <SessionContext value={session}>
      {ended && !asking && <SessionEnded onSignIn={() => void ask()} />}
      {children}
      {isConfirming && <ConfirmPassword call={call} username={username} onDone={answerConfirmed} />}
      {asking && <SignInAgain username={username} onDone={answer} />}
    </SessionContext>
  );
}

function withStopSignal(method: Method, options: CallOptions, stopped: AbortSignal): CallOptions {
  if (method !== 'GET') return options;
  return { ...options, signal: options.signal ? AbortSignal.any([options.signal, stopped]) : stopped };
}

/** Retries after an API error while `isAgain` resolves to true. */
async function withRetries<T>(attempt: () => Promise<T>, isAgain: (error: ApiError) => Promise<boolean>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || !(await isAgain(error))) throw error;
    }
  }
}

/** After a 401, resolves to whether there is a session again. */
function signInAfter401(ask: () => Promise<boolean>) {
  return async ({ status, token }: ApiError) => {
    // Another call may have stored a new token meanwhile.
    const isOld = token !== readToken() && readToken() !== null;
    return status === 401 && (isOld || ask());
  };
}
