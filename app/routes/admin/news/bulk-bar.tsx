import { Button, CloseButton, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { plural } from '../../../../model/text/plural.ts';
import { Confirm, Dialog, FormButtons } from '../../../ui/admin/dialog.tsx';
import { MomentField, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { clockName, isAhead } from '../../../ui/admin/fields/zone.ts';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { tellProblem } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useGroups } from '../editor/cards/use-groups.ts';
import styles from './news.module.css';
import { type Act, type Given, useBulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

const FORMS_OR_DELETION: ReadonlySet<Act> = new Set(['plan', 'tag', 'group', 'trash']);

/** What can be done to all chosen articles. */
export function BulkBar({ selection: { chosen, choose } }: { selection: Selection }) {
  const { run, progress, failures, forget } = useBulk(choose);
  const [asked, setAsked] = useState<Act>();
  const hidden = chosen.filter(({ status }) => status !== 'published');
  const planned = chosen.filter(({ status }) => status !== 'draft');
  const isBusy = progress !== undefined;
  const button = (act: Act, articles: AdminCard[], text: string) => (
    <Button
      variant="default"
      size="sm"
      disabled={isBusy || articles.length === 0}
      loading={progress?.act === act}
      onClick={() => (FORMS_OR_DELETION.has(act) || articles.length > 1 ? setAsked(act) : void run(act, articles))}
    >
      {text}
    </Button>
  );
  const start = (act: Act, articles: AdminCard[], given?: Given) => {
    setAsked(undefined);
    void run(act, articles, given);
  };
  const close = () => setAsked(undefined);
  return (
    <>
      {failures.length > 0 && <Failures failures={failures} onClose={forget} />}
      {chosen.length > 0 && (
        <section className={`${ui.floating} ${styles.bulk}`} aria-label="Выбранные новости" data-lower-bar>
          <p role="status">{progress ? `Готово ${progress.done} из ${progress.of}` : `Выбрано: ${chosen.length}`}</p>
          {button('publish', hidden, 'Опубликовать')}
          {button('plan', hidden, 'Запланировать')}
          {button('withdraw', planned, 'Снять с публикации')}
          {button('tag', chosen, 'Добавить тег')}
          {button('group', chosen, 'В группу')}
          {button('trash', chosen, 'В корзину')}
          <CloseButton aria-label="Снять выбор" disabled={isBusy} onClick={() => choose([])} />
        </section>
      )}
      {asked === 'publish' && (
        <Question act={asked} articles={hidden} onYes={() => start(asked, hidden)} onNo={close} />
      )}
      {asked === 'withdraw' && (
        <Question act={asked} articles={planned} onYes={() => start(asked, planned)} onNo={close} />
      )}
      {asked === 'trash' && <Question act={asked} articles={chosen} onYes={() => start(asked, chosen)} onNo={close} />}
      {(asked === 'plan' || asked === 'tag' || asked === 'group') && (
        <GivenForm
          act={asked}
          count={(asked === 'plan' ? hidden : chosen).length}
          onGive={(given) => start(asked, asked === 'plan' ? hidden : chosen, given)}
          onClose={close}
        />
      )}
    </>
  );
}

interface QuestionProps {
  act: keyof typeof QUESTIONS;
  articles: AdminCard[];
  onYes: () => void;
  onNo: () => void;
}

const QUESTIONS = {
  publish: { what: 'Опубликовать', yes: 'Опубликовать', so: 'Читатели увидят их сразу.' },
  withdraw: { what: 'Снять с публикации', yes: 'Снять', so: 'Они пропадут с сайта и станут черновиками.' },
  trash: {
    what: 'Вы уверены, что хотите удалить',
    yes: 'Удалить',
    so: 'Они пропадут с сайта и 30 дней пролежат в корзине.',
  },
};

/** Several articles, and deletion, need a confirmation. */
function Question({ act, articles, onYes, onNo }: QuestionProps) {
  const { what, yes, so } = QUESTIONS[act];
  const number = articles.length;
  const of = number === 1 ? 'эту новость' : plural(number, 'новость', 'новости', 'новостей');
  return (
    <Confirm question={`${what} ${of}?`} yes={yes} onYes={onYes} onNo={onNo}>
      <ul>
        {articles.slice(0, NAMED).map(({ id, title }) => (
          <li key={id}>«{title}»</li>
        ))}
        {number > NAMED && <li>и ещё {number - NAMED}</li>}
      </ul>
      <p>{so}</p>
    </Confirm>
  );
}

interface FormProps {
  act: 'plan' | 'tag' | 'group';
  count: number;
  onGive: (given: Given) => void;
  onClose: () => void;
}

const FORMS = { plan: 'Запланировать', tag: 'Добавить тег', group: 'Объединить в группу' };

/** Asks for what each article is given. */
function GivenForm({ act, count, onGive, onClose }: FormProps) {
  const { groups, create } = useGroups();
  const [text, setText] = useState('');
  const [publishAt, setPublishAt] = useState<string | null>(null);
  const zone = useSiteTimeZone();
  const name = text.trim();
  const isPast = publishAt !== null && !isAhead(publishAt);
  const finish = async () => {
    if (act === 'plan') return publishAt && !isPast && onGive({ publishAt });
    if (!name) return;
    if (act === 'tag') return onGive({ tag: name });
    const group = groups.find((each) => each.name === name) ?? (await create(name));
    onGive({ group: group.id });
  };
  const input = {
    'data-autofocus': true,
    value: text,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setText(currentTarget.value),
  };
  return (
    <Dialog title={`${FORMS[act]}: ${plural(count, 'новость', 'новости', 'новостей')}`} onClose={onClose}>
      <form
        noValidate
        style={{ display: 'grid', gap: '1rem' }}
        onSubmit={(event) => {
          event.preventDefault();
          finish().catch(tellProblem);
        }}
      >
        {act === 'plan' && (
          <MomentField
            name="publishAt"
            label="Когда опубликовать"
            note={clockName(zone)}
            value={publishAt}
            error={isPast ? 'Это время уже прошло.' : undefined}
            onChange={setPublishAt}
          />
        )}
        {act === 'tag' && <TextInput label="Тег" {...input} />}
        {act === 'group' && (
          <TextInput
            label="Группа"
            description="Из новостей одной группы читатели увидят только одну: например, «Победила Анна» или «Победил Борис». Новое название создаст группу."
            list="groups"
            {...input}
          />
        )}
        <datalist id="groups">
          {groups.map((group) => (
            <option key={group.id} value={group.name} />
          ))}
        </datalist>
        <FormButtons submit={FORMS[act]} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

const NAMED = 5;

function Failures({ failures, onClose }: { failures: { title: string; reason: string }[]; onClose: () => void }) {
  const reasons = failures.map(({ title, reason }) => `«${title}» — ${reason}`).join('\n');
  return (
    <Problem
      text={`Не получилось: ${plural(failures.length, 'новость', 'новости', 'новостей')}. Они остались выбранными.`}
      detail={reasons}
      onClose={onClose}
    />
  );
}
