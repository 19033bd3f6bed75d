import type { ReactNode } from 'react';

/** An input below what it is for, which stays to be read once something is filled in. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="asset-field">
      <span className="asset-note">{label}</span>
      {children}
    </div>
  );
}
