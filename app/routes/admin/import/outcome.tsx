import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { plural } from '../../../../model/text/plural.ts';
import type { ImportReport } from '../../../../ops/import/import.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { Card } from '../../../ui/admin/screen.tsx';

const SHOWN = 300; // losses

interface OutcomeProps {
  report: ImportReport;
  isDry: boolean;
  onGo: () => void;
  onBack: () => void;
}

/** What comes, or has come, and what is lost. */
export function Outcome({ report, isDry, onGo, onBack }: OutcomeProps) {
  const { created, updated, unchanged, redirects, losses } = report;
  const count = created + updated;
  const facts = [
    [isDry ? 'Приедут' : 'Приехали', created],
    [isDry ? 'Обновятся' : 'Обновлены', updated],
    ['Уже здесь', unchanged],
    ['Прежних адресов', redirects],
  ] as const;
  return (
    <Card title={isDry ? 'Что приедет' : 'Готово'}>
      <dl className={ui.facts} role={isDry ? undefined : 'status'}>
        {facts.map(([name, number]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{number.toLocaleString('ru')}</dd>
          </div>
        ))}
      </dl>
      {losses.length > 0 && (
        <section aria-label="Потери" className={ui.list}>
          <h3 className={ui.title}>Потери: {losses.length.toLocaleString('ru')}</h3>
          <ul className={ui.rows} style={{ maxHeight: '24rem', overflow: 'auto' }}>
            {losses.slice(0, SHOWN).map(({ item, what, count: times }) => (
              <li key={`${item} ${what}`}>
                <span className={ui.about}>
                  <b>{item}</b>
                  <span className={ui.note}>
                    {what}
                    {times > 1 && ` × ${times}`}
                  </span>
                </span>
              </li>
            ))}
          </ul>
          {losses.length > SHOWN && <p className={ui.note}>Показаны первые {SHOWN}.</p>}
        </section>
      )}
      <Group>
        {isDry && count > 0 && <Button onClick={onGo}>Привезти {plural(count, 'текст', 'текста', 'текстов')}</Button>}
        {!isDry && (
          <Button component={Link} to="/admin/news">
            К новостям
          </Button>
        )}
        <Button variant="default" onClick={onBack}>
          {isDry ? 'Выбрать другое' : 'Перенести ещё'}
        </Button>
      </Group>
    </Card>
  );
}
