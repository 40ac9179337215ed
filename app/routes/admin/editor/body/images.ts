import { Image } from '@tiptap/extension-image';

/** A picture stands in a line of text, as stored articles have it, and has the stored attributes only. */
export const BodyImage = Image.extend({
  addAttributes() {
    return { src: { default: null }, alt: { default: null }, width: { default: null }, height: { default: null } };
  },
  // Typing `![…](…)` stays text.
  addInputRules: () => [],
}).configure({ inline: true, allowBase64: true });
