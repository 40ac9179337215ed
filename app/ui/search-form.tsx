import { useId } from 'react';
import { useLocation } from 'react-router';
import { SPOILER_FREE, VIEW_PARAMETER } from '../../http/view-choices.ts';
import styles from './search-form.module.css';

/** Form to /search that works without scripts: choices of a visitor in the address are kept. */
export function SearchForm({ q, isLarge = false }: { q?: string; isLarge?: boolean }) {
  const id = useId();
  const { search } = useLocation();
  const choices = [...new URLSearchParams(search)].filter(
    ([name]) => name === VIEW_PARAMETER || name === SPOILER_FREE[0],
  );
  return (
    <search>
      <form action="/search" className={isLarge ? `${styles.form} ${styles.large}` : styles.form}>
        <label htmlFor={id} className="hidden">
          Поиск по сайту
        </label>
        <input
          id={id}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={200}
          placeholder={isLarge ? 'Имя или песня' : 'Поиск'}
          enterKeyHint="search"
          required
        />
        {choices.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {isLarge && (
          <button type="submit" className="pill hot">
            Найти
          </button>
        )}
      </form>
    </search>
  );
}
