import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import type { SourceField } from '@formwork/contract/analytics/api.ts';
import type { CalculatedFigure, ChartFunction } from '@formwork/contract/analytics/chart.ts';
import { textIn } from '@formwork/contract/text.ts';
import { compile } from '@formwork/feel/compile.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Input, Select } from 'antd';
import { FieldRow } from '../../parts/FieldRow.tsx';
import { functionsOf, wordOf } from '../../parts/name-of-use.ts';

interface Props {
  calc: CalculatedFigure;
  fields: readonly SourceField[];
  readOnly: boolean;
  onCalc: (calc: CalculatedFigure, group?: string) => void;
}

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const number = { kind: 'number' } as const;

/** A figure worked out of others: each of them has a letter, the expression says what becomes of them. */
export function CalcSettings({ calc, fields, readOnly, onCalc }: Props) {
  const t = useT();
  const locale = useLocale();
  const { expression, parts } = calc;
  const compiled = compile(expression, { types: Object.fromEntries(parts.map(({ name }) => [name, number])) });
  const change = (at: number, part: Partial<CalculatedFigure['parts'][number]>) =>
    onCalc({ ...calc, parts: parts.with(at, { ...parts[at]!, ...part }) });
  const free = names.find((name) => !parts.some((part) => part.name === name));
  const offered = (fieldId: string): ChartFunction[] => {
    const field = fields.find(({ id }) => id === fieldId);
    if (fieldId === '') return ['count'];
    // an expression knows numbers alone
    return functionsOf(field).filter((fn) => !field?.time || (fn !== 'min' && fn !== 'max'));
  };
  return (
    <>
      {parts.map((part, at) => (
        <div key={part.name} className="chart-part" role="group" aria-label={part.name}>
          <code>{part.name}</code>
          <Select
            size="small"
            disabled={readOnly}
            aria-label={t('analytics.calc_field', { name: part.name })}
            value={part.field}
            popupMatchSelectWidth={false}
            options={[
              { value: '', label: t('analytics.count_of_records') },
              ...fields.map(({ id, title }) => ({ value: id, label: textIn(title, locale) })),
            ]}
            onChange={(field: string) =>
              change(at, {
                field,
                fn: field === '' ? 'count' : (offered(field)[offered(field).indexOf('sum')] ?? 'distinct'),
              })
            }
          />
          <Select
            size="small"
            disabled={readOnly || part.field === ''}
            aria-label={t('analytics.worked_out')}
            value={part.fn}
            popupMatchSelectWidth={false}
            options={offered(part.field).map((fn) => ({
              value: fn,
              label: t(
                wordOf(
                  fn,
                  fields.find(({ id }) => id === part.field),
                ),
              ),
            }))}
            onChange={(fn: ChartFunction) => change(at, { fn })}
          />
          {!readOnly && parts.length > 1 && (
            <button
              type="button"
              className="fw-icon-button"
              aria-label={t('ui.action.remove')}
              onClick={() => onCalc({ ...calc, parts: parts.toSpliced(at, 1) })}
            >
              <CloseOutlined />
            </button>
          )}
        </div>
      ))}
      {!readOnly && free !== undefined && (
        <Button
          size="small"
          type="dashed"
          icon={<PlusOutlined />}
          onClick={() => onCalc({ ...calc, parts: [...parts, { name: free, field: '', fn: 'count' }] })}
        >
          {t('analytics.calc_add')}
        </Button>
      )}
      <FieldRow label={t('analytics.calc_expression')}>
        <Input
          disabled={readOnly}
          maxLength={500}
          value={expression}
          status={compiled.ok ? '' : 'error'}
          placeholder="a / b"
          onChange={({ target }) => onCalc({ ...calc, expression: target.value }, 'expression')}
        />
      </FieldRow>
      {!compiled.ok && <Alert type="error" showIcon title={t('analytics.calc_wrong')} />}
    </>
  );
}
