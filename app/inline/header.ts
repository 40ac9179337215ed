/**
 * The header's ways: `scrolled` past 50 px, and a menu (a native popover) that opens right below it, tells its state, closes when a
 * page is chosen and when the focus leaves it. Stands in the page as text, so it may use nothing from outside itself.
 */
export function watchHeader(): void {
  const SCROLLED_AFTER = 50;

  function showScrolled(): void {
    document.querySelector('[data-header]')?.classList.toggle('scrolled', scrollY > SCROLLED_AFTER);
    if (openMenu()) placeMenu();
  }

  /** Where the header ends depends on how far the bar above it is scrolled away. */
  function placeMenu(): void {
    const end = document.querySelector('[data-header]')?.getBoundingClientRect().bottom ?? 0;
    document.getElementById('menu')?.style.setProperty('--menu', `${end}px`);
  }

  function openMenu(): HTMLElement | null {
    try {
      return document.querySelector<HTMLElement>('#menu:popover-open');
    } catch {
      // A browser without popovers shows the menu as a plain list.
      return null;
    }
  }

  function closeMenu(): void {
    openMenu()?.hidePopover();
  }

  addEventListener('scroll', showScrolled, { passive: true });
  // With the frame that lays the page out anyway: asked for sooner, the place would cost a layout without the fonts.
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
      // The menu hangs from the header, and the header has its place while nothing above is opened.
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
