const OF_HLS = 'data:,WEBVTT';

/** hls.js fills empty tracks with captions. It gives them a data: address, which the policy of the page forbids: a blob: one. */
export function allowEmptyTracks(): void {
  const src = Object.getOwnPropertyDescriptor(HTMLTrackElement.prototype, 'src');
  if (!src?.set) return;
  const empty = URL.createObjectURL(new Blob(['WEBVTT'], { type: 'text/vtt' }));
  const { set } = src;
  Object.defineProperty(HTMLTrackElement.prototype, 'src', {
    ...src,
    set(this: HTMLTrackElement, address: string) {
      set.call(this, address === OF_HLS ? empty : address);
    },
  });
}
