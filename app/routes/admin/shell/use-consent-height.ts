import { useEffect } from 'react';

/** Keeps `--consent-height` on `<html>`: the consent banner and the panel's action bars share the lower edge of the window. */
export function useConsentHeight(): void {
  useEffect(() => {
    const banner = document.getElementById('consent');
    if (!banner) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--consent-height', `${banner.offsetHeight}px`));
    observer.observe(banner, { box: 'border-box' });
    return () => observer.disconnect();
  }, []);
}
