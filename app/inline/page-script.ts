import { KEPT_CHOICES } from '../../http/view-choices.ts';
import { watchConsent } from './consent.ts';
import { defineCopyLink } from './copy-link.ts';
import { defineCountDown } from './count-down.ts';
import { deferLayout } from './deferred-layout.ts';
import { watchHeader } from './header.ts';
import { defineLocalTime } from './local-time.ts';
import { showView, watchView } from './view.ts';

/**
 * The site's only script of its own inside a page: what has to work before hydration, or without it. It runs in `<head>`, so that
 * the first paint already knows the visitor's decision and how the visitor sees the site. It is the same text on every page, which
 * lets the policy allow it by hash.
 */
export const pageScript = import.meta.env.SSR
  ? [
      `(${watchConsent})();(${watchView})(${JSON.stringify(KEPT_CHOICES)},${showView});(${watchHeader})();(${deferLayout})();`,
      `(${defineLocalTime})();(${defineCountDown})();(${defineCopyLink})();`,
    ].join('')
  : '';
