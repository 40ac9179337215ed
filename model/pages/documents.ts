import type { SiteText } from '../settings/site-text.ts';
import type { PageIndex } from './page-index.ts';

/** Slugs that a new site's drafts of these documents have. */
export const POLICY = 'privacy';
export const CONSENT = 'consent';

/** Addresses of the documents that stand beside every consent. */
export interface LegalDocuments {
  policy?: string;
  consent?: string;
}

/** The policy that the texts name, else the site's own page; pages while they are public, at their slugs of now. Fails as `PageIndex.find`. */
export async function legalDocuments(
  { legal_privacy }: Pick<SiteText, 'legal_privacy'>,
  pages: Pick<PageIndex, 'find'>,
): Promise<LegalDocuments> {
  const [own, consent] = await Promise.all([pages.find(POLICY), pages.find(CONSENT)]);
  const policy = legal_privacy || (own && `/${own}`);
  return { ...(policy && { policy }), ...(consent && { consent: `/${consent}` }) };
}
