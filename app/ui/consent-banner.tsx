import styles from './consent-banner.module.css';

/**
 * The question about cookies. It is in every document and shown by the inline script's mark on <html>, so that those who
 * accepted never see it flash and a browser without JavaScript, which could not keep the answer, is not asked.
 */
export function ConsentBanner() {
  return (
    <section
      id="consent"
      className={styles.banner}
      aria-labelledby="consent-title"
      tabIndex={-1}
      suppressHydrationWarning
    >
      <div className={styles.intro}>
        <h2 id="consent-title">Мы используем файлы cookie</h2>
        <p>Они нужны для честного голосования. Если отказаться, доступ к голосованию может быть ограничен.</p>
        <button
          type="button"
          className={styles.explain}
          data-consent-does="explain"
          aria-controls="consent-details"
          aria-expanded="false"
          suppressHydrationWarning
        >
          Зачем и какие данные
        </button>
      </div>
      <div id="consent-details" className={styles.details}>
        <div>
          <h3>Для чего</h3>
          <ul>
            <li>Предотвращение накрутки голосов и честное голосование</li>
            <li>Идентификация уникальных пользователей для защиты системы голосования</li>
            <li>Сбор метаданных для анализа и улучшения сайта</li>
            <li>Безопасность и предотвращение мошенничества</li>
          </ul>
        </div>
        <div>
          <h3>Какие данные мы собираем</h3>
          <ul>
            <li>Сессионные файлы cookie</li>
            <li>IP-адрес — чтобы исключить повторное голосование</li>
            <li>Метаданные браузера — чтобы определить уникальность</li>
            <li>Временные метки — чтобы анализировать ход голосования</li>
          </ul>
        </div>
      </div>
      <div className={styles.answers}>
        <button type="button" data-consent-does="accept">
          Принять все
        </button>
        <button type="button" data-consent-does="decline">
          Отклонить
        </button>
      </div>
    </section>
  );
}
