import { isSame } from '../../../../model/compare.ts';
import { plural } from '../../../../model/text/plural.ts';

/** Lists are compared by content. */
export type Value = string | boolean | number | readonly object[];
export type Values = Record<string, Value>;
export type Errors = Record<string, string>;

export function fieldProps<T extends Values>(
  values: T | undefined,
  errors: Errors,
  set: (name: keyof T & string, value: Value) => void,
) {
  return {
    /** `max`: the server's limit, after trimming. */
    text: (name: keyof T & string, max?: number) => ({
      name,
      value: String(values?.[name] ?? ''),
      error: tooLong(String(values?.[name] ?? ''), max) ?? errors[name],
      // Mantine leaves it out of password fields.
      ...(errors[name] && { 'aria-invalid': true }),
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set(name, currentTarget.value),
    }),
    toggle: (name: keyof T & string) => ({
      name,
      checked: values?.[name] === true,
      onChange: ({ currentTarget }: { currentTarget: { checked: boolean } }) => set(name, currentTarget.checked),
    }),
    moment: (name: keyof T & string) => ({
      name,
      value: String(values?.[name] ?? '') || null,
      error: errors[name],
      onChange: (moment: string | null) => set(name, moment ?? ''),
    }),
    /** Text that is no number is sent as typed, and refused by the server. */
    number: (name: keyof T & string) => ({
      name,
      value: typeof values?.[name] === 'number' ? values[name] : null,
      error: errors[name],
      onChange: (number: number | null, wrong?: string) => set(name, wrong ?? number ?? 0),
    }),
  };
}

/** Too long text is not truncated: the field shows an error, and the server refuses it. */
export function tooLong(text: string, max = Number.POSITIVE_INFINITY): string | undefined {
  const extra = text.trim().length - max;
  return extra > 0 ? `Не длиннее ${max} знаков: ${plural(extra, 'лишний', 'лишних', 'лишних')}.` : undefined;
}

export type TextProps = ReturnType<ReturnType<typeof fieldProps>['text']>;

export function changedKeys(before: Values, after: Partial<Values>): string[] {
  return Object.keys(after).filter((name) => !isSame(after[name], before[name]));
}
