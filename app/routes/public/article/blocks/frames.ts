const ALLOWED = 'autoplay; fullscreen; picture-in-picture; encrypted-media; clipboard-write';
/** Without `allow-top-navigation`: a player cannot lead visitors away. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation';
const STAGE = '.embed-stage';

/** Posters load their player on a click, or at once with accepted cookies. */
export function wakeEmbeds(): void {
  for (const control of document.querySelectorAll<HTMLElement>(`${STAGE} > [hidden]`)) control.hidden = false;
  if (document.documentElement.dataset.consent !== 'accepted') return;
  for (const stage of document.querySelectorAll<HTMLElement>(STAGE)) load(stage, false);
}

/** Keeps the blocks whose loaded player the new text has too, in the same order. */
export function replaceText(body: HTMLElement, html: string): void {
  const template = document.createElement('template');
  template.innerHTML = html;
  const blocks = [...template.content.childNodes];
  const frames = new Set(blocks.map(frameIn));
  const kept = [...body.children].filter((block) => block.querySelector('iframe') && frames.has(frameIn(block)));
  for (const old of [...body.childNodes]) if (!kept.includes(old as Element)) old.remove();
  for (const block of blocks) {
    if (kept[0] && frameIn(kept[0]) === frameIn(block)) kept.shift();
    else body.insertBefore(block, kept[0] ?? null);
  }
  for (const old of kept) old.remove();
}

/** Address of the first player in a block, loaded or not. */
function frameIn(block: Node): string | undefined {
  return block instanceof Element
    ? block.querySelector<HTMLElement>(`${STAGE}[data-frame], ${STAGE} > [data-frame]`)?.dataset.frame
    : undefined;
}

function load(stage: HTMLElement, isWanted: boolean): boolean {
  const { frame, title } = stage.querySelector('button')?.dataset ?? {};
  if (!frame) return false;
  const player = document.createElement('iframe');
  player.title = title ?? '';
  player.allow = ALLOWED;
  player.referrerPolicy = 'strict-origin-when-cross-origin';
  player.setAttribute('sandbox', SANDBOX);
  if (!isWanted) player.loading = 'lazy';
  player.src = isWanted ? playing(frame) : frame;
  stage.dataset.frame = frame;
  stage.replaceChildren(player);
  if (isWanted) player.focus();
  return true;
}

function playing(frame: string): string {
  return `${frame}${frame.includes('?') ? '&' : '?'}autoplay=1`;
}

document.addEventListener('rampa:consent', wakeEmbeds);
document.addEventListener('click', (event) => {
  const stage = event.target instanceof Element ? event.target.closest<HTMLElement>(`${STAGE}, p a`) : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (stage?.matches(STAGE) && isPlain && load(stage, true)) event.preventDefault();
});
