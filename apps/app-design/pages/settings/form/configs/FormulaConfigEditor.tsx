import { formulaResults, type FormulaConfig } from '@formwork/contract/forms/field-types/formula.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { FormulaInput } from '../FormulaInput.tsx';
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
