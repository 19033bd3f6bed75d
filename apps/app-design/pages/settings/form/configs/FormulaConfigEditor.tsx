import { formulaResults, type FormulaConfig } from '@formwork/contract/forms/field-types/formula.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Switch } from 'antd';
import { Line } from '../inspector-parts.tsx';
import { FormulaInput } from '../FormulaInput.tsx';
import { UnitLine } from './NumberConfigEditor.tsx';
import { ChoicePart, FlagPart, NumberPart, type ConfigProps } from './parts.tsx';

export function FormulaConfigEditor(props: ConfigProps<FormulaConfig>) {
  const t = useT();
  const { config, onChange, definition, table } = props;
  return (
    <>
      <FormulaInput
        definition={definition}
        table={table}
        label={t('design.config.expression')}
        value={config.expression}
        empties={config.empties ?? 'zero'}
        onChange={(expression) => onChange({ ...config, expression: expression ?? '' })}
      />
      <Line label={t('design.config.empties')} help={t('design.config.empties_help')} inline>
        <Switch
          size="small"
          checked={config.empties !== 'null'}
          onChange={(on) => onChange({ ...config, empties: on ? 'zero' : 'null' })}
        />
      </Line>
      <ChoicePart
        {...props}
        name="result"
        label={t('design.config.result')}
        options={formulaResults}
        labels="design.config.result_"
      />
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
