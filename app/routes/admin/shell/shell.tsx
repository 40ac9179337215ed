import { Burger } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Dialog } from '../../../ui/admin/dialog.tsx';
import { useNoStrayDrops } from '../../../ui/admin/fields/drop-field.tsx';
import { Nav } from './nav.tsx';
import { ScreenFocus } from './screen-focus.tsx';
import styles from './shell.module.css';
import { useKeptFocus } from './use-kept-focus.ts';

export function Shell({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  useNoStrayDrops();
  useKeptFocus();
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        К содержанию
      </a>
      <a href="#consent" className={`${styles.skip} ${styles.question}`} data-consent-does="reach">
        К вопросу о файлах cookie
      </a>
      <header className={styles.top}>
        <Burger
          opened={isOpen}
          onClick={() => setOpen(true)}
          size="sm"
          aria-label="Меню"
          aria-expanded={isOpen}
          aria-haspopup="dialog"
        />
        <Brand />
      </header>
      <aside className={styles.side}>
        <Brand />
        <Nav />
      </aside>
      {isOpen && (
        <Dialog title="Меню" drawer onClose={() => setOpen(false)}>
          <Nav onChoose={() => setOpen(false)} />
        </Dialog>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <ScreenFocus />
    </div>
  );
}

function Brand() {
  return (
    <Link to="/admin" className={styles.brand}>
      Рампа <span>панель</span>
    </Link>
  );
}
