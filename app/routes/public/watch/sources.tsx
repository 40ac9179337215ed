import type { Source } from '../../../../model/settings/watch/sources.ts';
import styles from './sources.module.css';

interface Props {
  sources: Source[];
  shown: string;
  addressOf: (source: Source) => string;
  onChoose: (id: string) => void;
}

/** Links to the players until hydration; then they switch the source in place. */
export function Sources({ sources, shown, addressOf, onChoose }: Props) {
  return (
    <nav className={styles.sources} aria-label="Источник трансляции">
      <p>Не показывает? Выберите другой источник:</p>
      <ul>
        {sources.map((source) => (
          <li key={source.id}>
            <a
              href={addressOf(source)}
              target="_blank"
              rel="noopener"
              aria-current={source.id === shown || undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                onChoose(source.id);
              }}
            >
              {source.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
