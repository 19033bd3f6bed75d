import type { ReactNode } from 'react';

export function Line({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="flow-line">
      <span className="flow-line-label">{label}</span>
      {children}
      {hint !== undefined && <small className="flow-hint">{hint}</small>}
    </div>
  );
}
