import { Alert, Button, Group, Progress, Stack } from '@mantine/core';
import { plural } from '../../../../model/text/plural.ts';
import { sizeText } from '../../../../model/text/size.ts';
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

type RestoreTest = NonNullable<Backups['drill']>;

const MAX_AGE = 36 * 3600 * 1000; // ms; backups are made nightly: an older one means a missed night

function BackupFacts({ state }: { state: Backups }) {
  const { backup, failure, drill, elsewhere, nextAt, running } = state;
  const isFresh = backup !== null && Date.now() - Date.parse(backup.at) < MAX_AGE;
  const [color, advice] = adviceOf(state, isFresh);
  return (
    <>
      <Lamp isOn={isFresh && !failure && !drill?.problem && !elsewhere?.failure}>{headline(state, isFresh)}</Lamp>
      {backup && (
        <dl className={ui.facts} style={{ marginTop: '0.75rem' }}>
          <dt>Сделана</dt>
          <dd>
            <Moment at={backup.at} />
          </dd>
          <dt>В ней</dt>
          <dd>
            {plural(backup.articles, 'новость', 'новости', 'новостей')},{' '}
            {plural(backup.pictures, 'картинка', 'картинки', 'картинок')}, {sizeText(backup.bytes)}
          </dd>
          <dt>Где</dt>
          <dd>
            <code>{backup.file}</code> на {backup.host}
          </dd>
          <dt>Проверена</dt>
          <dd>{drill ? <RestoreTestResult drill={drill} newest={backup.at} /> : 'ещё нет'}</dd>
          {elsewhere && (
            <>
              <dt>В другом месте</dt>
              <dd>
                <Elsewhere {...elsewhere} />
              </dd>
            </>
          )}
        </dl>
      )}
      {!backup && !failure && !running && nextAt && Date.parse(nextAt) > Date.now() && (
        <p className={ui.note}>
          Первая будет сделана сама: <Moment at={nextAt} />.
        </p>
      )}
      {advice && (
        <Alert color={color} mt="md">
          {advice}
        </Alert>
      )}
    </>
  );
}

function Elsewhere({ to, copied, failure }: NonNullable<Backups['elsewhere']>) {
  const { newest, count } = copied ?? {};
  return (
    <>
      <code>{to}</code>
      {newest ? (
        <>
          : {plural(count ?? 0, 'копия', 'копии', 'копий')}, последняя — <Moment at={newest.madeAt} />
        </>
      ) : (
        !failure && ': копий ещё нет'
      )}
    </>
  );
}

function headline({ backup, failure, drill, elsewhere }: Backups, isFresh: boolean): string {
  if (failure) return 'Копия не удалась';
  if (!backup) return 'Копий ещё нет';
  if (drill?.problem && isFormer(drill, backup)) return 'Новая копия ещё не проверена';
  if (drill?.problem) return 'Копия не восстанавливается';
  if (isFresh && elsewhere?.failure) return 'Копия есть только здесь';
  return isFresh ? 'Копия есть' : 'Копия устарела';
}

function isFormer(drill: RestoreTest, newest: { at: string }): boolean {
  return Date.parse(drill.at) < Date.parse(newest.at);
}

function RestoreTestResult({ drill, newest }: { drill: RestoreTest; newest: string }) {
  const { madeAt } = drill;
  if (drill.problem && isFormer(drill, { at: newest }))
    return (
      <>
        ещё нет; прежнюю <Moment at={drill.at} /> восстановить было нельзя
      </>
    );
  return (
    <>
      <Moment at={drill.at} />
      {drill.problem ? ' — восстановить нельзя' : ': восстанавливается, всё совпало'}
      {madeAt && madeAt !== newest && (
        <>
          {' '}
          (копия: <Moment at={madeAt} />)
        </>
      )}
    </>
  );
}

function adviceOf({ backup, failure, drill, elsewhere }: Backups, isFresh: boolean): ['red' | 'yellow', string] | [] {
  if (failure) return ['red', `${failure.message} Устраните причину и сделайте копию ещё раз.`];
  if (drill?.problem && backup && isFormer(drill, backup))
    return ['yellow', `О прежней копии: ${drill.problem} Проверьте новую; ${AND_DISK}`];
  if (drill?.problem) return ['red', `${drill.problem} Сделайте новую копию и проверьте её; ${AND_DISK}`];
  if (backup && !isFresh) return ['yellow', OLD];
  if (!elsewhere?.failure) return [];
  return ['red', `${elsewhere.failure.message} Сервер попробует снова сам; чтобы не ждать, сделайте копию.`];
}

const AND_DISK = 'если и она не пройдёт, проверьте диск сервера.';
const OLD =
  'Больше полутора суток новой копии нет. Сделайте её сейчас; если сервер по ночам выключен, оставьте его включённым.';
