import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Actor } from '../../../../roles.ts';
import { call, dropToken, readToken } from '../../../ui/api.ts';
import { ApiError, extractError, notOurs } from '../../../ui/errors/api-error.ts';

type State = 'checking' | 'in' | 'out' | 'failed';

/** Verifies the token once per visit. Only a refusal removes it and leads to the login; otherwise retry. */
export function useGuard() {
  const [state, setState] = useState<State>('checking');
  const [problem, setProblem] = useState('');
  const [actor, setActor] = useState<Actor>();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();

  const check = useCallback(async () => {
    setState('checking');
    if (!readToken()) return setState('out');
    try {
      const [{ data }, { data: me }] = await Promise.all([
        call<{ valid?: boolean }>('GET', '/auth/verify'),
        call<Actor>('GET', '/admin/me'),
      ]);
      if (data?.valid) {
        setActor({ username: me.username, role: me.role });
        return setState('in');
      }
      if (data?.valid !== false) throw notOurs(null);
    } catch (error) {
      setProblem(extractError(error));
      if (!(error instanceof ApiError) || error.status !== 401) return setState('failed');
    }
    dropToken();
    setState('out');
  }, []);
  useEffect(() => void check(), [check]);
  useEffect(() => {
    if (state === 'out') navigate('/admin/login', { replace: true, state: { from: pathname + search } });
  }, [state, navigate, pathname, search]);

  return { state, actor, problem, retry: check };
}
