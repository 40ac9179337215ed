import { hidesSpoilers, SPOILER_FREE } from '../../../http/spoilers.ts';
import { spellView, VIEW_PARAMETER, type ViewGroup, viewIn, withChoice } from '../../../http/view-choices.ts';

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
export function ViewPanel({ url }: { url: URL }) {
  const page = url.searchParams.get('page');
  const isSpoilerFree = hidesSpoilers(url.search);
  return (
    <details id="view">
      <summary>
        <Eye />
        Версия для слабовидящих
      </summary>
      <form id="view-form" action="#view-form">
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
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M2 12c5-8.500 15-8.500 20 0-5 8.500-15 8.500-20 0z" />
      <circle cx="12" cy="12" r="3" />
    </svg>
  );
}
