import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { ConcatenationConfig, ConcatenationPart } from '@formwork/contract/forms/field-types/concatenation.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input } from 'antd';
import type { ConfigProps } from './parts.tsx';
import { Choose } from '../inspector-parts.tsx';

/** Fields and fixed text, in the order they are put together. */
export function ConcatenationConfigEditor({ config, onChange, definition, table }: ConfigProps<ConcatenationConfig>) {
  const t = useT();
  const locale = useLocale();
  const own = definition.tables.find(({ id }) => id === table)?.fields ?? [];
  const fields = [...own, ...definition.fields].filter(
    (field) => field.type !== 'concatenation' || field.config !== config,
  );
  const { parts } = config;
  const set = (index: number, part: ConcatenationPart) =>
    onChange({ parts: parts.map((old, place) => (place === index ? part : old)) });
  const move = (index: number, to: number) =>
    onChange({
      parts: parts.map((old, place) =>
        place === index ? (parts[to] ?? old) : place === to ? (parts[index] ?? old) : old,
      ),
    });
  const [first] = fields;
  return (
    <fieldset className="designer-line">
      <legend>{t('design.config.parts')}</legend>
      {parts.map((part, index) => (
        <span key={index} className="designer-part">
          {part.kind === 'text' ? (
            <Input
              value={part.text}
              maxLength={200}
              aria-label={t('design.config.part_text')}
              placeholder={t('design.config.part_text')}
              onChange={(event) => set(index, { kind: 'text', text: event.target.value })}
            />
          ) : (
            <Choose
              showSearch={{ optionFilterProp: 'label' }}
              value={part.field}
              aria-label={t('design.config.part_field')}
              onChange={(field: string) => set(index, { kind: 'field', field })}
              options={fields.map((field) => ({ value: field.id, label: textIn(field.title, locale) }))}
            />
          )}
          <Button
            size="small"
            type="text"
            icon={<ArrowUpOutlined />}
            disabled={index === 0}
            aria-label={t('design.config.option_up')}
            onClick={() => move(index, index - 1)}
          />
          <Button
            size="small"
            type="text"
            icon={<ArrowDownOutlined />}
            disabled={index === parts.length - 1}
            aria-label={t('design.config.option_down')}
            onClick={() => move(index, index + 1)}
          />
          <Button
            size="small"
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('design.config.part_remove')}
            onClick={() => onChange({ parts: parts.filter((_, place) => place !== index) })}
          />
        </span>
      ))}
      <span className="designer-part">
        <Button
          size="small"
          icon={<PlusOutlined />}
          disabled={!first}
          onClick={() => first && onChange({ parts: [...parts, { kind: 'field', field: first.id }] })}
        >
          {t('design.config.part_field')}
        </Button>
        <Button
          size="small"
          icon={<PlusOutlined />}
          onClick={() => onChange({ parts: [...parts, { kind: 'text', text: '-' }] })}
        >
          {t('design.config.part_text')}
        </Button>
      </span>
    </fieldset>
  );
}
