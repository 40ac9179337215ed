const ALLOWED = 'autoplay; fullscreen; picture-in-picture; encrypted-media; clipboard-write';
/** Without `allow-top-navigation`: a player cannot lead visitors away. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation';
const STAGE = '.embed-stage';

/** Makes the posters in the document work; with accepted cookies their frames come at once. */
export function wakeEmbeds(): void {
  for (const control of document.querySelectorAll<HTMLElement>(`${STAGE} > [hidden]`)) control.hidden = false;
  if (document.documentElement.dataset.consent !== 'accepted') return;
  for (const stage of document.querySelectorAll(STAGE)) load(stage, false);
}

function load(stage: Element, isWanted: boolean): boolean {
  const { frame, title } = stage.querySelector('button')?.dataset ?? {};
  if (!frame) return false;
  const player = document.createElement('iframe');
  player.title = title ?? '';
  player.allow = ALLOWED;
  player.referrerPolicy = 'strict-origin-when-cross-origin';
  player.setAttribute('sandbox', SANDBOX);
  if (!isWanted) player.loading = 'lazy';
  player.src = isWanted ? playing(frame) : frame;
  stage.replaceChildren(player);
  if (isWanted) player.focus();
  return true;
}

function playing(frame: string): string {
  return `${frame}${frame.includes('?') ? '&' : '?'}autoplay=1`;
}

document.addEventListener('rampa:consent', wakeEmbeds);
document.addEventListener('click', (event) => {
  const stage = event.target instanceof Element ? event.target.closest(STAGE) : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (stage && isPlain && load(stage, true)) event.preventDefault();
});
