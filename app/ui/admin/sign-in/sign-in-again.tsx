import { Button, Text } from '@mantine/core';
import { Dialog } from '../dialog.tsx';
import styles from './sign-in-again.module.css';
import { SignInForm } from './sign-in-form.tsx';

interface Props {
  username: string;
  onDone: (signedIn: boolean) => void;
}

/** Password dialog over the current screen, whose state is kept. */
export function SignInAgain({ username, onDone }: Props) {
  return (
    <Dialog title="Сеанс закончился" role="alertdialog" onClose={() => onDone(false)}>
      <Text>Войдите ещё раз. Всё, что вы набрали, остаётся на экране, и начатое действие продолжится само.</Text>
      <SignInForm username={username} onDone={() => onDone(true)}>
        <Button variant="subtle" color="gray" onClick={() => onDone(false)} fullWidth>
          Не сейчас
        </Button>
      </SignInForm>
    </Dialog>
  );
}

/** Shown when only background calls met the ended session. */
export function SessionEnded({ onSignIn }: { onSignIn: () => void }) {
  return (
    <div className={styles.ended} role="alert">
      <span>Сеанс закончился: чтобы сохранять изменения, войдите ещё раз.</span>
      <Button size="sm" variant="white" color="dark" onClick={onSignIn}>
        Войти
      </Button>
    </div>
  );
}
