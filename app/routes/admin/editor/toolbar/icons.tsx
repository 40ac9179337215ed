/** Outlines on a 24 × 24 field, drawn for the toolbar; the headings are letters. */
const shapes = {
  undo: 'M9 7 4.5 11.500 9 16M5 11.500h9.500a5 5 0 0 1 0 10',
  redo: 'M15 7l4.500 4.500L15 16M19 11.500H9.500a5 5 0 0 0 0 10',
  bold: 'M7.500 5h5.500a3.500 3.500 0 0 1 0 7H7.500zM7.500 12h6.500a3.500 3.500 0 0 1 0 7H7.500z',
  italic: 'M10.500 5H18M6 19h7.500M14.500 5l-5 14',
  underline: 'M7 4.500v6.500a5 5 0 0 0 10 0V4.500M5.500 20h13',
  strike: 'M4 12h16M16.500 8c-.4-2-2-3-4.500-3s-4.300 1.200-4.300 3.300c0 1 .5 2 1.500 2.700M7.300 15.500C7.600 17.800 9.500 19 12.200 19c2.700 0 4.500-1.300 4.500-3.500 0-.6-.1-1-.4-1.500',
  left: 'M4 6h16M4 10h10M4 14h16M4 18h10',
  center: 'M4 6h16M7 10h10M4 14h16M7 18h10',
  right: 'M4 6h16M10 10h10M4 14h16M10 18h10',
  justify: 'M4 6h16M4 10h16M4 14h16M4 18h16',
  ordered: 'M10 6h10M10 12h10M10 18h10M4.500 4.500 6 4v4.500M4.300 10.800c1.200-.9 2.700-.3 2.300 1-.2.700-1.300 1.300-2.300 2.200H7M4.500 16.500H7l-1.500 1.600c1 0 1.500.5 1.500 1.200 0 1-1.500 1.600-2.600.9',
  bullet: 'M10 6h10M10 12h10M10 18h10M5.500 6h.01M5.500 12h.01M5.500 18h.01',
  outdent: 'M4 5h16M12 10h8M12 14h8M4 19h16M8 9.500 5 12l3 2.500',
  indent: 'M4 5h16M12 10h8M12 14h8M4 19h16M5 9.500 8 12l-3 2.500',
  link: 'M10 14a4 4 0 0 0 5.800 0l3-3a4 4 0 0 0-5.700-5.700l-1.300 1.300M14 10a4 4 0 0 0-5.800 0l-3 3a4 4 0 0 0 5.700 5.700l1.300-1.300',
  picture: 'M4 5h16v14H4zM4 16l4.500-4.500 4 4 2.500-2.500 5 5M15.500 9.500h.01',
  quote: 'M9.500 6.500C6.500 8 5 10.200 5 13.500V17h5v-5H7.500M19 6.500c-3 1.500-4.500 3.700-4.500 7V17h5v-5H17',
  code: 'M8.500 7 4 12l4.500 5M15.500 7 20 12l-4.500 5M13.500 5l-3 14',
  clean: 'M6 5h12M12 5l-2.500 9M7 19h6M15.500 14.500l5 5M20.500 14.500l-5 5',
  typograf: 'M10.500 7 5.500 12l5 5M18.500 7l-5 5 5 5',
  keys: 'M3.500 7h17v10h-17zM7 10.500h.01M10.500 10.500h.01M14 10.500h.01M17 10.500h.01M8 14h8',
} as const;

export type ToolIcon = keyof typeof shapes | 'heading1' | 'heading2' | 'heading3';

export function ToolPicture({ icon }: { icon: ToolIcon }) {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      {icon in shapes ? (
        <path d={shapes[icon as keyof typeof shapes]} />
      ) : (
        <text x="12" y="17.500" textAnchor="middle" fill="currentColor" stroke="none" fontSize="14" fontWeight="700">
          H{icon.slice(-1)}
        </text>
      )}
    </svg>
  );
}
