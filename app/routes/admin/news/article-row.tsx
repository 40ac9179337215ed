import { ActionIcon, Anchor, Button, Menu } from '@mantine/core';
import { Link } from 'react-router';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { Icon } from '../../../ui/admin/icon.tsx';
import styles from './news.module.css';
import { Status } from './status.tsx';
import type { ArticleActions } from './use-article-actions.tsx';

export function ArticleRow({ article, actions }: { article: AdminCard; actions: ArticleActions }) {
  const { slug, title, date } = article;
  const edit = `/admin/news/edit/${slug}`;
  return (
    <tr>
      <td className={styles.title}>
        <Anchor component={Link} to={edit} c="inherit" underline="hover">
          {title}
        </Anchor>
      </td>
      <td className={styles.date}>
        <time dateTime={date}>{date}</time>
      </td>
      <td>
        <Status article={article} />
      </td>
      <td>
        <div className={styles.actions}>
          <Button component={Link} to={edit} variant="default" size="sm" aria-label={`Изменить: ${title}`}>
            Изменить
          </Button>
          <Button
            variant="subtle"
            color="red"
            size="sm"
            onClick={() => actions.askDelete(article)}
            aria-label={`Удалить: ${title}`}
          >
            Удалить
          </Button>
          <RowMenu article={article} actions={actions} />
        </div>
      </td>
    </tr>
  );
}

function RowMenu({ article, actions }: { article: AdminCard; actions: ArticleActions }) {
  const { slug, title, status } = article;
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Ещё: ${title}`}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {status === 'draft' || (
          <Menu.Item onClick={() => actions.setStatus(article, 'draft')}>Снять с публикации</Menu.Item>
        )}
        {status === 'published' || (
          <Menu.Item onClick={() => actions.setStatus(article, 'published')}>Опубликовать сейчас</Menu.Item>
        )}
        {status === 'published' && (
          <Menu.Item component="a" href={`/news/${slug}`} target="_blank">
            Открыть на сайте
          </Menu.Item>
        )}
        <Menu.Item onClick={() => actions.copyAddress(article)}>Скопировать адрес</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
