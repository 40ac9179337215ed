/** Outlines on a 24 × 24 grid. Decorative: always beside text. */
export const shapes = {
  leave: 'M14 5H5v14h9M10 12h10M16.5 8.5 20 12l-3.5 3.5',
  open: 'M13 5h6v6M19 5l-9 9M17 14v5H5V7h5',
  plus: 'M12 5v14M5 12h14',
  text: 'M5 7V5h14v2M12 5v14M9 19h6',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20',
  trash: 'M4.5 7h15M9 7V4.5h6V7M6.5 7l1 12.5h9l1-12.5M10 11v5M14 11v5',
  edit: 'M4 20h4L19.5 8.5l-4-4L4 16zM13 7l4 4',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  upload: 'M12 16V5M7.5 9.5 12 5l4.5 4.5M5 19h14',
  key: 'M8 16.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11.5 11 20 11M17 11v3.5M20 11v2.5',
  back: 'M19 12H5M10.5 6.5 5 12l5.5 5.5',
  safe: 'M4 9h16v10.5H4zM3 4.5h18V9H3zM10 13h4',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4.5l3 1.800',
  person: 'M12 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM5 20c.5-3.500 3.400-5.500 7-5.500s6.500 2 7 5.500',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  question:
    'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM9.800 9.800a2.300 2.300 0 1 1 3.300 2.100c-.7.4-1.100.8-1.100 1.600M12 16.200h.01',
  attention: 'M12 4.500 20.500 19h-17zM12 10v4M12 16.500h.01',
  bad: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM9.200 9.200l5.600 5.600M14.800 9.200l-5.600 5.600',
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name, size }: { name: IconName; size?: number }) {
  return <Outline shape={shapes[name]} size={size} isBold={name === 'more'} />;
}

export function Outline({ shape, size = 20, isBold }: { shape: string; size?: number | undefined; isBold?: boolean }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={isBold ? 3 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <path d={shape} />
    </svg>
  );
}
