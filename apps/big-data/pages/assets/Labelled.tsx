import type { ReactNode } from 'react';

/** An input below what it is for, which stays to be read once something is filled in; below it what is wrong with it. */
export function Labelled({
  label,
  error,
  children,
}: {
  label: string;
  error?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="asset-field">
      <span className="asset-note">{label}</span>
      {children}
      {error !== undefined && (
        <span className="fw-field-error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
