import type { ReactNode } from 'react';
import type { Source } from '../../../../model/settings/watch/sources.ts';
import type { PublicWatchSettings } from '../../../../model/settings/watch/watch.ts';
import styles from './cinema.module.css';
import { frameAddress, identityOf, isForeign } from './frame.ts';
import { Screen } from './screen.tsx';
import { Sources } from './sources.tsx';
import { useSource } from './use-source.ts';

interface Props {
  watch: PublicWatchSettings & { sources: Source[] };
  origin: string;
  children: ReactNode;
}

export function Cinema({ watch, origin, children }: Props) {
  const { title, description, sources } = watch;
  const { shown, frame, choose, from } = useSource(watch);
  if (!shown) return null;
  return (
    <section className={styles.cinema}>
      <Screen
        key={identityOf(shown)}
        frame={frame}
        address={frameAddress(shown, title, origin)}
        title={title}
        isForeign={isForeign(shown)}
      />
      <div className={styles.words}>
        {from && (
          <p className={styles.switched} role="status">
            «{from}» не отвечает. Показываем «{shown.title}».
          </p>
        )}
        <p className={styles.live}>Прямой эфир</p>
        <h1>{title}</h1>
        <p className={styles.description}>{description}</p>
        {sources.length > 1 && (
          <Sources
            sources={sources}
            shown={shown.id}
            addressOf={(source) => frameAddress(source, title, origin)}
            onChoose={choose}
          />
        )}
        {children}
      </div>
    </section>
  );
}
