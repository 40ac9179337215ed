import { Checkbox, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { breachesWith, type GivenPoints, withWithdrawn } from '../../../../model/results/corrected.ts';
import type { ResultsDocument } from '../../../../model/results/schema.ts';
import type { GiversSection } from '../../../../model/results/sheet.ts';
import { Dialog, FormButtons } from '../../../ui/admin/dialog.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../ui/errors/api-error.ts';
import { Sentences } from './arm.tsx';
import { GiversTable } from './givers-table.tsx';
import { ofPerformers } from './sheet.ts';

interface Props {
  document: ResultsDocument;
  given: GivenPoints;
  performers: Contestant[];
  onDone: () => Promise<void>;
  onClose: () => void;
}

/** Other points for what is public already, with the reason that the public reads. */
export function CorrectionDialog({ document, given, performers, onDone, onClose }: Props) {
  const { call } = useSession();
  const [column, setColumn] = useState<GiversSection>(() => columnOf(given));
  const [reason, setReason] = useState('');
  const [isRight, setRight] = useState(false);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [mine] = ofPerformers([column], performers);
  const points = mine?.mode === 'givers' ? (mine.givers[0]?.points ?? []) : [];
  const merged = withWithdrawn(given, points, performers);
  const breaches = breachesWith(document.sections, given, merged, performers);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = event.currentTarget.querySelector<HTMLInputElement>('input[aria-invalid="true"]');
    if (wrong) return wrong.focus();
    setBusy(true);
    setProblem('');
    const body = { step: given.last, points, reason, confirms: isRight ? breaches : [] };
    const sent = { body, ifMatch: `"${document.version}"` };
    await call('POST', `/results/${document.show_id}/corrections`, sent).then(onDone, (error) =>
      setProblem(extractError(error)),
    );
    setBusy(false);
  };
  return (
    <Dialog title={`Исправить: ${given.title}`} onClose={onClose}>
      <form onSubmit={send} noValidate style={{ display: 'grid', gap: '1rem' }}>
        <Text>
          Остальное останется открытым. Табло изменится сразу, и рядом будет сказано, что исправлено и почему.
        </Text>
        <GiversTable section={column} performers={performers} readOnly={false} isOneGiver onChange={setColumn} />
        {breaches.length > 0 && (
          <>
            <Sentences title="Не по шкале" sentences={breaches} />
            <Checkbox
              label="Так и есть, это не опечатка"
              checked={isRight}
              onChange={({ currentTarget }) => setRight(currentTarget.checked)}
            />
          </>
        )}
        <Textarea
          label="Причина"
          description="Её увидят все на странице итогов."
          maxLength={300}
          autosize
          minRows={2}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {problem && <Problem text={`Ошибка: ${problem}`} />}
        <FormButtons submit="Исправить на сайте" busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/** As the only column of a table. */
function columnOf({ title, points }: GivenPoints): GiversSection {
  return { kind: 'jury', title, mode: 'givers', givers: [{ name: title, points }] };
}
