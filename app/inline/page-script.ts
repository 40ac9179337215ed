import { KEPT_CHOICES } from '../../http/view-choices.ts';
import { deferLayout } from './after-paint.ts';
import { watchConsent } from './consent.ts';
import { defineCopyLink, defineCountDown, defineLocalTime } from './elements.ts';
import { watchHeader } from './header.ts';
import { showView, watchView } from './view.ts';

/**
 * Our only inline script: what has to work before or without hydration. Runs in `<head>`, before the first paint.
 * Identical on every page: the CSP allows it by hash. Its elements write to shadow trees, which React ignores.
 */
export const pageScript = import.meta.env.SSR
  ? [
      `(${watchConsent})();(${watchView})(${JSON.stringify(KEPT_CHOICES)},${showView});(${watchHeader})();(${deferLayout})();`,
      `(${defineLocalTime})();(${defineCountDown})();(${defineCopyLink})();`,
    ].join('')
  : '';
