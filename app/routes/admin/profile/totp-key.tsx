import { Button, TextInput } from '@mantine/core';
import { encode } from 'uqr';
import type { NewKey } from '../../../../model/admins/totp.ts';
import { copy } from '../../../ui/admin/copy.ts';
import { useFormCall } from '../../../ui/admin/form/use-form-call.ts';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from '../admins/admins.module.css';

interface Props {
  newKey: NewKey;
  onConfirmed: (codes: string[]) => void;
  onCancel: () => void;
}

export function ConfirmKey({ newKey: { key, address }, onConfirmed, onCancel }: Props) {
  const { call } = useSession();
  const { form, text, busy, problem } = useFormCall({ otp: '' }, async (values) => {
    onConfirmed(
      (await call<{ recoveryCodes: string[] }>('PUT', '/admin/me/totp', { body: values })).data.recoveryCodes,
    );
  });
  return (
    <form {...form} className={styles.form}>
      <ol className={styles.steps}>
        <li>
          <p>Наведите на код приложение на телефоне или введите в него ключ:</p>
          <QrCode address={address} label="QR-код с ключом" />
          <code className={styles.key}>{key.replace(/.{4}(?!$)/g, '$& ')}</code>
          <div className={styles.buttons}>
            <Button variant="default" size="sm" onClick={() => copy(key, 'Ключ скопирован.')}>
              Скопировать ключ
            </Button>
            <Button component="a" variant="subtle" size="sm" href={address}>
              Открыть в приложении
            </Button>
          </div>
        </li>
        <li>
          <p>Введите шесть цифр, которые оно покажет.</p>
          <TextInput
            label="Код из приложения"
            autoComplete="one-time-code"
            inputMode="numeric"
            spellCheck={false}
            withAsterisk
            aria-required
            {...text('otp')}
          />
        </li>
      </ol>
      {problem && <Problem text={`Ошибка: ${problem}`} />}
      <div className={styles.buttons}>
        <Button type="submit" loading={busy}>
          Подтвердить
        </Button>
        <Button variant="default" onClick={onCancel}>
          Отмена
        </Button>
      </div>
    </form>
  );
}

const QUIET = 4; // in modules (ISO 18004)

/** Dark on white in both themes: cameras read that best. */
function QrCode({ address, label }: { address: string; label: string }) {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET });
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={styles.qr}
      shapeRendering="crispEdges"
    >
      <path d={dark} />
    </svg>
  );
}
