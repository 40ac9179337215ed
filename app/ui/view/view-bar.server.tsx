import { renderToStaticMarkup } from 'react-dom/server';
import {
  type Choices,
  KEPT_CHOICES,
  normalizeView,
  SPOILER_FREE,
  VIEW_PARAMETER,
  type ViewGroup,
  withChoice,
  withSpoilers,
} from '../../../http/view-choices.ts';
import type { Site } from '../../context.ts';
import { keepMode } from '../../inline/view.ts';

/** First element of every page. Static HTML driven by the inline script: not hydrated, not in the client bundle. */
export function viewBar(url: URL, { view, isSpoilerFree, nonce }: Site): string {
  return renderToStaticMarkup(
    <>
      <ViewPanel view={view} isSpoilerFree={isSpoilerFree} page={url.searchParams.get('page')} />
      {/* Without a view in the URL only the inline script can reset it. */}
      <a className="normal" href={view.length > 0 ? normalAddress(url) : '#view'} data-view-does="normal">
        Обычная версия
      </a>
      <div className="tools wrap">
        <PauseButton />
        <ThemeButton />
      </div>
      <p className="hidden" role="status" data-view-said="" />
      {isSpoilerFree && <SpoilerFree url={url} nonce={nonce} />}
    </>,
  );
}

/** Cycles system, light, dark; the label is chosen by CSS. */
function ThemeButton() {
  return (
    <button type="button" className="theme" data-view-does="theme">
      <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor">
        <circle cx="12" cy="12" r="8.5" strokeWidth="2" />
        <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" />
      </svg>
      <span>
        Тема: <span className="is-system">как в системе</span>
        <span className="is-light">светлая</span>
        <span className="is-dark">тёмная</span>
      </span>
    </button>
  );
}

function normalAddress({ pathname, searchParams }: URL): string {
  const kept = new URLSearchParams(searchParams);
  kept.delete(VIEW_PARAMETER);
  return kept.size > 0 ? `${pathname}?${kept}` : pathname;
}

/** Pauses and resumes animation and live updates; its label is chosen by CSS. */
function PauseButton() {
  return (
    <button type="button" className="pause" data-view-does="motion">
      <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
        <path className="is-moving" d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z" />
        <path className="is-still" d="M8 5v14l11-7z" />
      </svg>
      <span>
        <span className="is-moving">Отключить анимацию</span>
        <span className="is-still">Включить анимацию</span>
      </span>
    </button>
  );
}

/** On spoiler-free pages: what is hidden, and how to see it. The cookie sends later visits here. */
function SpoilerFree({ url: { pathname, search }, nonce }: { url: URL; nonce: string }) {
  return (
    <p className="spoilers">
      <b>Без спойлеров.</b> Победитель, баллы и новости с начала последнего концерта скрыты. Страница не обновляется
      сама.{' '}
      <a href={withSpoilers(false, pathname, search)} data-spoilers="">
        Показать всё
      </a>
      <script nonce={nonce}>{`(${keepMode})()`}</script>
    </p>
  );
}

/** Labels: of no choice, then of each value of the group, in order. */
const GROUPS: { group: ViewGroup; name: string; labels: string[] }[] = [
  { group: 'text', name: 'Размер текста', labels: ['100 %', '150 %', '200 %'] },
  {
    group: 'scheme',
    name: 'Цвета',
    labels: [
      'Как на сайте',
      'Чёрным по белому',
      'Белым по чёрному',
      'Тёмно-синим по голубому',
      'Коричневым по бежевому',
    ],
  },
  { group: 'spacing', name: 'Интервал между буквами', labels: ['Обычный', 'Средний', 'Большой'] },
  { group: 'pictures', name: 'Картинки', labels: ['Показывать', 'Не показывать'] },
];

/** Low-vision settings. Without scripts each button requests the page in its view. */
function ViewPanel({ view, isSpoilerFree, page }: Choices & { page: string | null }) {
  return (
    <details id="view">
      <summary>
        <Eye />
        Версия для слабовидящих
      </summary>
      <form id="view-form" className="wrap" action="#view-form">
        {page && <input type="hidden" name="page" value={page} />}
        {isSpoilerFree && <input type="hidden" name={SPOILER_FREE[0]} value={SPOILER_FREE[1]} />}
        {GROUPS.map(({ group, name, labels }) => (
          <fieldset key={group}>
            <legend>{name}</legend>
            {labels.map((label, at) => {
              const word = KEPT_CHOICES[group][at - 1] ?? '';
              const chosen = normalizeView(withChoice(view, group, word));
              return (
                <button
                  key={word}
                  type="submit"
                  name={VIEW_PARAMETER}
                  value={chosen}
                  aria-pressed={chosen === normalizeView(view)}
                  data-view-does={`${group}:${word}`}
                >
                  {label}
                </button>
              );
            })}
          </fieldset>
        ))}
      </form>
    </details>
  );
}

function Eye() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
      <path d="M2 12c5-8.5 15-8.5 20 0-5 8.5-15 8.5-20 0z" />
      <circle cx="12" cy="12" r="3" />
    </svg>
  );
}
