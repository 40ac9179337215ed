import type { LegalDocuments } from '../../../model/pages/page-index.ts';
import { serverHtml } from '../../context.ts';
import styles from './consent-banner.module.css';

/** In every document, shown by the inline script: no flash after consent, not shown without JavaScript. */
export function ConsentBanner(documents: LegalDocuments) {
  return (
    <section
      id="consent"
      className={styles.banner}
      aria-labelledby="consent-title"
      tabIndex={-1}
      suppressHydrationWarning
      {...(import.meta.env.SSR ? { children: <Contents {...documents} /> } : { dangerouslySetInnerHTML: inBrowser })}
    />
  );
}

/** Rendered by the server only, like the view bar: not in the client bundle. */
const inBrowser = serverHtml('#consent');

function Contents({ policy, consent }: LegalDocuments) {
  return (
    <>
      <div className={styles.intro}>
        <h2 id="consent-title">Мы используем файлы cookie</h2>
        <button
          type="button"
          className={styles.explain}
          data-consent-does="explain"
          aria-controls="consent-details"
          aria-expanded="false"
          suppressHydrationWarning
        >
          Зачем это нужно
        </button>
        <p>Они нужны для честного голосования. Если отказаться, доступ к&nbsp;голосованию может быть ограничен.</p>
        <p className={styles.chosen}>
          Сейчас они <strong className={styles.accepted}>приняты</strong>
          <strong className={styles.declined}>отклонены</strong>.
        </p>
        {policy && <a href={policy}>Политика обработки персональных данных</a>}
        {consent && <a href={consent}>Согласие на обработку персональных данных</a>}
      </div>
      <ConsentDetails id="consent-details" />
      <div className={styles.answers}>
        <button type="button" data-consent-does="accept">
          Принять все
        </button>
        <button type="button" data-consent-does="decline">
          Отклонить все
        </button>
        <button type="button" className={styles.close} data-consent-does="close">
          Закрыть
        </button>
      </div>
    </>
  );
}

function ConsentDetails({ id }: { id: string }) {
  return (
    <div id={id} className={styles.details}>
      <div>
        <h3>Для чего</h3>
        <ul>
          <li>Проводить голосование честно, без накрутки</li>
          <li>Различать зрителей и&nbsp;защищать голосование</li>
          <li>Анализировать метаданные и&nbsp;улучшать сайт</li>
          <li>Защищать сайт и&nbsp;зрителей от&nbsp;мошенничества</li>
        </ul>
      </div>
      <div>
        <h3>Какие данные мы собираем</h3>
        <ul>
          <li>Сессионные файлы cookie</li>
          <li>IP-адрес&nbsp;— чтобы исключить повторные голоса</li>
          <li>Метаданные браузера&nbsp;— чтобы различать зрителей</li>
          <li>Временные метки&nbsp;— чтобы изучать ход голосования</li>
        </ul>
      </div>
    </div>
  );
}
