import { type ReactNode, type RefObject, useEffect } from 'react';
import { KIND_MISSED, markText } from '../../../../model/settings/watch/marks.ts';
import type { Source } from '../../../../model/settings/watch/sources.ts';
import type { WatchSettings } from '../../../../model/settings/watch/watch.ts';
import { useSource } from './use-source.ts';

interface Props {
  watch: Pick<WatchSettings, 'sources' | 'active_source'>;
  /** Of the player, which reports how it plays. */
  frame: RefObject<HTMLIFrameElement | null>;
  addressOf: (source: Source) => string;
  onShow: (id: string) => void;
}

/** Which of several sources is shown, and why. Links to the players until hydration; then they switch in place. */
export default function Sources({ watch, frame, addressOf, onShow }: Props): ReactNode {
  const { shown, choose, from, isGone, missed } = useSource(watch, frame);
  const { id } = shown ?? {};
  useEffect(() => {
    if (id !== undefined) onShow(id);
  }, [id, onShow]);
  const { sources } = watch;
  const hasMarks = sources.some(({ kind, language }) => kind ?? language);
  return (
    <nav aria-label="Источник трансляции">
      {from && (
        <p role="status">
          «{from}» {isGone ? 'больше не идёт' : 'не отвечает'}. Показываем «{shown?.title}».
          {missed && ` Пока без ${KIND_MISSED[missed]}.`}
        </p>
      )}
      <p>{hasMarks ? 'Другие версии эфира и запасные источники:' : 'Не показывает? Выберите другой источник:'}</p>
      <ul>
        {sources.map((source) => (
          <li key={source.id}>
            <a
              href={addressOf(source)}
              target="_blank"
              rel="noopener"
              aria-current={source.id === id || undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                choose(source.id);
              }}
            >
              {source.title}
              <Mark source={source} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Not said twice when the title says it. Names of languages may differ between the server and a browser. */
function Mark({ source }: { source: Source }) {
  const mark = markText(source);
  if (mark === '' || source.title.toLowerCase().includes(mark.toLowerCase())) return null;
  return <small suppressHydrationWarning>{mark}</small>;
}
