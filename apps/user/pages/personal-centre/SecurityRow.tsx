import type { ReactNode } from 'react';

export function SecuritySection({
  title,
  note,
  actions,
  children,
}: {
  title: string;
  note?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="security-section">
      <header>
        <h2>{title}</h2>
        {note && <span className="security-note">{note}</span>}
        {actions}
      </header>
      {children}
    </section>
  );
}

/** One line: what it is, how it stands, what can be done. */
export function SecurityRow({
  icon,
  title,
  value,
  note,
  actions,
}: {
  icon?: ReactNode;
  title: ReactNode;
  value?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="security-row">
      {icon && (
        <span className="security-icon" aria-hidden>
          {icon}
        </span>
      )}
      <div className="security-what">
        <div>
          <strong>{title}</strong>
          {value !== undefined && <span>{value}</span>}
        </div>
        {note && <div className="security-note">{note}</div>}
      </div>
      {actions && <div className="security-actions">{actions}</div>}
    </div>
  );
}
