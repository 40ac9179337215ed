export function Mark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M6 24a10 10 0 0 1 20 0z" fill="var(--hot)" />
      <path
        d="M1.5 28h29M16 9V3M7.6 12 3.7 8M24.4 12l3.9-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
