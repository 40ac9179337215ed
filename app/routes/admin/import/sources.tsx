import { Button } from '@mantine/core';
import { useState } from 'react';
import { plural } from '../../../../model/text/plural.ts';
import type { ImportedSource } from '../../../../ops/import/records.ts';
import { Confirm } from '../../../ui/admin/dialog.tsx';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { tellDone } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useAnswer, useChange } from '../../../ui/admin/queries.ts';
import { Card } from '../../../ui/admin/screen.tsx';

/** «Убрать привезённое». */
export function Sources() {
  const { data = [] } = useAnswer<ImportedSource[]>('/admin/imports');
  const change = useChange('/admin/imports', '/admin/news');
  const [asked, setAsked] = useState<ImportedSource>();
  const undo = async ({ source }: ImportedSource) => {
    const path = `/admin/imports?${new URLSearchParams({ source })}`;
    const { removed, kept } = (await change<{ removed: number; kept: string[] }>('DELETE', path)).data;
    setAsked(undefined);
    tellDone(`В корзине: ${removed}.${kept.length > 0 ? ` Остались, их правили здесь: ${kept.length}.` : ''}`);
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
            <Button variant="default" onClick={() => setAsked(each)}>
              Убрать привезённое
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <Confirm question="Убрать привезённое?" yes="Убрать" onYes={() => undo(asked)} onNo={() => setAsked(undefined)}>
          <p>
            Тексты уйдут в корзину на 30 дней, прежние адреса забудутся. То, что правили здесь, останется. Картинки
            останутся в библиотеке.
          </p>
        </Confirm>
      )}
    </Card>
  );
}
