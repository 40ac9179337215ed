import { rowsIn } from '../../rig/cases.ts';

const WORD_HEAD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt;} @list l0 {mso-list-id:1;} --></style></head><body lang=RU style='tab-interval:35.4pt'><!--StartFragment-->`;

const span = (style: string) =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;${style};font-variant:normal;vertical-align:baseline;white-space:pre-wrap;">`;

const WORDS = {
  WORD_HEAD,
  ...{ PLAIN: span('font-weight:400'), BOLD: span('font-weight:700'), ITALIC: span('font-style:italic') },
  ...{ STRUCK: span('text-decoration:line-through'), UNDERLINED: span('text-decoration:underline') },
};

export const PASTES = rowsIn<[name: string, html: string, expected: string, lost?: string]>(
  'panel/editor/pastes.txt',
  '',
  WORDS,
);
