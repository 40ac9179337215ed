import { NativeSelect } from '@mantine/core';
import { KIND_NAMES, type Kind, languageName } from '../../../../../model/settings/watch/marks.ts';
import type { SourceDraft } from './fields.ts';
import styles from './source-list.module.css';

/** Those of broadcasts in Russia and beside it; the API takes any other. */
const LANGUAGES = ['ru', 'en', 'ba', 'be', 'ce', 'cv', 'hy', 'ka', 'kk', 'sah', 'tt', 'udm', 'uz', 'zh'];

const KINDS = [{ value: '', label: 'Обычный эфир' }, ...Object.entries(KIND_NAMES).map(toOption)];

interface Props {
  source: SourceDraft;
  onChange: (next: SourceDraft) => void;
}

/** What the source is for visitors. An ordinary one of no language has no mark at all. */
export function MarkFields({ source, onChange }: Props) {
  const { kind = '', language = '' } = source;
  const codes = LANGUAGES.includes(language) || language === '' ? LANGUAGES : [...LANGUAGES, language];
  return (
    <div className={styles.marks}>
      <NativeSelect
        label="Вид эфира"
        description="Зритель выбирает по этой отметке"
        data={KINDS}
        value={kind}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...source, kind: (value || undefined) as Kind | undefined })
        }
      />
      <NativeSelect
        label="Язык"
        description="Если языков эфира несколько"
        data={[{ value: '', label: 'Не указан' }, ...codes.map((code) => toOption([code, languageName(code)]))]}
        value={language}
        onChange={({ currentTarget: { value } }) => onChange({ ...source, language: value || undefined })}
      />
    </div>
  );
}

function toOption([value, label]: [string, string]) {
  return { value, label };
}
