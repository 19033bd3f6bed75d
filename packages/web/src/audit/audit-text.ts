import type { AuditRow } from '@formwork/contract/audit/api.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import { formatTime } from '@formwork/ui/format/time-format.ts';
import { currentLocale, hasText, type Translate } from '../i18n/i18n.ts';

/** Names of people, roles and departments by id. */
export type Names = Record<string, string>;

/** What was done; an event without words of its own is named by its kind. */
export function eventText({ type, kind }: Pick<AuditRow, 'type' | 'kind'>, t: Translate): string {
  const key = `audit.event.${type}`;
  return hasText(key)
    ? t(key)
    : `${t(`audit.kind.${kind}`)} (${type.split('.').slice(1).join(' ').replaceAll('_', ' ')})`;
}

/** A line's details with names for ids; ids without a name, and empty things, are left out: they say nothing to a reader. */
export function dataText({ data }: Pick<AuditRow, 'data'>, names: Names, t: Translate): string {
  return Object.entries(data)
    .map(([key, value]) => [key, valueText(value, names, t, key)] as const)
    .filter(([key, text]) => text !== '' && !looksLikeId(text) && !(text === data[key] && /^id$|Id$/.test(key)))
    .map(([key, text]) => `${fieldText(key, t)}: ${text}`)
    .join(' · ');
}

/** Who did it; somebody who did it for them stands before. */
export function whoText({ actor, data }: Pick<AuditRow, 'actor' | 'data'>, names: Names, t: Translate): string {
  if (actor === null) return t('audit.row.system');
  const name = names[actor] ?? t('audit.row.unknown');
  return typeof data.deputy === 'string'
    ? t('audit.row.on_behalf_of', { deputy: names[data.deputy] ?? t('audit.row.unknown'), name })
    : name;
}

export function fieldText(key: string, t: Translate): string {
  const name = `audit.field.${key}`;
  return hasText(name) ? t(name) : key;
}

/** Words that a field chooses among are called by the reader's language, moments as people tell time. */
export function valueText(value: unknown, names: Names, t: Translate, key = ''): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return t(value ? 'audit.row.yes' : 'audit.row.no');
  if (Array.isArray(value)) return value.map((one) => valueText(one, names, t, key)).join(', ');
  if (typeof value === 'object') return insideText(value as Record<string, unknown>, names, t);
  const text = String(value);
  if (names[text] !== undefined) return names[text];
  if (hasText(`audit.value.${key}.${text}`)) return t(`audit.value.${key}.${text}`);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatTime(text, currentLocale());
  if (hasText(text)) return t(text);
  if (hasText(`shell.role.${text}`)) return t(`shell.role.${text}`);
  return hasText(`review.action.${text}`) ? t(`review.action.${text}`) : text;
}

/** A text in both languages in the reader's, anything else by the names of its parts. */
function insideText(value: Record<string, unknown>, names: Names, t: Translate): string {
  if (typeof value.zh === 'string' && Object.keys(value).every((key) => key === 'zh' || key === 'en'))
    return textIn(value as Text, currentLocale());
  const parts = Object.entries(value).map(
    ([key, inner]) => [names[key] ?? fieldText(key, t), valueText(inner, names, t, key)] as const,
  );
  return parts
    .filter(([, text]) => text !== '')
    .map(([key, text]) => `${key}: ${text}`)
    .join('; ');
}

function looksLikeId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
