/** `scrolled` past 50 px; the menu closes on navigation and when focus leaves it. Stringified: no outside references. */
export function watchHeader(): void {
  const SCROLLED_AFTER = 50;

  function showScrolled(): void {
    document.querySelector('[data-header]')?.classList.toggle('scrolled', scrollY > SCROLLED_AFTER);
    if (openMenu()) placeMenu();
  }

  function placeMenu(): void {
    const end = document.querySelector('[data-header]')?.getBoundingClientRect().bottom ?? 0;
    document.getElementById('menu')?.style.setProperty('--menu', `${end}px`);
  }

  function openMenu(): HTMLElement | null {
    try {
      return document.querySelector<HTMLElement>('#menu:popover-open');
    } catch {
      // Without the Popover API the menu is a plain list.
      return null;
    }
  }

  function closeMenu(): void {
    openMenu()?.hidePopover();
  }

  addEventListener('scroll', showScrolled, { passive: true });
  // In the next frame: reading scrollY sooner would force a layout before the fonts are there.
  addEventListener('pageshow', () => requestAnimationFrame(showScrolled));
  addEventListener('popstate', closeMenu);
  document.addEventListener('DOMContentLoaded', () => {
    document.querySelector('[popovertarget="menu"]')?.setAttribute('aria-expanded', 'false');
  });
  // Toggle events do not bubble.
  document.addEventListener(
    'beforetoggle',
    (event) => {
      if (event.target instanceof Element && event.target.id === 'menu') placeMenu();
    },
    true,
  );
  document.addEventListener(
    'toggle',
    (event) => {
      if (!(event.target instanceof Element) || event.target.id !== 'menu') return;
      // An open view panel would move the header, to which the menu is aligned.
      if (openMenu()) document.getElementById('view')?.removeAttribute('open');
      placeMenu();
      document.querySelector('[popovertarget="menu"]')?.setAttribute('aria-expanded', String(openMenu() !== null));
    },
    true,
  );
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('#menu a')) closeMenu();
  });
  document.addEventListener('focusin', (event) => {
    const inside = event.target instanceof Element && event.target.closest('#menu, [popovertarget="menu"]');
    if (!inside) closeMenu();
  });
}
