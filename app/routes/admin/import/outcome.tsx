import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { importedWords } from '../../../../model/articles/kinds.ts';
import { plural } from '../../../../model/text/plural.ts';
import type { ImportReport } from '../../../../ops/import/import.ts';
import type { ImportedSource } from '../../../../ops/import/records.ts';
import { Ask } from '../../../ui/admin/ask.tsx';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { notifySuccess } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useChange, useGet } from '../../../ui/admin/queries.ts';
import { Card } from '../../../ui/admin/screen.tsx';

const MAX_SHOWN = 300;

interface OutcomeProps {
  report: ImportReport;
  isDry: boolean;
  onGo: () => void;
  onBack: () => void;
}

export function Outcome({ report, isDry, onGo, onBack }: OutcomeProps) {
  const { created, updated, unchanged, redirects, losses, texts } = report;
  const count = created + updated;
  const facts = [
    ['Новых текстов', created, ''],
    ['Обновлённых', updated, ', на прежнем сайте их с тех пор правили'],
    ['Уже здесь', unchanged, ', не изменятся'],
    ['Потерь', losses.length, ', список ниже'],
    ['Прежних адресов', redirects, ', с них посетитель попадёт на новые'],
  ] as const;
  return (
    <Card title={isDry ? 'Что перенесётся' : 'Готово'}>
      <dl className={ui.facts} role={isDry ? undefined : 'status'}>
        {facts
          .filter(([, number], at) => number > 0 || at === 0)
          .map(([name, number, meaning]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>
                <b>{number.toLocaleString('ru')}</b>
                <span className={ui.note}>{meaning}</span>
              </dd>
            </div>
          ))}
      </dl>
      {losses.length > 0 && <Losses losses={losses} />}
      {isDry && texts.length > 0 && (
        <details>
          <summary>Какие тексты</summary>
          <ul className={ui.rows}>
            {texts.slice(0, MAX_SHOWN).map((text) => (
              <li key={text.key}>
                <span className={ui.about}>
                  <b>{text.title}</b>
                  <span className={ui.note}>{importedWords(text)}</span>
                </span>
              </li>
            ))}
          </ul>
          {count > MAX_SHOWN && <p className={ui.note}>Показаны первые {MAX_SHOWN}.</p>}
        </details>
      )}
      <Group>
        {isDry && count > 0 && <Button onClick={onGo}>Перенести {plural(count, 'текст', 'текста', 'текстов')}</Button>}
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

/** Grouped by what is lost, the most frequent first; pictures by their reason, whatever their addresses. */
function Losses({ losses }: Pick<ImportReport, 'losses'>) {
  const kinds = Map.groupBy(losses, ({ what }) => what.replace(/ \S+:\/\/\S+:/, ':').replace(/ ?«[^»]*»/g, ''));
  const groups = [...kinds].toSorted(([, one], [, other]) => other.length - one.length);
  return (
    <section aria-label="Потери" className={ui.list}>
      <h3 className={ui.title}>Потери</h3>
      <ul className={ui.rows} style={{ maxHeight: '24rem', overflow: 'auto' }}>
        {groups.slice(0, MAX_SHOWN).map(([what, all]) => (
          <li key={what}>
            <details className={ui.about}>
              <summary>
                {what}: <b>{all.length.toLocaleString('ru')}</b>
              </summary>
              <ul style={{ maxHeight: '16rem', overflow: 'auto' }}>
                {all.slice(0, MAX_SHOWN).map((loss) => (
                  <li key={`${loss.item} ${loss.what}`}>
                    {loss.item}
                    <span className={ui.note}>
                      {loss.what !== what && `, ${loss.what}`}
                      {loss.count > 1 && ` × ${loss.count}`}
                    </span>
                  </li>
                ))}
              </ul>
              {all.length > MAX_SHOWN && <p className={ui.note}>Показаны первые {MAX_SHOWN}.</p>}
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Sources({ onTaken }: { onTaken: () => void }) {
  const { data = [] } = useGet<ImportedSource[]>('/admin/imports');
  const change = useChange('/admin/imports', '/admin/news');
  const undo = async ({ source }: ImportedSource) => {
    const path = `/admin/imports?${new URLSearchParams({ source })}`;
    const { removed, kept } = (await change<{ removed: number; kept: string[] }>('DELETE', path)).data;
    onTaken();
    const binned = plural(removed, 'текст', 'текста', 'текстов');
    const rest = kept.length > 0 ? ` Остались, их правили здесь: ${kept.length}.` : '';
    notifySuccess(`Привезённое убрано. В корзине: ${binned}.${rest}`);
  };
  if (data.length === 0) return null;
  return (
    <Card title="Привезено">
      <ul className={ui.lines}>
        {data.map((each) => (
          <li key={each.source}>
            <span className={ui.about}>
              <b>{each.source.replace(/^\w+:/, '') || each.source}</b>
              <span className={ui.note}>
                {plural(each.articles, 'текст', 'текста', 'текстов')}, <Moment at={each.importedAt} />
              </span>
            </span>
            <Ask
              button={(ask) => (
                <Button variant="default" onClick={ask}>
                  Убрать привезённое
                </Button>
              )}
              question="Убрать привезённое?"
              yes="Убрать"
              onYes={() => undo(each)}
            >
              <p>
                Тексты уйдут в корзину на 30 дней, прежние адреса забудутся. То, что правили здесь, останется. Картинки
                останутся в библиотеке
                {each.source.startsWith('rampa:') ? ', программа, партнёры и переадресация — на сайте.' : '.'}
              </p>
            </Ask>
          </li>
        ))}
      </ul>
    </Card>
  );
}
