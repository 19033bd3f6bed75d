import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { hasText, useLocale, useT } from '@formwork/web/i18n/i18n.ts';

interface Props {
  property: string;
  value: unknown;
  definition: FormDefinition;
}

/** One side of a difference in the words of the designer: types and settings by their names, fields by their titles. */
export function ComparedValue({ property, value, definition }: Props) {
  const t = useT();
  if (property === 'type' && typeof value === 'string' && hasText(`design.type.${value}`)) return <>{t(`design.type.${value}`)}</>;
  if (property !== 'config' || value === null || typeof value !== 'object') return <Plain value={value} definition={definition} />;
  const settings = Object.entries(value);
  if (settings.length === 0) return <>—</>;
  return (
    <ul className="release-settings">
      {settings.map(([name, inner]) => {
        const key = settingKey(name);
        const choice = `${key}_${String(inner)}`;
        return <li key={name}>{hasText(key) ? t(key) : name}: {typeof inner === 'string' && hasText(choice) ? t(choice) : <Plain value={inner} definition={definition} />}</li>;
      })}
    </ul>
  );
}

const longest = 600;

function Plain({ value, definition }: Omit<Props, 'property'>) {
  const t = useT();
  const locale = useLocale();
  if (value === undefined || value === null || value === '') return <>—</>;
  if (typeof value === 'boolean') return <>{t(value ? 'design.version.yes' : 'design.version.no')}</>;
  if (typeof value !== 'object') return <>{String(value)}</>;
  if ('zh' in value && typeof value.zh === 'string') return <>{[value.zh, locale === 'zh-CN' ? '' : textIn(value as { zh: string }, locale)].filter(Boolean).join(' / ')}</>;
  if (Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string')) {
    const fields = [...definition.fields, ...definition.tables.flatMap((table) => table.fields)];
    return <>{value.map((id: string) => textIn(fields.find((field) => field.id === id)?.title, locale) || id).join(locale === 'zh-CN' ? '、' : ', ')}</>;
  }
  const text = JSON.stringify(value, null, 1);
  return <code>{text.length > longest ? `${text.slice(0, longest)}…` : text}</code>;
}

/** Settings are called in the dictionaries as in their code, with underscores. */
function settingKey(name: string): string {
  return `design.config.${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}
