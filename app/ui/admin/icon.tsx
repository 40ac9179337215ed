/** Outlines on a 24 × 24 grid. Decorative: always beside text. */
const shapes = {
  overview: 'M4 11.5 12 4l8 7.5M6 10v9.5h12V10M10 19.5V14h4v5.5',
  news: 'M4 5h13v14H5.5A1.5 1.5 0 0 1 4 17.5zM17 9h3v8.5a1.5 1.5 0 0 1-3 0M7.5 8.5h6M7.5 12h6M7.5 15.5h3.5',
  vote: 'M4 13.5h3M17 13.5h3M4 13.5V20h16v-6.5M8 16.5h8M9 4h6a1 1 0 0 1 1 1v8.5H8V5a1 1 0 0 1 1-1zM10.3 8.5l1.3 1.3 2.400-2.600',
  watch:
    'M12 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM8.5 15.5a5 5 0 0 1 0-7M15.5 8.5a5 5 0 0 1 0 7M5.600 18.400a9 9 0 0 1 0-12.800M18.400 5.600a9 9 0 0 1 0 12.800',
  text: 'M5 7V5h14v2M12 5v14M9 19h6',
  pictures: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9.5h.01',
  people:
    'M9 11.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5zM3 19.5c.4-3.3 2.800-5 6-5s5.600 1.700 6 5M15.5 5.3a3.25 3.25 0 0 1 0 5.900M17 14.800c2.3.6 3.700 2.200 4 4.700',
  journal: 'M12 20a8 8 0 1 0-7.5-5.200M4 20v-5h5M12 8v4.5l3 1.800',
  leave: 'M14 5H5v14h9M10 12h10M16.5 8.5 20 12l-3.5 3.5',
  open: 'M13 5h6v6M19 5l-9 9M17 14v5H5V7h5',
  plus: 'M12 5v14M5 12h14',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20',
  bin: 'M4.5 7h15M9 7V4.5h6V7M6.5 7l1 12.5h9l1-12.5M10 11v5M14 11v5',
  edit: 'M4 20h4L19.5 8.5l-4-4L4 16zM13 7l4 4',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  upload: 'M12 16V5M7.5 9.5 12 5l4.5 4.5M5 19h14',
  key: 'M8 16.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11.5 11 20 11M17 11v3.5M20 11v2.5',
  back: 'M19 12H5M10.5 6.5 5 12l5.5 5.5',
  safe: 'M4 9h16v10.5H4zM3 4.5h18V9H3zM10 13h4',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4.5l3 1.800',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  question:
    'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM9.800 9.800a2.300 2.300 0 1 1 3.300 2.100c-.7.4-1.100.8-1.100 1.600M12 16.200h.01',
  attention: 'M12 4.500 20.500 19h-17zM12 10v4M12 16.500h.01',
  bad: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM9.200 9.200l5.600 5.600M14.800 9.200l-5.600 5.600',
  pulse: 'M3.500 12.500H8l2-6 4 12 2.500-6h4',
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <path d={shapes[name]} />
    </svg>
  );
}
