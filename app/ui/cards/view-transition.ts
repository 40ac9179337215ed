import { useViewTransitionState } from 'react-router';

/**
 * While the page turns from a list to an article or back, the article's picture is one and the same on both: the class under which
 * the browser moves it from one place to the other. Undefined at all other times.
 */
export function useViewTransition(slug: string): string | undefined {
  return useViewTransitionState(`/news/${slug}`) ? 'turning-picture' : undefined;
}
