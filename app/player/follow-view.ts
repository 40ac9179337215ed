const KEY = 'rampa.view';

/** Gives the player the low-vision view: that of the page around it, else the stored one. Gives what ends it. */
export function followView(): () => void {
  const around = parent === window ? undefined : parent.document.documentElement;
  const show = () => {
    const view = around ? around.dataset.view : storedView();
    if (view) document.documentElement.dataset.view = view;
    else delete document.documentElement.dataset.view;
  };
  show();
  if (!around) {
    addEventListener('storage', show);
    return () => removeEventListener('storage', show);
  }
  const observer = new MutationObserver(show);
  observer.observe(around, { attributeFilter: ['data-view'] });
  return () => observer.disconnect();
}

function storedView(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
