import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Role } from '../../../../roles.ts';
import { call } from '../../api.ts';
import { extractError } from '../../errors/api-error.ts';

export interface Invited {
  secret: string;
  role: Role;
  /** Null: to be chosen. */
  username: string | null;
}

/** Reads the invitation in the URL fragment, removed first: neither history nor a copied address contains its secret. */
export function useInvitation(): { invitation: Invited | undefined; problem: string } {
  const [invitation, setInvitation] = useState<Invited>();
  const [problem, setProblem] = useState('');
  const { hash } = useLocation();
  const navigate = useNavigate();
  const used = useRef('');
  useEffect(() => {
    const secret = /^#invitation=(.+)$/.exec(hash)?.[1];
    if (!secret || used.current === secret) return;
    used.current = secret;
    navigate('/admin/login', { replace: true });
    setProblem('');
    call<Omit<Invited, 'secret'>>('GET', '/auth/invitation', { token: secret }).then(
      ({ data }) => setInvitation({ ...data, secret }),
      (error: unknown) => setProblem(extractError(error)),
    );
  }, [hash, navigate]);
  return { invitation, problem };
}
