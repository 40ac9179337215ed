import type { DetailedHTMLProps, HTMLAttributes } from 'react';

type OwnElement<Attributes> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Attributes;

/** Custom elements defined by the inline script. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'own-time': OwnElement<{ at: string; wall: string }>;
      'kept-fold': OwnElement<object>;
    }
  }
}
