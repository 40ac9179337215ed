import { renderToStaticMarkup } from 'react-dom/server';
import {
  hidesSpoilers,
  SPOILER_FREE,
  spellView,
  VIEW_PARAMETER,
  type ViewGroup,
  viewIn,
  withChoice,
  withSpoilers,
} from '../../../http/view-choices.ts';
import { keepMode } from '../../inline/view.ts';

/** First element of every page. Static HTML driven by the inline script: not hydrated, not in the client bundle. */
export function viewBar(url: URL, nonce: string): string {
  return renderToStaticMarkup(
    <>
      <ViewPanel url={url} />
      <a className="normal" href={normalAddress(url)} data-view-does="normal">
        Обычная версия
      </a>
      <div className="tools wrap">
        <PauseButton />
        <ThemeButton />
      </div>
      <p className="hidden" role="status" data-view-said="" />
      {hidesSpoilers(url.search) && <SpoilerFree url={url} nonce={nonce} />}
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

/** Without a view in the URL only the inline script can reset it. */
function normalAddress({ pathname, search, searchParams }: URL): string {
  if (viewIn(search).length === 0) return '#view';
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

/** Says on a page without spoilers what is missing, and how to see it. The cookie sends later visits here. */
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

const GROUPS: { group: ViewGroup; name: string; words: [word: string, label: string][] }[] = [
  {
    group: 'text',
    name: 'Размер текста',
    words: [
      ['', '100 %'],
      ['150', '150 %'],
      ['200', '200 %'],
    ],
  },
  {
    group: 'scheme',
    name: 'Цвета',
    words: [
      ['', 'Как на сайте'],
      ['white', 'Чёрным по белому'],
      ['black', 'Белым по чёрному'],
      ['blue', 'Тёмно-синим по голубому'],
      ['beige', 'Коричневым по бежевому'],
    ],
  },
  {
    group: 'spacing',
    name: 'Интервал между буквами',
    words: [
      ['', 'Обычный'],
      ['wide', 'Средний'],
      ['wider', 'Большой'],
    ],
  },
  {
    group: 'pictures',
    name: 'Картинки',
    words: [
      ['', 'Показывать'],
      ['plain', 'Не показывать'],
    ],
  },
];

/** Low-vision settings. Without scripts each button requests the page in its view. */
function ViewPanel({ url }: { url: URL }) {
  const page = url.searchParams.get('page');
  const isSpoilerFree = hidesSpoilers(url.search);
  return (
    <details id="view">
      <summary>
        <Eye />
        Версия для слабовидящих
      </summary>
      <form id="view-form" className="wrap" action="#view-form">
        {page && <input type="hidden" name="page" value={page} />}
        {isSpoilerFree && <input type="hidden" name={SPOILER_FREE[0]} value={SPOILER_FREE[1]} />}
        {GROUPS.map(({ group, name, words }) => (
          <fieldset key={group}>
            <legend>{name}</legend>
            {words.map(([word, label]) => (
              <Choice key={word} view={viewIn(url.search)} group={group} word={word} label={label} />
            ))}
          </fieldset>
        ))}
      </form>
    </details>
  );
}

interface ChoiceProps {
  view: string[];
  group: ViewGroup;
  word: string;
  label: string;
}

function Choice({ view, group, word, label }: ChoiceProps) {
  const chosen = spellView(withChoice(view, group, word));
  return (
    <button
      type="submit"
      name={VIEW_PARAMETER}
      value={chosen}
      aria-pressed={chosen === spellView(view)}
      data-view-does={`${group}:${word}`}
    >
      {label}
    </button>
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
