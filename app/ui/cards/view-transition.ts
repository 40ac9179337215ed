import { useViewTransitionState } from 'react-router';

/** Class that moves the article's image between list and article in a view transition; undefined otherwise. */
export function useViewTransition(slug: string): string | undefined {
  return useViewTransitionState(`/news/${slug}`) ? 'turning-picture' : undefined;
}
