import { useState } from 'react';
import { ApiError, extractError } from '../../../ui/errors/api-error.ts';

type Fields = Record<string, string>;

export function useFormCall<T extends Fields>(empty: T, send: (values: T) => Promise<void>) {
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Fields>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  const set = (name: keyof T & string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _gone, ...rest }) => rest);
  };
  const submit = async () => {
    const missing = Object.keys(empty).filter((name) => !values[name]?.trim());
    setErrors(Object.fromEntries(missing.map((name) => [name, 'Заполните это поле.'])));
    setProblem('');
    if (missing.length > 0 || busy) return;
    setBusy(true);
    try {
      await send(values);
      setValues(empty);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(extractError(error));
    }
    setBusy(false);
  };
  return {
    busy,
    problem,
    set,
    text: (name: keyof T & string) => ({
      name,
      value: values[name] ?? '',
      error: errors[name],
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set(name, currentTarget.value),
    }),
    form: {
      noValidate: true,
      onSubmit: (event: { preventDefault: () => void }) => {
        event.preventDefault();
        void submit();
      },
    },
  };
}
