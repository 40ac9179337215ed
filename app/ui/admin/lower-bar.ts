/** Fields that take the focus stay above a bar with this, whatever its height (`panel.css`). */
export const LOWER_BAR = { ref: measure, 'data-lower-bar': '' };

function measure(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--lower-bar', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--lower-bar');
  };
}
