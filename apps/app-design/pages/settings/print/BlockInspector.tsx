import { DeleteOutlined } from '@ant-design/icons';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import { codeKinds, type Align, type Block } from '@formwork/contract/printing/template.ts';
import { textIn } from '@formwork/contract/text.ts';
import { InspectorSection, InspectorTitle } from '@formwork/ui/designer/designer.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, InputNumber, Segmented, Switch } from 'antd';
import { FormulaInput } from '../form/FormulaInput.tsx';
import { Choose, Line } from '../form/inspector-parts.tsx';
import { PictureChoice } from './PictureChoice.tsx';
import { WordsInput } from './WordsInput.tsx';

interface Props {
  block: Block;
  definition: FormDefinition;
  readOnly: boolean;
  onChange: (block: Block) => void;
  onRemove: () => void;
}

/** The settings of one block, and when it shows. */
export function BlockInspector({ block, definition, readOnly, onChange, onRemove }: Props) {
  const t = useT();
  return (
    <fieldset className="print-inspector" disabled={readOnly}>
      <InspectorTitle
        extra={
          !readOnly && (
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              onClick={onRemove}
              aria-label={t('ui.action.delete')}
              title={t('ui.action.delete')}
            />
          )
        }
      >
        {t(`design.print.block.${block.kind}`)}
      </InspectorTitle>
      <InspectorSection>
        <BlockSettings block={block} definition={definition} onChange={onChange} />
      </InspectorSection>
      <InspectorSection>
        <FormulaInput
          label={t('design.print.show_if')}
          value={block.showIf}
          onChange={(showIf) => onChange(withCondition(block, showIf))}
          definition={definition}
          table={undefined}
          expects="condition"
        />
      </InspectorSection>
    </fieldset>
  );
}

function withCondition(block: Block, showIf: string | undefined): Block {
  const { showIf: _before, ...rest } = block;
  return showIf === undefined || showIf.trim() === '' ? rest : { ...rest, showIf };
}

function BlockSettings({ block, definition, onChange }: Pick<Props, 'block' | 'definition' | 'onChange'>) {
  const t = useT();
  const locale = useLocale();
  const fields = [...definition.fields, ...Object.values(systemFields)].map((field) => ({
    value: field.id,
    label: textIn(field.title, locale),
  }));
  const tables = definition.tables.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }));
  const align = (value: Align, set: (align: Align) => void) => (
    <Line label={t('design.print.align')}>
      <Segmented<Align>
        value={value}
        onChange={set}
        options={(['start', 'center', 'end'] as const).map((one) => ({
          value: one,
          label: t(`design.print.align_${one}`),
        }))}
      />
    </Line>
  );
  const flag = (label: string, checked: boolean, set: (on: boolean) => void) => (
    <Line label={t(label)} inline>
      <Switch size="small" checked={checked} onChange={set} />
    </Line>
  );
  const number = (label: string, value: number, min: number, max: number, set: (value: number) => void) => (
    <Line label={t(label)}>
      <InputNumber value={value} min={min} max={max} onChange={(next) => next !== null && set(next)} />
    </Line>
  );
  switch (block.kind) {
    case 'text':
      return (
        <>
          <WordsInput
            label={t('design.print.text')}
            value={block.text}
            onChange={(text) => onChange({ ...block, text })}
            definition={definition}
          />
          {number('design.print.font_size', block.size, 5, 72, (size) => onChange({ ...block, size }))}
          {flag('design.print.bold', block.bold === true, (bold) => onChange({ ...block, bold }))}
          {flag('design.print.italic', block.italic === true, (italic) => onChange({ ...block, italic }))}
          {align(block.align, (next) => onChange({ ...block, align: next }))}
        </>
      );
    case 'fields':
      return (
        <>
          <Line
            label={t('design.print.fields')}
            wrong={block.items.length === 0 ? t('design.print.choose_fields') : undefined}
          >
            <Choose
              mode="multiple"
              value={block.items.map(({ field }) => field)}
              options={fields}
              optionFilterProp="label"
              onChange={(ids: string[]) =>
                onChange({
                  ...block,
                  items: ids.map((field) => block.items.find((item) => item.field === field) ?? { field }),
                })
              }
            />
          </Line>
          {number('design.print.columns', block.columns, 1, 4, (columns) => onChange({ ...block, columns }))}
          {flag('design.print.border', block.border, (border) => onChange({ ...block, border }))}
          <Line label={t('design.print.wide_fields')}>
            <Choose
              mode="multiple"
              value={block.items.filter(({ span }) => (span ?? 1) > 1).map(({ field }) => field)}
              options={fields.filter(({ value }) => block.items.some((item) => item.field === value))}
              optionFilterProp="label"
              onChange={(ids: string[]) =>
                onChange({
                  ...block,
                  items: block.items.map(({ field }) =>
                    ids.includes(field) ? { field, span: block.columns } : { field },
                  ),
                })
              }
            />
          </Line>
        </>
      );
    case 'table': {
      const own =
        definition.tables
          .find(({ id }) => id === block.table)
          ?.fields.map((field) => ({ value: field.id, label: textIn(field.title, locale) })) ?? [];
      return (
        <>
          <Line label={t('design.print.table')}>
            <Choose
              value={block.table}
              options={tables}
              onChange={(table) => onChange({ ...block, table, columns: [] })}
            />
          </Line>
          <Line label={t('design.print.table_columns')}>
            <Choose
              mode="multiple"
              placeholder={t('design.print.all_columns')}
              value={block.columns.map(({ field }) => field)}
              options={own}
              optionFilterProp="label"
              onChange={(ids: string[]) =>
                onChange({
                  ...block,
                  columns: ids.map((field) => block.columns.find((column) => column.field === field) ?? { field }),
                })
              }
            />
          </Line>
          {block.columns.map((column) => (
            <Line
              key={column.field}
              label={t('design.print.weight', { field: own.find(({ value }) => value === column.field)?.label ?? '' })}
            >
              <InputNumber
                min={0.2}
                max={20}
                step={0.5}
                value={column.weight ?? 1}
                onChange={(weight) =>
                  onChange({
                    ...block,
                    columns: block.columns.map((one) => (one === column ? { ...one, weight: weight ?? 1 } : one)),
                  })
                }
              />
            </Line>
          ))}
          {flag('design.print.numbered', block.numbered, (numbered) => onChange({ ...block, numbered }))}
          {flag('design.print.totals', block.totals, (totals) => onChange({ ...block, totals }))}
        </>
      );
    }
    case 'picture':
      return (
        <>
          <PictureChoice
            block={block}
            fields={definition.fields
              .filter((field) => fieldKind(field) === 'files')
              .map((field) => ({ value: field.id, label: textIn(field.title, locale) }))}
            onChange={onChange}
          />
          {number('design.print.picture_width', block.width, 3, 400, (width) => onChange({ ...block, width }))}
          {align(block.align, (next) => onChange({ ...block, align: next }))}
        </>
      );
    case 'code':
      return (
        <>
          <Line label={t('design.print.code_kind')}>
            <Choose
              value={block.code}
              onChange={(code) => onChange({ ...block, code })}
              options={codeKinds.map((value) => ({
                value,
                label: value === 'qrcode' ? t('design.print.qr') : value.toUpperCase(),
              }))}
            />
          </Line>
          <WordsInput
            label={t('design.print.code_content')}
            value={block.content}
            onChange={(content) => onChange({ ...block, content })}
            definition={definition}
            wrong={block.content.trim() === '' ? t('design.print.code_blank') : undefined}
          />
          {number('design.print.picture_width', block.width, 5, 200, (width) => onChange({ ...block, width }))}
          {flag('design.print.caption', block.caption, (caption) => onChange({ ...block, caption }))}
          {align(block.align, (next) => onChange({ ...block, align: next }))}
        </>
      );
    case 'space':
      return number('design.print.height', block.height, 1, 300, (height) => onChange({ ...block, height }));
    case 'columns':
      return (
        <>
          {block.cells.map((cell, index) => (
            <Line key={index} label={t('design.print.cell', { number: index + 1 })}>
              <InputNumber
                min={0.2}
                max={20}
                step={0.5}
                value={cell.weight}
                onChange={(weight) =>
                  onChange({ ...block, cells: block.cells.with(index, { ...cell, weight: weight ?? 1 }) })
                }
              />
            </Line>
          ))}
        </>
      );
    case 'rows':
      return (
        <Line label={t('design.print.table')}>
          <Choose value={block.table} options={tables} onChange={(table) => onChange({ ...block, table })} />
        </Line>
      );
    case 'line':
    case 'break':
      return null;
  }
}
