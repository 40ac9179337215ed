/** Props of a sticky lower bar: its measured height becomes the scroll padding of the page (`panel.css`). */
export const LOWER_BAR = { ref: measure, 'data-lower-bar': '' };

function measure(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const keep = () => style.setProperty('--lower-bar', `${bar.offsetHeight}px`);
  const observer = new ResizeObserver(keep);
  keep();
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--lower-bar');
  };
}
