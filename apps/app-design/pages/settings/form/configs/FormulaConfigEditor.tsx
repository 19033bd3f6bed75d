import { formulaResults, type FormulaConfig } from '@formwork/contract/forms/field-types/formula.ts';
import { rollupFunctions, type RollupConfig } from '@formwork/contract/forms/field-types/rollup.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Select } from 'antd';
import { FormulaInput } from '../FormulaInput.tsx';
import { Line } from '../inspector-parts.tsx';
import { UnitLine } from './NumberConfigEditor.tsx';
import { ChoicePart, FlagPart, NumberPart, type ConfigProps } from './parts.tsx';

export function FormulaConfigEditor(props: ConfigProps<FormulaConfig>) {
  const t = useT();
  const { config, onChange, definition, table } = props;
  return (
    <>
      <FormulaInput definition={definition} table={table} label={t('design.config.expression')} value={config.expression} onChange={(expression) => onChange({ ...config, expression: expression ?? '' })} />
      <ChoicePart {...props} name="result" label={t('design.config.result')} options={formulaResults} labels="design.config.result_" />
      {config.result === 'number' && (
        <>
          <NumberPart {...props} name="decimals" label={t('design.config.decimals')} min={0} max={10} />
          <UnitLine {...props} />
          <FlagPart {...props} name="thousands" label={t('design.config.thousands')} />
        </>
      )}
    </>
  );
}

/** A figure over the rows of a slave table. */
export function RollupConfigEditor(props: ConfigProps<RollupConfig>) {
  const t = useT();
  const locale = useLocale();
  const { config, onChange, definition } = props;
  const table = definition.tables.find(({ id }) => id === config.table);
  const numbers = table?.fields.filter((field) => fieldKind(field) === 'number') ?? [];
  return (
    <>
      <Line label={t('design.config.rollup_table')}>
        <Select value={config.table || undefined} onChange={(id: string) => onChange({ ...config, table: id, field: undefined })} options={definition.tables.map((own) => ({ value: own.id, label: textIn(own.title, locale) }))} />
      </Line>
      <ChoicePart {...props} name="function" label={t('design.config.rollup_function')} options={rollupFunctions} labels="design.config.rollup_" />
      {config.function !== 'count' && (
        <Line label={t('design.config.rollup_field')}>
          <Select value={config.field} onChange={(field: string) => onChange({ ...config, field })} options={numbers.map((field) => ({ value: field.id, label: textIn(field.title, locale) }))} />
        </Line>
      )}
      <NumberPart {...props} name="decimals" label={t('design.config.decimals')} min={0} max={10} />
      <UnitLine {...props} />
      <FlagPart {...props} name="thousands" label={t('design.config.thousands')} />
    </>
  );
}
