import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import { pageWords } from '@formwork/contract/printing/template.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Input, Select } from 'antd';
import { Line } from '../form/inspector-parts.tsx';
import { useWords } from './TemplateSheet.tsx';

/** Words with fields in them: chosen from a list, they are put at the end; shown below as people know them. */
export function WordsInput({ label, value, onChange, definition }: { label: string; value: string; onChange: (value: string) => void; definition: FormDefinition }) {
  const t = useT();
  const locale = useLocale();
  const words = useWords(definition);
  const options = [
    { label: t('design.print.fields'), options: [...definition.fields, ...Object.values(systemFields)].map((field) => ({ value: field.id, label: textIn(field.title, locale) })) },
    ...definition.tables.map((table) => ({ label: textIn(table.title, locale), options: [{ value: `${table.id}.number`, label: t('design.print.number') }, ...table.fields.map((field) => ({ value: `${table.id}.${field.id}`, label: textIn(field.title, locale) }))] })),
    { label: t('design.print.others'), options: pageWords.filter((word) => word !== 'page' && word !== 'pages').map((word) => ({ value: word as string, label: t(`design.print.word.${word}`) })) },
  ];
  return (
    <>
      <Line label={label}><Input.TextArea value={value} maxLength={5_000} autoSize={{ minRows: 2, maxRows: 10 }} onChange={(event) => onChange(event.target.value)} /></Line>
      <Select<string | null> size="small" value={null} placeholder={t('design.print.insert')} aria-label={t('design.print.insert')} options={options} showSearch={{ optionFilterProp: 'label' }} onChange={(name) => name && onChange(`${value}{{${name}}}`)} />
      {value.includes('{{') && <small>{words(value)}</small>}
    </>
  );
}
