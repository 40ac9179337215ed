import { Button } from '@mantine/core';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { LibraryDialog } from './library-dialog.tsx';

/** Opens the library of images from a form. */
export function LibraryButton({ onPick }: { onPick: (url: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" px="sm" onClick={() => setOpen(true)}>
        Из библиотеки
      </Button>
      {/* Portal: Enter in its search must not submit the form. */}
      {isOpen &&
        createPortal(
          <LibraryDialog
            onClose={() => setOpen(false)}
            onPick={({ url }) => {
              setOpen(false);
              onPick(url);
            }}
          />,
          document.body,
        )}
    </>
  );
}
