import type { Asset } from '@formwork/contract/assets/asset.ts';
import {
  assetContractApi,
  ContractInput,
  contractReleases,
  type Contract,
} from '@formwork/contract/assets/contract.ts';
import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { InputRow } from '@formwork/web/form/InputRow.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { NumberInput } from '@formwork/web/form/inputs/NumberInput.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { nobody, PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { qualityReadings } from './quality/quality-readings.ts';

interface Entry {
  about: string;
  columns: string[];
  freshColumn: string | null;
  hours: number | null;
  leastScore: number | null;
  rules: string[];
  consumers: string[];
  onRelease: ContractInput['onRelease'];
}

/** Promises columns as they are now, how fresh the rows are, and how good. */
export function ContractDialog({
  asset,
  contract,
  onClose,
}: {
  asset: Asset;
  contract: Contract | null;
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const rules = useQuery(q(assetQualityApi.quality, { params: { assetId: asset.id } })).data?.rules ?? [];
  const save = useSave(assetContractApi.putContract, {
    refresh: qualityReadings,
    onDone: onClose,
    params: { assetId: String(asset.id) },
  });
  const columns = asset.columns.map(({ key, title }) => ({ value: key, label: textIn(title, locale) }));
  for (const { key } of contract?.columns ?? [])
    if (!asset.columns.some((column) => column.key === key)) columns.push({ value: key, label: key });
  const toBody = ({ freshColumn, hours, columns: chosen, ...entry }: Entry): ContractInput => {
    const promised = new Map(contract?.columns.map((column) => [column.key, column]));
    return {
      ...entry,
      version: contract?.version ?? 0,
      columns: chosen.flatMap((key) => {
        const now = asset.columns.find((column) => column.key === key);
        return now ? [{ key, type: now.type }] : (promised.get(key) ?? []);
      }),
      fresh: freshColumn === null ? null : { column: freshColumn, hours: hours ?? 24 },
    };
  };
  return (
    <FormDialog<Entry, ContractInput>
      title={t(contract ? 'assets.contract.edit' : 'assets.contract.add')}
      width={640}
      rules={ContractInput}
      initial={entryOf(asset, contract)}
      toBody={toBody}
      command={save}
      onClose={onClose}
    >
      <LongTextInput name="about" label={t('assets.contract.about')} rows={3} wide />
      <InputRow<string[]> name="columns" label={t('assets.contract.columns')} wide empty={[]}>
        {({ input, value, set }) => (
          <Select {...input} mode="multiple" value={value} options={columns} onChange={set} />
        )}
      </InputRow>
      {asset.readable && (
        <>
          <SelectInput
            name="freshColumn"
            path="fresh.column"
            label={t('assets.contract.fresh_column')}
            options={columns}
            allowClear
          />
          <NumberInput name="hours" path="fresh.hours" label={t('assets.contract.hours')} />
          <NumberInput name="leastScore" label={t('assets.contract.least_score')} />
          <InputRow<string[]> name="rules" label={t('assets.contract.rules')} wide empty={[]}>
            {({ input, value, set }) => (
              <Select
                {...input}
                mode="multiple"
                value={value}
                options={rules.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={set}
              />
            )}
          </InputRow>
        </>
      )}
      <InputRow<string[]> name="consumers" label={t('assets.contract.consumers')} wide empty={nobody}>
        {({ input, value, set }) => <PersonPicker id={input.id} multiple value={value} onChange={set} />}
      </InputRow>
      {asset.kind === 'form' && (
        <SelectInput
          name="onRelease"
          label={t('assets.contract.on_release')}
          options={contractReleases.map((value) => ({ value, label: t(`assets.contract.on_release.${value}`) }))}
          wide
        />
      )}
    </FormDialog>
  );
}

function entryOf(asset: Asset, contract: Contract | null): Entry {
  return {
    about: contract?.about ?? '',
    columns: contract?.columns.map(({ key }) => key) ?? asset.columns.map(({ key }) => key),
    freshColumn: contract?.fresh?.column ?? null,
    hours: contract?.fresh?.hours ?? 24,
    leastScore: contract?.leastScore ?? null,
    rules: contract?.rules ?? [],
    consumers: contract?.consumers ?? [],
    onRelease: contract?.onRelease ?? 'warn',
  };
}
