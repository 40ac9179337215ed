import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Captions, CaptionTracks, NO_CAPTIONS } from './captions.ts';

/** Captions of the video, for a menu. The key C, in any layout, switches them. */
export function useCaptions(video: RefObject<HTMLVideoElement | null>) {
  const [captions, setCaptions] = useState<Captions>(NO_CAPTIONS);
  const tracks = useRef<CaptionTracks>(null);
  useEffect(() => {
    if (!video.current) return;
    const started = new CaptionTracks(video.current, setCaptions);
    tracks.current = started;
    const press = ({ code, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      // In a list a letter looks for an option.
      const isOther = ctrlKey || metaKey || altKey || target instanceof HTMLSelectElement;
      if (code === 'KeyC' && !isOther) started.toggle();
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
      started.stop();
    };
  }, [video]);
  return { captions, choose: (id: number | null) => tracks.current?.choose(id) };
}
