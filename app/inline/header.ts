/** `scrolled` past 50 px; the menu closes on navigation and when focus leaves it. Stringified: no outside references. */
export function watchHeader(): void {
  const SCROLLED_AFTER = 50;

  function showScrolled(): void {
    document.querySelector('[data-header]')?.classList.toggle('scrolled', scrollY > SCROLLED_AFTER);
    placeMenu(openMenu());
  }

  function placeMenu(menu: HTMLElement | null): void {
    const end = document.querySelector('[data-header]')?.getBoundingClientRect().bottom ?? 0;
    menu?.style.setProperty('--menu', `${end}px`);
  }

  /** The menu, or «Ещё» in it. */
  function menuOf({ target }: Event): HTMLElement | null {
    return target instanceof HTMLElement && target.matches('[data-header] [popover]') ? target : null;
  }

  function openMenu(): HTMLElement | null {
    try {
      return document.querySelector<HTMLElement>('[data-header] :popover-open');
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
    for (const button of document.querySelectorAll('[data-header] [popovertarget]'))
      button.setAttribute('aria-expanded', 'false');
  });
  // Toggle events do not bubble.
  document.addEventListener('beforetoggle', (event) => placeMenu(menuOf(event)), true);
  document.addEventListener(
    'toggle',
    (event) => {
      const menu = menuOf(event);
      if (!menu) return;
      // An open view panel would move the header, to which the menu is aligned.
      if (openMenu()) document.getElementById('view')?.removeAttribute('open');
      placeMenu(menu);
      document
        .querySelector(`[popovertarget="${menu.id}"]`)
        ?.setAttribute('aria-expanded', String(menu.matches(':popover-open')));
    },
    true,
  );
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('#menu a')) closeMenu();
  });
  document.addEventListener('focusin', (event) => {
    const open = openMenu();
    const own = `#${open?.id}, [popovertarget="${open?.id}"]`;
    if (!(event.target instanceof Element && event.target.closest(own))) closeMenu();
  });
}
