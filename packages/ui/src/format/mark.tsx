/** The product's mark: an F of three panels as they stand in a formwork, the third one the piece that is cast. */
export function Mark({ size = 24, title }: { size?: number; title?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
      focusable="false"
    >
      <rect width="32" height="32" rx="8" fill="#1f5fd0" />
      <path d="M9 8.6C9 7.7 9.7 7 10.6 7H14v18h-3.4A1.6 1.6 0 0 1 9 23.4z" fill="#fff" />
      <path d="M15.5 7h7.1c.9 0 1.4.9 1 1.7l-1.5 2.6a1.4 1.4 0 0 1-1.2.7h-5.4z" fill="#fff" opacity=".82" />
      <path d="M15.5 13.5h4.6c.9 0 1.4.9 1 1.7l-1.5 2.6a1.4 1.4 0 0 1-1.2.7h-2.9z" fill="#ffb84d" />
    </svg>
  );
}
