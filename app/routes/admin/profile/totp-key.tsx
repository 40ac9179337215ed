import { Button, Code, TextInput } from '@mantine/core';
import { encode } from 'uqr';
import type { NewKey } from '../../../../model/admins/totp.ts';
import { useFormCall } from '../../../ui/admin/form/form-call.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { copy } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useChange } from '../../../ui/admin/queries.ts';

interface Props {
  newKey: NewKey;
  onConfirmed: (codes: string[]) => void;
  onCancel: () => void;
}

export function ConfirmKey({ newKey: { key, address }, onConfirmed, onCancel }: Props) {
  const change = useChange('/admin/me/totp');
  const { form, text, busy, problem } = useFormCall({ otp: '' }, async (values) => {
    onConfirmed(
      (await change<{ recoveryCodes: string[] }>('PUT', '/admin/me/totp', { body: values })).data.recoveryCodes,
    );
  });
  return (
    <form {...form} className={ui.form}>
      <ol>
        <li>
          <p>Наведите на код приложение на телефоне или введите в него ключ:</p>
          <QrCode address={address} label="QR-код с ключом" />
          <Code display="block" fz="1rem" fw={600} p="xs" my="0.5rem" style={{ userSelect: 'all' }}>
            {key.replace(/.{4}(?!$)/g, '$& ')}
          </Code>
          <div className={ui.row}>
            <Button variant="default" size="sm" onClick={() => copy(key, 'Ключ скопирован.')}>
              Скопировать ключ
            </Button>
            <Button component="a" variant="subtle" size="sm" href={address}>
              Открыть в приложении
            </Button>
          </div>
        </li>
        <li style={{ marginTop: '1.25rem' }}>
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
      <div className={ui.row}>
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
      width="240"
      style={{ display: 'block', maxWidth: '100%', marginTop: '0.5rem', background: '#fff', fill: '#000' }}
      shapeRendering="crispEdges"
    >
      <path d={dark} />
    </svg>
  );
}
