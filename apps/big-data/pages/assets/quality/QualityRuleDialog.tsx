import { assetsApi } from '@formwork/contract/assets/api.ts';
import type { Asset } from '@formwork/contract/assets/asset.ts';
import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import {
  checkTimes,
  qualityKinds,
  QualityRuleInput,
  rowKinds,
  severities,
  type QualityCheck,
  type QualityKind,
  type QualityRule,
} from '@formwork/contract/assets/quality.ts';
import { textIn } from '@formwork/contract/text.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { useFormValues } from '@formwork/web/form/form-state.ts';
import { InputRow } from '@formwork/web/form/InputRow.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { NumberInput } from '@formwork/web/form/inputs/NumberInput.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { SwitchInput } from '@formwork/web/form/inputs/SwitchInput.tsx';
import { TagsInput } from '@formwork/web/form/inputs/TagsInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { AssetChoice } from '../AssetChoice.tsx';
import { qualityReadings } from './quality-readings.ts';

interface Entry {
  name: string;
  kind: QualityKind;
  column: string | null;
  columns: string[];
  least: string;
  most: string;
  values: string[];
  pattern: string;
  expression: string;
  asset: number | undefined;
  otherColumn: string | null;
  hours: number | null;
  fewest: number | null;
  greatest: number | null;
  swing: number | null;
  index: number | null;
  severity: QualityRuleInput['severity'];
  tolerance: number | null;
  when: QualityRuleInput['when'];
  enabled: boolean;
}

/** Says how the rows of an asset should be. */
export function QualityRuleDialog({
  asset,
  rule,
  onClose,
}: {
  asset: Asset;
  rule?: QualityRule | undefined;
  onClose: () => void;
}) {
  const t = useT();
  const done = { refresh: qualityReadings, onDone: onClose };
  const create = useSave(assetQualityApi.createRule, { ...done, params: { assetId: String(asset.id) } });
  const update = useSave(assetQualityApi.updateRule, { ...done, params: { qualityRuleId: rule?.id ?? '' } });
  return (
    <FormDialog<Entry, QualityRuleInput>
      title={t(rule ? 'assets.quality.edit' : 'assets.quality.add')}
      width={640}
      rules={QualityRuleInput}
      initial={entryOf(rule)}
      toBody={bodyOf}
      command={rule ? update : create}
      onClose={onClose}
    >
      <TextInput name="name" label={t('assets.quality.name')} autoFocus wide />
      <SelectInput
        name="kind"
        path="check.kind"
        label={t('assets.quality.kind')}
        options={qualityKinds.map((kind) => ({ value: kind, label: t(`assets.quality.of.${kind}`) }))}
        wide
      />
      <CheckInputs asset={asset} />
      <SelectInput
        name="severity"
        label={t('assets.quality.severity')}
        options={severities.map((value) => ({ value, label: t(`assets.severity.${value}`) }))}
      />
      <SelectInput
        name="when"
        label={t('assets.quality.when')}
        options={checkTimes.map((value) => ({ value, label: t(`assets.when.${value}`) }))}
      />
      <SwitchInput name="enabled" label={t('assets.quality.enabled')} />
    </FormDialog>
  );
}

/** What the kind of rule asks for. */
function CheckInputs({ asset }: { asset: Asset }) {
  const t = useT();
  const locale = useLocale();
  const { kind, asset: other } = useFormValues<Entry>();
  const there = useQuery({ ...q(assetsApi.get, { params: { assetId: other ?? 0 } }), enabled: other !== undefined });
  const optionsOf = (columns: Asset['columns']) =>
    columns.map(({ key, title }) => ({ value: key, label: textIn(title, locale) }));
  const columns = optionsOf(asset.columns);
  const column = (
    <SelectInput name="column" path="check.column" label={t('assets.quality.column')} options={columns} wide />
  );
  const tolerance = <NumberInput name="tolerance" label={t('assets.quality.tolerance')} />;
  return (
    <>
      {kind !== 'unique' && kind !== 'expression' && kind !== 'volume' && column}
      {kind === 'unique' && (
        <InputRow<string[]> name="columns" path="check.columns" label={t('assets.quality.columns')} wide empty={[]}>
          {({ input, value, set }) => (
            <Select {...input} mode="multiple" maxCount={5} value={value} options={columns} onChange={set} />
          )}
        </InputRow>
      )}
      {kind === 'range' && (
        <>
          <TextInput
            name="least"
            path="check.least"
            label={t('assets.quality.least')}
            help={t('assets.quality.bound_hint')}
          />
          <TextInput name="most" path="check.most" label={t('assets.quality.most')} />
        </>
      )}
      {kind === 'list' && <TagsInput name="values" path="check.values" label={t('assets.quality.values')} wide />}
      {kind === 'pattern' && <TextInput name="pattern" path="check.pattern" label={t('assets.quality.pattern')} wide />}
      {kind === 'expression' && (
        <LongTextInput
          name="expression"
          path="check.expression"
          label={t('assets.quality.expression')}
          help={t('assets.quality.expression_hint')}
          rows={3}
          wide
        />
      )}
      {kind === 'reference' && (
        <>
          <InputRow<number | undefined>
            name="asset"
            path="check.asset"
            label={t('assets.quality.other')}
            wide
            empty={undefined}
          >
            {({ value, set }) => <AssetChoice label={t('assets.quality.other')} value={value} onChange={set} />}
          </InputRow>
          <SelectInput
            name="otherColumn"
            path="check.otherColumn"
            label={t('assets.quality.other_column')}
            options={optionsOf(there.data?.columns ?? [])}
            wide
          />
        </>
      )}
      {kind === 'fresh' && <NumberInput name="hours" path="check.hours" label={t('assets.quality.hours')} />}
      {kind === 'volume' && (
        <>
          <NumberInput name="fewest" path="check.least" label={t('assets.quality.least')} />
          <NumberInput name="greatest" path="check.most" label={t('assets.quality.most')} />
          <NumberInput name="swing" path="check.swing" label={t('assets.quality.swing')} />
        </>
      )}
      {kind === 'drift' && (
        <NumberInput name="index" path="check.most" label={t('assets.quality.drift_most')} step={0.05} />
      )}
      {rowKinds.has(kind) && tolerance}
    </>
  );
}

function entryOf(rule: QualityRule | undefined): Entry {
  const check = rule?.check;
  return {
    name: rule?.name ?? '',
    kind: check?.kind ?? 'filled',
    column: check && 'column' in check ? check.column : null,
    columns: check?.kind === 'unique' ? check.columns : [],
    least: check?.kind === 'range' ? (check.least ?? '') : '',
    most: check?.kind === 'range' ? (check.most ?? '') : '',
    values: check?.kind === 'list' ? check.values : [],
    pattern: check?.kind === 'pattern' ? check.pattern : '',
    expression: check?.kind === 'expression' ? check.expression : '',
    asset: check?.kind === 'reference' ? check.asset : undefined,
    otherColumn: check?.kind === 'reference' ? check.otherColumn : null,
    hours: check?.kind === 'fresh' ? check.hours : 24,
    fewest: check?.kind === 'volume' ? check.least : null,
    greatest: check?.kind === 'volume' ? check.most : null,
    swing: check?.kind === 'volume' ? check.swing : 50,
    index: check?.kind === 'drift' ? check.most : 0.1,
    severity: rule?.severity ?? 'major',
    tolerance: rule?.tolerance ?? 0,
    when: rule?.when ?? 'night',
    enabled: rule?.enabled ?? true,
  };
}

/** What is left out is refused by the rules, at its input. */
function bodyOf(entry: Entry): QualityRuleInput {
  const { name, severity, tolerance, when, enabled } = entry;
  return { name, check: checkOf(entry), severity, tolerance: tolerance ?? 0, when, enabled };
}

function checkOf(entry: Entry): QualityCheck {
  const column = entry.column ?? '';
  const bound = (text: string) => (text.trim() === '' ? null : text.trim());
  switch (entry.kind) {
    case 'filled':
      return { kind: 'filled', column };
    case 'unique':
      return { kind: 'unique', columns: entry.columns };
    case 'range':
      return { kind: 'range', column, least: bound(entry.least), most: bound(entry.most) };
    case 'list':
      return { kind: 'list', column, values: entry.values };
    case 'pattern':
      return { kind: 'pattern', column, pattern: entry.pattern };
    case 'expression':
      return { kind: 'expression', expression: entry.expression };
    case 'reference':
      return { kind: 'reference', column, asset: entry.asset ?? 0, otherColumn: entry.otherColumn ?? '' };
    case 'fresh':
      return { kind: 'fresh', column, hours: entry.hours ?? 0 };
    case 'volume':
      return { kind: 'volume', least: entry.fewest, most: entry.greatest, swing: entry.swing };
    case 'drift':
      return { kind: 'drift', column, most: entry.index ?? 0 };
  }
}
