import { KEPT_CHOICES } from '../../http/view-choices.ts';
import { watchConsent } from './consent.ts';
import { defineCopyLink } from './copy-link.ts';
import { defineCountDown } from './count-down.ts';
import { deferLayout } from './deferred-layout.ts';
import { watchHeader } from './header.ts';
import { defineLocalTime } from './local-time.ts';
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
