import { Image } from '@tiptap/extension-image';

export const BodyImage = Image.extend({
  addAttributes() {
    return { src: { default: null }, alt: { default: null }, width: { default: null }, height: { default: null } };
  },
  // Typed `![…](…)` stays text.
  addInputRules: () => [],
}).configure({ inline: true, allowBase64: true });
