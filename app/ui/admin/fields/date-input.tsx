import { TextInput, type TextInputProps } from '@mantine/core';

interface Props extends TextInputProps {
  type: 'date' | 'datetime-local';
}

/**
 * Native date input. WebKit returns the focus to the editor between keys while the editor has the selection, and its
 * date parts get focus without an event: the first key clears the selection.
 */
export function DateInput(props: Props) {
  return <TextInput {...props} onKeyDown={() => getSelection()?.removeAllRanges()} />;
}
