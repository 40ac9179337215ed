import type { EditorProps } from '@tiptap/pm/view';
import { escapeText } from '../../../../../../model/body/attributes.ts';
import { cleanPasted } from './clean.ts';
import { withoutEmbedCodes } from './embeds.ts';
import { readInert } from './inert.ts';
import { addLost, type Lost } from './lost.ts';
import { isMarkdown } from './markdown.ts';
import { readMarkdown, readPlainText } from './plain-text.ts';

export interface PasteReport {
  onLost: (lost: Lost[]) => void;
  onPlainOnly: () => void;
}

export function pasteProps({ onLost, onPlainOnly }: PasteReport): EditorProps {
  let plain = '';
  const keepPlain = (data: DataTransfer | null): false => {
    plain = data?.getData('text/plain') ?? '';
    return false;
  };
  return {
    clipboardTextParser: (pasted, place, isPlain) => {
      if (isPlain) return readPlainText(pasted, place);
      const lost: Lost[] = [];
      const text = withoutEmbedCodes(pasted, readInert, (what) => addLost(lost, what, true));
      const converted = isMarkdown(text) ? readMarkdown(text, place) : undefined;
      lost.push(...(converted?.lost ?? []));
      if (lost.length > 0) onLost(lost);
      return converted?.slice ?? readPlainText(text, place);
    },
    handleDOMEvents: {
      paste: (_view, { clipboardData }) => keepPlain(clipboardData),
      drop: (_view, { dataTransfer }) => keepPlain(dataTransfer),
    },
    transformPastedHTML: (pasted) => {
      try {
        const { html, lost } = cleanPasted(pasted);
        if (lost.length > 0) onLost(lost);
        return html;
      } catch {
        // Throwing would leave the paste to the browser, unsanitised.
        onPlainOnly();
        return plain
          .split(/[\r\n]+/)
          .map((line) => `<p>${escapeText(line)}</p>`)
          .join('');
      }
    },
  };
}
