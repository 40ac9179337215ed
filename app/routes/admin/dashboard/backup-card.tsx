import { Button, Group, Progress, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { shapes } from '../../../ui/admin/icon.tsx';
import type { Backups, BackupsState } from '../../../ui/admin/loading/use-backups.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { FactCard, Lamp } from './fact-card.tsx';

export function BackupCard({ data, problem, reload, ordered, order, isBusy }: BackupsState) {
  const orders = (
    <Group gap="0.75rem">
      <Button variant="default" size="sm" disabled={!data || isBusy} onClick={() => order('backup')}>
        Сделать копию сейчас
      </Button>
      {data?.backup && (
        <Button variant="default" size="sm" disabled={isBusy} onClick={() => order('drill')}>
          Проверить
        </Button>
      )}
    </Group>
  );
  return (
    <FactCard title="Резервные копии" icon={shapes.safe} problem={problem} reload={reload} height={112} foot={orders}>
      {data && (
        <>
          <BackupFacts state={data} />
          <Stack role="status" gap="0.5rem" mt={isBusy ? 'md' : 0}>
            {isBusy && <Work task={data.running ?? ordered} step={data.step} />}
          </Stack>
        </>
      )}
    </FactCard>
  );
}

const WORK = { backup: 'Делаю копию', copy: 'Копирую в другое место', drill: 'Проверяю копию' };

function Work({ task, step }: { task: Backups['running']; step: Backups['step'] }) {
  const what = step?.what || WORK[task ?? 'backup'];
  return (
    <>
      <p className={ui.note}>{what} …</p>
      <Progress value={(step?.part ?? 0) * 100} aria-label={what} animated />
    </>
  );
}

const MAX_AGE = 36 * 3600 * 1000; // ms; backups are made nightly: an older one means a missed night

function BackupFacts({ state }: { state: Backups }) {
  const { backup, failure, drill, nextAt, running } = state;
  const [isGood, headline] = stateOf(state);
  return (
    <>
      <Lamp isOn={isGood}>{headline}</Lamp>
      {backup && (
        <dl className={ui.facts} style={{ marginTop: '0.75rem' }}>
          <dt>Сделана</dt>
          <dd>
            <Moment at={backup.at} />
          </dd>
          <dt>Проверка</dt>
          <dd>
            {drill ? <Moment at={drill.at} /> : 'ещё не делали'}
            {drill && (drill.problem ? ' — восстановить нельзя' : ': восстанавливается, всё совпало')}
          </dd>
        </dl>
      )}
      {!backup && !failure && !running && nextAt && Date.parse(nextAt) > Date.now() && (
        <p className={ui.note}>
          Первая будет сделана сама: <Moment at={nextAt} />.
        </p>
      )}
      {!isGood && (backup || failure) && (
        <p>
          <Link to="/admin/doctor">Что делать</Link>
        </p>
      )}
    </>
  );
}

function stateOf({ backup, failure, drill, elsewhere }: Backups): [isGood: boolean, headline: string] {
  if (failure) return [false, 'Копия не удалась'];
  if (!backup) return [false, 'Копий ещё нет'];
  if (drill?.problem) return [false, 'Проверка не прошла'];
  if (Date.now() - Date.parse(backup.at) >= MAX_AGE) return [false, 'Копия устарела'];
  return elsewhere?.failure ? [false, 'Копия есть только здесь'] : [true, 'Копия есть'];
}
