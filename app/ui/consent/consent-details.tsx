import styles from './consent-details.module.css';

/** What cookies are for here, and what is collected with them. */
export function ConsentDetails({ id }: { id: string }) {
  return (
    <div id={id} className={styles.details}>
      <div>
        <h3>Для чего</h3>
        <ul>
          <li>Предотвращение накрутки голосов и&nbsp;честное голосование</li>
          <li>Идентификация уникальных пользователей для защиты системы голосования</li>
          <li>Сбор метаданных для анализа и&nbsp;улучшения сайта</li>
          <li>Безопасность и&nbsp;предотвращение мошенничества</li>
        </ul>
      </div>
      <div>
        <h3>Какие данные мы собираем</h3>
        <ul>
          <li>Сессионные файлы cookie</li>
          <li>IP-адрес&nbsp;— чтобы исключить повторное голосование</li>
          <li>Метаданные браузера&nbsp;— чтобы определить уникальность</li>
          <li>Временные метки&nbsp;— чтобы анализировать ход голосования</li>
        </ul>
      </div>
    </div>
  );
}
