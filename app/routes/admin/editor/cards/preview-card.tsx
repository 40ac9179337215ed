import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { capital } from '../../../../../model/articles/kinds.ts';
import { Moment } from '../../../../ui/admin/fields/moment.tsx';
import { tellDone, tellProblem } from '../../../../ui/admin/notices.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { Card } from '../../../../ui/admin/screen.tsx';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import type { Draft } from '../draft/draft.ts';
import { useDirty, useStored } from '../draft/use-draft.ts';

interface Preview {
  url: string;
  expiresAt: string;
}

export function PreviewCard({ draft }: { draft: Draft }) {
  const { call } = useSession();
  const stored = useStored(draft);
  const isDirty = useDirty(draft);
  const [preview, setPreview] = useState<Preview>();
  const [isBusy, setBusy] = useState(false);
  const path = `${draft.path}/${stored?.slug}/preview`;

  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch(tellProblem);
    setBusy(false);
  };
  const make = () => during(async () => setPreview((await call<Preview>('POST', path)).data));
  const revoke = () =>
    during(async () => {
      await call('DELETE', path);
      setPreview(undefined);
      tellDone('Ссылки больше не открываются.');
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
          <Button variant="default" onClick={make} loading={isBusy} disabled={!stored}>
            Получить ссылку
          </Button>
        )}
        {address && (
          <>
            <Button component="a" href={address} target="_blank" rel="noopener" variant="default">
              Открыть
            </Button>
            <Button variant="default" onClick={() => copy(address)}>
              Скопировать
            </Button>
            <Button variant="subtle" color="red" onClick={revoke} loading={isBusy}>
              Отозвать
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}

function copy(address: string): Promise<void> {
  return navigator.clipboard.writeText(address).then(
    () => tellDone('Ссылка скопирована.'),
    () => tellProblem('Браузер не разрешил скопировать ссылку: выделите её и скопируйте сами.'),
  );
}
