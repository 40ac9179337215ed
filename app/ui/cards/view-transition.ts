import { useViewTransitionState } from 'react-router';

/** Class that moves the article's image between a list and the article in a view transition; undefined otherwise. */
export function useViewTransition(slug: string): string | undefined {
  const isItsOwn = useViewTransitionState(`/news/${slug}`);
  const isOfList = [useViewTransitionState('/news'), useViewTransitionState('/')].includes(true);
  return isItsOwn && isOfList ? 'turning-picture' : undefined;
}
