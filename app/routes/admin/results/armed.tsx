import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { Show } from '../../../../model/programme/show-row.ts';
import { findPoints, type GivenPoints } from '../../../../model/results/corrected.ts';
import { Confirm } from '../../../ui/admin/confirm.tsx';
import { tellProblem } from '../../../ui/admin/notices.ts';
import { Card } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import styles from './results.module.css';
import { RevealPart } from './reveal-part.tsx';
import type { RevealState } from './use-reveal.ts';

interface Props {
  show: Show;
  performers: Contestant[];
  reveal: RevealState;
  canEdit: boolean;
}

/** The reveal, from its preparation to its end. */
export function Armed({ show, performers, reveal, canEdit }: Props) {
  const { call } = useSession();
  const [isAsking, setAsking] = useState(false);
  const [correcting, setCorrecting] = useState<GivenPoints>();
  const { document, reload } = reveal;
  if (!document) return null;
  const { steps, revealed } = document;
  const numbered = steps.map(({ title }, at) => ({ title, at, given: findPoints(document.sections, at) }));
  const disarm = () => call('DELETE', `/results/${show.id}/arm`).then(reload, tellProblem);
  return (
    <>
      <RevealPart reveal={reveal} />
      <Card title="Шаги">
        <ol className={styles.steps}>
          {numbered.map(({ title, at, given }) => (
            <li key={at} data-revealed={at < revealed || undefined} aria-current={at === revealed ? 'step' : undefined}>
              {title}
              {at < revealed && ' — открыто'}
              {/* Beside the last step that shows these points. */}
              {canEdit && given?.last === at && at < revealed && (
                <Button
                  variant="subtle"
                  size="sm"
                  px="xs"
                  aria-label={`Исправить: ${given.title}`}
                  onClick={() => setCorrecting(given)}
                >
                  Исправить
                </Button>
              )}
            </li>
          ))}
        </ol>
        <Group gap="md">
          <Anchor href={`/results?screen=${show.id}`} target="_blank">
            Экран для зала
          </Anchor>
          {revealed > 0 && (
            <Anchor href={`/results#show-${show.id}`} target="_blank">
              Открыть на сайте
            </Anchor>
          )}
        </Group>
        {!show.is_public && <Text c="red">Концерт не показывается на сайте: включите его в программе.</Text>}
        {canEdit && revealed === 0 && (
          <div>
            <Button variant="default" onClick={disarm}>
              Снять подготовку
            </Button>
          </div>
        )}
        {canEdit && revealed > 0 && (
          <div>
            <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
              Начать показ заново
            </Button>
          </div>
        )}
      </Card>
      {correcting && (
        <CorrectionDialog
          document={document}
          given={correcting}
          performers={performers}
          onDone={async () => {
            await reload();
            setCorrecting(undefined);
          }}
          onClose={() => setCorrecting(undefined)}
        />
      )}
      {isAsking && (
        <Confirm
          question="Начать показ заново?"
          yes="Скрыть все баллы"
          onYes={async () => {
            await call('DELETE', `/results/${show.id}/reveal`);
            await reload();
            setAsking(false);
          }}
          onNo={() => setAsking(false)}
        >
          <p>Все открытые баллы сразу пропадут с сайта и с экрана в зале. Их можно будет исправить и открыть снова.</p>
        </Confirm>
      )}
    </>
  );
}
