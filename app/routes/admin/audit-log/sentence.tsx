import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { JournalAction, JournalRecord } from '../../../../model/audit-log.ts';

/** The actor is left out: a Russian past tense would need its gender. */
export function Sentence({ record: { action, subject, title } }: { record: JournalRecord }) {
  const tell = SENTENCES[action];
  return tell ? tell({ subject, title: title || subject }) : `${action}: ${title || subject}`;
}

type Tell = (about: { subject: string; title: string }) => ReactNode;

const article =
  (what: string): Tell =>
  ({ subject, title }) => (
    <>
      Новость <Link to={`/admin/news/edit/${subject}`}>«{title}»</Link> {what}.
    </>
  );

const SENTENCES: Record<JournalAction, Tell> = {
  'article.create': article('создана'),
  'article.update': article('изменена'),
  'article.publish': article('опубликована'),
  'article.unpublish': article('снята с публикации'),
  'article.schedule': article('запланирована'),
  'article.delete': ({ title }) => `Новость «${title}» удалена в корзину.`,
  'article.restore': article('восстановлена'),
  'article.erase': ({ title }) => `Новость «${title}» стёрта навсегда.`,
  'article.preview': article('открыта для предпросмотра по ссылке'),
  'group.create': ({ title }) => `Группа вариантов «${title}» создана.`,
  'group.update': ({ title }) => `Группа вариантов «${title}» изменена.`,
  'group.delete': ({ title }) => `Группа вариантов «${title}» удалена.`,
  'watch.update': () => (
    <>
      <Link to="/admin/watch-settings">Настройки трансляции</Link> изменены.
    </>
  ),
  'vote.update': () => (
    <>
      <Link to="/admin/voting">Настройки голосования</Link> изменены.
    </>
  ),
  'site-text.update': () => (
    <>
      <Link to="/admin/site-content">Тексты сайта</Link> изменены.
    </>
  ),
  'admin.create': ({ subject }) => `Администратор «${subject}» добавлен.`,
  'admin.delete': ({ subject }) => `Администратор «${subject}» удалён.`,
  'admin.password': ({ subject }) => `Пароль администратора «${subject}» изменён.`,
  'admin.link': ({ subject }) => `Ссылка для входа администратора «${subject}» создана на сервере.`,
  'admin.totp-on': ({ subject }) => `Вход с кодом у администратора «${subject}» включён.`,
  'admin.totp-off': ({ subject }) => `Вход с кодом у администратора «${subject}» выключен.`,
  'admin.totp-reset': ({ subject }) => `Вход с кодом у администратора «${subject}» сброшен.`,
  'admin.recovery-code': ({ subject }) => `Запасной код администратора «${subject}» использован.`,
  'session.login': () => 'Вход в панель.',
  'session.link': () => 'Вход в панель по ссылке с сервера.',
  'session.revoke': () => 'Сеанс завершён.',
  'image.upload': ({ title }) => `Картинка ${title} загружена.`,
  'image.update': ({ title }) => `Описание картинки ${title} изменено.`,
  'image.delete': ({ title }) => `Картинка ${title} удалена.`,
};
