import { TextInput, type TextInputProps } from '@mantine/core';

interface Props extends TextInputProps {
  type: 'date' | 'datetime-local';
}

/**
 * The browser's own field for a date. While the text of an article holds the selection, WebKit moves the focus back to it between the
 * keys. Its parts of a date take the focus without an event, so that the first key has to clear the selection.
 */
export function DateInput(props: Props) {
  return <TextInput {...props} onKeyDown={() => getSelection()?.removeAllRanges()} />;
}
