import { Fragment } from 'react';
import './mentioning.css';

/** The text with those it mentions marked. */
export function Mentioning({ text, names }: { text: string; names: readonly string[] }) {
  if (names.length === 0) return text;
  const escaped = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const parts = text.split(new RegExp(`(@(?:${escaped.join('|')}))`));
  return parts.map((part, at) =>
    at % 2 === 1 ? (
      <mark key={at} className="fw-mention">
        {part}
      </mark>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  );
}
