import { Alert, Button, Code, PasswordInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { encode } from 'uqr';
import type { NewKey, OwnTotp as State } from '../../../../model/admins/totp.ts';
import type { TextProps } from '../../../ui/admin/form/field-props.ts';
import { CallForm, useFormCall } from '../../../ui/admin/form/form-call.tsx';
import { LoadState } from '../../../ui/admin/loading/states.tsx';
import { copy, notifySuccess } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useChange, useGet } from '../../../ui/admin/queries.ts';
import { Card } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';

const TOTP = '/admin/me/totp';

export function OwnTotp() {
  const { data, problem, reload } = useGet<State>(TOTP);
  const [key, setKey] = useState<NewKey>();
  const [codes, setCodes] = useState<string[]>();
  const confirmed = (made: string[]) => {
    setKey(undefined);
    setCodes(made);
  };
  const stopped = () => {
    setCodes(undefined);
    notifySuccess('Двухфакторный вход выключен.');
  };
  return (
    <Card title="Двухфакторный вход (код из приложения)" id="totp">
      <LoadState data={data} problem={problem} reload={reload} rows={1} />
      {data && !data.isOn && !key && <Start onStarted={setKey} />}
      {key && <ConfirmKey newKey={key} onConfirmed={confirmed} onCancel={() => setKey(undefined)} />}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
      {data?.isOn && !key && !codes && <Stop left={data.recoveryCodesLeft} onStopped={stopped} />}
    </Card>
  );
}

function Start({ onStarted }: { onStarted: (key: NewKey) => void }) {
  const { call } = useSession();
  const form = useFormCall({ current: '' }, async (values) => {
    onStarted((await call<NewKey>('POST', TOTP, { body: values })).data);
  });
  return (
    <CallForm form={form} submit="Включить двухфакторный вход">
      <p className={ui.note}>
        Кроме пароля панель будет спрашивать шесть цифр из приложения на телефоне. Тому, кто узнает один пароль, войти
        не удастся. Подойдёт любое приложение с одноразовыми кодами: Яндекс Ключ, Aegis, Google Authenticator.
      </p>
      <CurrentPassword {...form.text('current')} />
    </CallForm>
  );
}

function Stop({ left, onStopped }: { left: number; onStopped: () => void }) {
  const change = useChange(TOTP);
  const form = useFormCall({ current: '', otp: '' }, async (values) => {
    await change('POST', `${TOTP}/off`, { body: values });
    onStopped();
  });
  return (
    <CallForm form={form} submit="Выключить двухфакторный вход" variant="default">
      <p className={ui.note}>
        <Text span inherit fw={600} c="var(--good)">
          Включён.
        </Text>{' '}
        Запасных кодов осталось: {left}.{' '}
        {left < 3 && 'Чтобы получить новые, выключите двухфакторный вход и включите его снова.'}
      </p>
      <CurrentPassword {...form.text('current')} />
      <TextInput
        label="Код"
        description="Из приложения или запасной"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...form.text('otp')}
      />
    </CallForm>
  );
}

export function CurrentPassword(props: TextProps) {
  return <PasswordInput label="Текущий пароль" autoComplete="current-password" {...props} />;
}

/** Shown only once. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <div className={ui.form}>
      <Alert color="green" role="status" title="Двухфакторный вход включён">
        Сохраните запасные коды там, где они не пропадут вместе с телефоном. Каждый впускает один раз вместо кода из
        приложения. Больше они не появятся.
      </Alert>
      <ul className={`${ui.notice} ${ui.pair}`} aria-label="Запасные коды">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={ui.row}>
        <Button onClick={() => copy(codes.join('\n'), 'Запасные коды скопированы.')}>Скопировать все</Button>
        <Button variant="default" onClick={onClose}>
          Сохранено
        </Button>
      </div>
    </div>
  );
}

interface Props {
  newKey: NewKey;
  onConfirmed: (codes: string[]) => void;
  onCancel: () => void;
}

function ConfirmKey({ newKey: { key, address }, onConfirmed, onCancel }: Props) {
  const change = useChange(TOTP);
  const form = useFormCall({ otp: '' }, async (values) => {
    onConfirmed((await change<{ recoveryCodes: string[] }>('PUT', TOTP, { body: values })).data.recoveryCodes);
  });
  return (
    <CallForm form={form} submit="Подтвердить" onCancel={onCancel}>
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
            {...form.text('otp')}
          />
        </li>
      </ol>
    </CallForm>
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
