import { useEffect } from 'react';
import sheet from './embeds.css?url';

/** Style sheet and script of a text with embeds; others do not load them. */
export function Embeds({ html }: { html: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed text replaces what has been woken.
  useEffect(() => {
    import('./frames.ts').then(
      ({ wakeEmbeds }) => wakeEmbeds(),
      () => {},
    );
  }, [html]);
  return <link rel="stylesheet" href={sheet} precedence="body" />;
}
