import styles from './consent-banner.module.css';

export function ConsentDetails({ id }: { id: string }) {
  return (
    <div id={id} className={styles.details}>
      <div>
        <h3>Для чего</h3>
        <ul>
          <li>Не&nbsp;допускать накрутки и&nbsp;проводить голосование честно</li>
          <li>Отличать одного зрителя от&nbsp;другого и&nbsp;защищать голосование</li>
          <li>Понимать по&nbsp;метаданным, как пользуются сайтом, и&nbsp;улучшать его</li>
          <li>Обеспечивать безопасность и&nbsp;предотвращать мошенничество</li>
        </ul>
      </div>
      <div>
        <h3>Какие данные мы собираем</h3>
        <ul>
          <li>Сессионные файлы cookie</li>
          <li>IP-адрес&nbsp;— чтобы исключить повторное голосование</li>
          <li>Метаданные браузера&nbsp;— чтобы не&nbsp;учесть один голос дважды</li>
          <li>Временные метки&nbsp;— чтобы анализировать ход голосования</li>
        </ul>
      </div>
    </div>
  );
}
