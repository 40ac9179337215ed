import styles from './offline.module.css';

const NO_NETWORK = 'Нет сети. Попробуйте ещё раз, когда связь появится.';

/** Offline, a followed link would end in the browser's error page: keeps this page and says why. Returns the stop function. */
export function keepPageOffline(): () => void {
  const words = document.createElement('p');
  words.setAttribute('role', 'status');
  const say = (text: string) => {
    words.textContent = text;
    words.className = (text ? styles.offline : 'hidden') ?? '';
  };
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const leaves = link?.origin === location.origin && (link.pathname !== location.pathname || !link.hash);
    if (navigator.onLine || !leaves) return;
    event.preventDefault();
    event.stopPropagation();
    say(NO_NETWORK);
  };
  const forget = () => say('');
  forget();
  document.body.append(words);
  document.addEventListener('click', follow, true);
  addEventListener('online', forget);
  return () => {
    words.remove();
    document.removeEventListener('click', follow, true);
    removeEventListener('online', forget);
  };
}
