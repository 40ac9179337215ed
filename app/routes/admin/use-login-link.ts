import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signInByLink } from '../../ui/admin/sign-in/sign-in.ts';

/**
 * Signs in by the secret in the URL fragment. The fragment is removed first, so that neither the history nor a copied
 * address contains it.
 */
export function useLoginLink(): { isEntering: boolean; problem: string } {
  const [isEntering, setEntering] = useState(false);
  const [problem, setProblem] = useState('');
  const { hash } = useLocation();
  const navigate = useNavigate();
  const used = useRef('');
  useEffect(() => {
    const secret = /^#link=(.+)$/.exec(hash)?.[1];
    if (!secret || used.current === secret) return;
    used.current = secret;
    navigate('/admin/login', { replace: true });
    setEntering(true);
    setProblem('');
    void signInByLink(secret).then((found) => {
      setEntering(false);
      if (found) setProblem(found);
      else navigate('/admin', { replace: true });
    });
  }, [hash, navigate]);
  return { isEntering, problem };
}
