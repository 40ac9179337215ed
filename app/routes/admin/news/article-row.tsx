import { ActionIcon, Anchor, Box, Button, Checkbox, Group, Menu, Text } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { Link } from 'react-router';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { isEditor } from '../../../../roles.ts';
import { Ask } from '../../../ui/admin/ask.tsx';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { copyAddress, notifyError } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import type { ArticleActions } from './article-actions.ts';
import styles from './news.module.css';
import { Status, Thumb } from './status.tsx';

interface Props {
  article: AdminCard;
  actions: ArticleActions;
  isChosen: boolean;
  onChoose: (event: ChangeEvent) => void;
  showsChange: boolean; // Adds author and time of the last change, when sorted by it
}

export function ArticleRow({ article, actions, isChosen, onChoose, showsChange }: Props) {
  const { slug, title, date, pinned, updatedAt, updatedBy } = article;
  const { role, nameOf } = useSession();
  const mayChange = isEditor(role) || article.status === 'draft';
  const edit = `/admin/news/edit/${slug}`;
  return (
    <tr data-chosen={isChosen || undefined}>
      <td className={styles.title}>
        <Group wrap="nowrap" gap="0.75rem">
          {isEditor(role) && (
            <Box component="label" p="0.75rem" m="-0.75rem">
              <Checkbox aria-label={`Выбрать: ${title}`} checked={isChosen} onChange={onChoose} />
            </Box>
          )}
          <Thumb key={article.coverImageUrl} url={article.coverImageUrl} />
          <div>
            {mayChange ? (
              <Anchor component={Link} to={edit} c="inherit" underline="hover">
                {title}
              </Anchor>
            ) : (
              <Text span>{title}</Text>
            )}
            {pinned && (
              <Text span size="sm" ms="0.5rem" className={ui.badge ?? ''}>
                Закреплена
              </Text>
            )}
          </div>
        </Group>
      </td>
      <td>
        <time dateTime={date}>{date}</time>
        {showsChange && (
          <Text c="dimmed" size="sm">
            {updatedBy && `${nameOf(updatedBy)}, `}
            <Moment at={updatedAt} />
          </Text>
        )}
      </td>
      <td>
        <Status article={article} />
      </td>
      <td>
        <div className={styles.actions}>
          {mayChange && (
            <>
              <Button component={Link} to={edit} variant="default" size="compact-sm" aria-label={`Изменить: ${title}`}>
                Изменить
              </Button>
              <Ask
                button={(ask) => (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    className={styles.quiet ?? ''}
                    onClick={() => (slug ? ask() : notifyError(NO_ADDRESS))}
                    aria-label={`Удалить: ${title}`}
                    title="Удалить"
                  >
                    <Icon name="trash" />
                  </ActionIcon>
                )}
                question="Вы уверены, что хотите удалить эту новость?"
                yes="Удалить"
                onYes={() => actions.remove(article)}
              >
                <p>
                  {quoted(title)} {article.status === 'published' && 'пропадёт с сайта и '}30 дней пролежит в корзине.
                </p>
              </Ask>
            </>
          )}
          <RowMenu article={article} actions={actions} />
        </div>
      </td>
    </tr>
  );
}

const NO_ADDRESS = 'Эту новость нельзя удалить: у неё нет идентификатора.';

function RowMenu({ article, actions }: { article: AdminCard; actions: ArticleActions }) {
  const { slug, title, status, pinned } = article;
  const { role } = useSession();
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Ещё: ${title}`}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isEditor(role) && (
          <>
            {status === 'draft' || (
              <Menu.Item onClick={() => actions.setStatus(article, 'draft').catch(notifyError)}>
                {status === 'scheduled' ? 'Отменить выход' : 'Снять с публикации'}
              </Menu.Item>
            )}
            {status === 'published' || (
              <Menu.Item onClick={() => actions.setStatus(article, 'published').catch(notifyError)}>
                Опубликовать сейчас
              </Menu.Item>
            )}
            <Menu.Item onClick={() => actions.setPinned(article, !pinned).catch(notifyError)}>
              {pinned ? 'Открепить' : 'Закрепить наверху'}
            </Menu.Item>
          </>
        )}
        <Menu.Item onClick={() => actions.duplicate(article).catch(notifyError)}>Дублировать</Menu.Item>
        {status === 'published' && (
          <Menu.Item component="a" href={`/news/${slug}`} target="_blank">
            Открыть на сайте
          </Menu.Item>
        )}
        <Menu.Item onClick={() => copyAddress(`/news/${slug}`)}>Скопировать адрес</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
