import { hasText, useT, type Translate } from '@formwork/web/i18n/i18n.ts';

interface Props {
  value: unknown;
  names: Record<string, string>;
  /** The other side: what is only here is marked. */
  against: unknown;
  added?: boolean;
}

/** A piece of JSON as lines to read, with names for ids; what the other side does not have is marked as added or taken away. */
export function ValueTree({ value, names, against, added = false }: Props) {
  const t = useT();
  const lines = linesOf(value, names, t);
  if (lines.length === 0) return <p className="review-empty">–</p>;
  const there = new Set(linesOf(against, names, t));
  return (
    <ul className="review-lines">
      {lines.map((line, at) => (
        <li key={at} data-mark={against === null || there.has(line) ? undefined : added ? 'added' : 'removed'}>
          {line}
        </li>
      ))}
    </ul>
  );
}

function linesOf(value: unknown, names: Record<string, string>, t: Translate): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.map((one) => textOf(one, names, t));
  if (typeof value !== 'object') return [textOf(value, names, t)];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (isNothing(inner)) return [];
    const title = fieldText(key, t);
    return Array.isArray(inner)
      ? inner.map((one) => `${title}: ${textOf(one, names, t)}`)
      : [`${title}: ${textOf(inner, names, t)}`];
  });
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function textOf(value: unknown, names: Record<string, string>, t: Translate): string {
  if (typeof value === 'boolean') return t(value ? 'review.value.yes' : 'review.value.no');
  if (Array.isArray(value)) return value.map((one) => textOf(one, names, t)).join(', ');
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .filter(([key, inner]) => !isNothing(inner) && (key !== 'id' || names[String(inner)] !== undefined))
      .map(([key, inner]) => `${fieldText(key, t)} ${textOf(inner, names, t)}`)
      .join(' · ');
  }
  const text = String(value);
  const key = `review.value.${text}`;
  const role = `shell.role.${text}`;
  return (
    names[text] ??
    (hasText(key) ? t(key) : hasText(role) ? t(role) : hasText(`buttons.${text}`) ? t(`buttons.${text}`) : text)
  );
}

function fieldText(key: string, t: Translate): string {
  const name = `review.field.${key}`;
  return hasText(name) ? t(name) : key;
}
