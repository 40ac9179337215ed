import { TextInput, type TextInputProps } from '@mantine/core';

interface Props extends TextInputProps {
  type: 'date' | 'datetime-local';
}

/** The first key clears the editor's selection: with it WebKit returns the focus to the editor between keys. */
export function DateInput(props: Props) {
  return <TextInput {...props} onKeyDown={() => getSelection()?.removeAllRanges()} />;
}
