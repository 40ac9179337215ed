import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type Answer, type CallOptions, call as callApi, type Method } from '../../api.ts';
import { ApiError } from '../../errors/api-error.ts';
import { readToken, watchToken } from '../../token.ts';
import { type UploadedImage, type UploadOptions, uploadImage } from '../../upload.ts';
import { SessionEnded, SignInAgain } from './sign-in-again.tsx';

/** While the panel is open its session is used this often, so that it does not run out under somebody who writes for hours. In ms. */
const KEEP_ALIVE_EVERY = 5 * 60_000;

interface Background {
  /** Nobody waits for this call: when the session has ended it fails with the 401, and a bar instead of a dialog tells so. */
  background?: boolean;
}

interface Session {
  /** As `call` of api.ts; when the session has ended it asks for the password in place and repeats the call. */
  call: <T>(method: Method, path: string, options?: CallOptions & Background) => Promise<Answer<T>>;
  /** As `uploadImage`, with the same care. */
  upload: (file: Blob, options?: UploadOptions) => Promise<UploadedImage>;
  /** Stops every reading that is under way: when the session ends, its answer would only say so. */
  stopReading: () => void;
  /** Empty until it is known. */
  username: string;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** How every screen of the panel talks to the server. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession() needs a SessionProvider above it.');
  return session;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const { asking, ended, tell, ask, answer } = useQuestion();
  const [username, setUsername] = useState('');
  const [reading] = useState(() => new AbortController());

  const call = useCallback<Session['call']>(
    (method, path, { background, ...options } = {}) =>
      repeatSignedIn(() => callApi(method, path, stoppable(method, options, reading.signal)), background ? tell : ask),
    [ask, tell, reading],
  );
  const upload = useCallback<Session['upload']>(
    (file, options) => repeatSignedIn(() => uploadImage(file, options), ask),
    [ask],
  );

  useEffect(() => {
    if (ended) return;
    call<{ username: string }>('GET', '/admin/me', { background: true }).then(
      ({ data }) => setUsername(data.username),
      () => {},
    );
  }, [call, ended]);
  useEffect(() => {
    const timer = setInterval(
      () => call('GET', '/auth/verify', { background: true }).catch(() => {}),
      KEEP_ALIVE_EVERY,
    );
    return () => clearInterval(timer);
  }, [call]);
  useEffect(() => watchToken((token) => void (token ? answer(true) : tell())), [answer, tell]);

  const stopReading = useCallback(() => reading.abort(), [reading]);
  const session = useMemo(() => ({ call, upload, stopReading, username }), [call, upload, stopReading, username]);
  return (
    <SessionContext value={session}>
      {ended && !asking && <SessionEnded onSignIn={() => void ask()} />}
      {children}
      {asking && <SignInAgain username={username} onDone={answer} />}
    </SessionContext>
  );
}

/** One question for the password, however many calls wait for its answer. */
function useQuestion() {
  const [asking, setAsking] = useState(false);
  const [ended, setEnded] = useState(false);
  const waiting = useRef<((signedIn: boolean) => void)[]>([]);
  const tell = useCallback(async () => {
    setEnded(true);
    return false;
  }, []);
  const ask = useCallback(() => {
    setAsking(true);
    setEnded(true);
    return new Promise<boolean>((resolve) => waiting.current.push(resolve));
  }, []);
  const answer = useCallback((signedIn: boolean) => {
    setAsking(false);
    if (signedIn) setEnded(false);
    for (const resolve of waiting.current.splice(0)) resolve(signedIn);
  }, []);
  return { asking, ended, tell, ask, answer };
}

function stoppable(method: Method, options: CallOptions, stopped: AbortSignal): CallOptions {
  if (method !== 'GET') return options;
  return { ...options, signal: options.signal ? AbortSignal.any([options.signal, stopped]) : stopped };
}

async function repeatSignedIn<T>(attempt: () => Promise<T>, ask: () => Promise<boolean>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      // Another call may have brought a new token while this one was under way.
      const isOld = error.token !== readToken() && readToken() !== null;
      if (!isOld && !(await ask())) throw error;
    }
  }
}
