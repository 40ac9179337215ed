import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { capital } from '../../../../../model/articles/kinds.ts';
import { Moment } from '../../../../ui/admin/fields/moment.tsx';
import { copy, notifyError, notifySuccess } from '../../../../ui/admin/notices.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { Card } from '../../../../ui/admin/screen.tsx';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import type { Draft } from '../draft/draft.ts';
import { useDraft } from '../draft/use-draft.ts';

interface Preview {
  url: string;
  expiresAt: string;
}

export function PreviewCard({ draft }: { draft: Draft }) {
  const { call } = useSession();
  const stored = useDraft(draft, 'article');
  const isDirty = useDraft(draft, 'isDirty');
  const [preview, setPreview] = useState<Preview>();
  const path = `${draft.path}/${stored?.slug}/preview`;
  const { mutate, isPending } = useMutation({
    mutationFn: async (wanted: boolean) => {
      const { data } = await call<Preview | undefined>(wanted ? 'POST' : 'DELETE', path);
      setPreview(data);
      if (!wanted) notifySuccess('Ссылки больше не открываются.');
    },
    onError: notifyError,
  });
  const address = preview && new URL(preview.url, location.href).href;
  return (
    <Card title="Предпросмотр">
      <p className={ui.note}>
        {stored
          ? `${capital(draft.words.nominative)} глазами читателя, по ссылке и без входа в панель.`
          : `Появится, когда ${draft.words.nominative} будет сохранена — хотя бы черновиком.`}
        {stored && isDirty && ' По ссылке — сохранённый текст: последние правки появятся в ней после сохранения.'}
      </p>
      {address && (
        <>
          <TextInput
            label="Ссылка для просмотра"
            readOnly
            value={address}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <p className={ui.note}>
            Открывается до: <Moment at={preview.expiresAt} />
          </p>
        </>
      )}
      <div className={ui.row}>
        {!address && (
          <Button variant="default" onClick={() => mutate(true)} loading={isPending} disabled={!stored}>
            Получить ссылку
          </Button>
        )}
        {address && (
          <>
            <Button component="a" href={address} target="_blank" rel="noopener" variant="default">
              Открыть
            </Button>
            <Button variant="default" onClick={() => copy(address, 'Ссылка скопирована.')}>
              Скопировать
            </Button>
            <Button variant="subtle" color="red" onClick={() => mutate(false)} loading={isPending}>
              Отозвать
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
