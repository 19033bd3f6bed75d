import type { ReactNode } from 'react';
import { hueOfName } from '../skin/hues.ts';
import { initials } from './initials.ts';
import '../parts.css';

export function Avatar({ name, src, size = 24 }: { name: string; src?: string | undefined; size?: number }) {
  const hue = hueOfName(name);
  const style = {
    width: size,
    height: size,
    fontSize: Math.max(10, Math.round(size * 0.5)),
    background: `var(--fw-${hue}-fill)`,
    color: `var(--fw-${hue}-ink)`,
  };
  return (
    <span className="fw-avatar" style={style} title={name}>
      {src ? <img src={src} alt="" loading="lazy" /> : <span aria-hidden data-initials={initials(name)} />}
    </span>
  );
}

/** Avatar and name; `note` e.g. the department. */
export function Person({
  name,
  src,
  note,
  size = 22,
}: {
  name: string;
  src?: string | undefined;
  note?: ReactNode;
  size?: number;
}) {
  return (
    <span className="fw-person">
      <Avatar name={name} src={src} size={size} />
      <span>
        {name}
        {note && (
          <>
            {' '}
            <span className="fw-field-note">{note}</span>
          </>
        )}
      </span>
    </span>
  );
}

export function People({
  people,
  most = 4,
  size = 22,
}: {
  people: readonly { name: string; src?: string | undefined }[];
  most?: number;
  size?: number;
}) {
  const names = people.map((person) => person.name).join(', ');
  if (people.length === 1) return <Person {...people[0]!} size={size} />;
  return (
    <span className="fw-people" title={names} aria-label={names}>
      {people.slice(0, most).map((person, at) => (
        <Avatar key={at} {...person} size={size} />
      ))}
      {people.length > most && <span className="fw-field-note">&nbsp;+{people.length - most}</span>}
    </span>
  );
}
