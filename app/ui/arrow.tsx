export function Arrow({ isBack = false }: { isBack?: boolean }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={isBack ? 'M17 10H4M9 5l-5 5 5 5' : 'M3 10h13M11 5l5 5-5 5'} />
    </svg>
  );
}
