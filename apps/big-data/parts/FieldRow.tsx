import type { ReactNode } from 'react';

/** A setting with its name before it. */
export function FieldRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the one control is the child
    <label className="analytics-row">
      <span>{label}</span>
      {children}
    </label>
  );
}
