import { assetsApi, EdgeInput } from '@formwork/contract/assets/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { useFormState, useFormValues } from '@formwork/web/form/form-state.ts';
import { InputRow } from '@formwork/web/form/InputRow.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { useSave, type BodyOf } from '@formwork/web/form/use-save.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import type { FieldInput } from '@formwork/ui/input/field-row.tsx';
import { Select } from 'antd';
import { AssetChoice } from '../AssetChoice.tsx';

interface Entry {
  from: number | undefined;
  fromColumn: number | undefined;
  to: number | undefined;
  toColumn: number | undefined;
  reason: string;
}

/** What no definition tells: one, or a column of it, comes from another, and why somebody knows. */
export function EdgeDialog({ from, onClose }: { from: number | undefined; onClose: () => void }) {
  const t = useT();
  const add = useSave(assetsApi.addEdge, {
    refresh: [assetsApi.lineage, assetsApi.path, assetsApi.impact],
    onDone: onClose,
  });
  return (
    <FormDialog<Entry, BodyOf<typeof assetsApi.addEdge>>
      title={t('assets.edge.add')}
      rules={EdgeInput}
      initial={{ from, fromColumn: undefined, to: undefined, toColumn: undefined, reason: '' }}
      toBody={toBody}
      command={add}
      onClose={onClose}
    >
      <End name="from" label={t('assets.lineage.from')} />
      <End name="to" label={t('assets.lineage.into')} />
      <LongTextInput name="reason" label={t('assets.edge.reason')} wide />
    </FormDialog>
  );
}

// what nobody chose is left out, and asked for at its input
const toBody = ({ from, fromColumn, to, toColumn, reason }: Entry) =>
  ({ from, fromColumn: fromColumn ?? 0, to, toColumn: toColumn ?? 0, reason }) as BodyOf<typeof assetsApi.addEdge>;

function End({ name, label }: { name: 'from' | 'to'; label: string }) {
  const t = useT();
  const asset = useFormValues<Entry>()[name];
  const { set } = useFormState();
  return (
    <>
      <InputRow<number | undefined> name={name} label={label} wide empty={undefined}>
        {({ input, value, set: choose }) => (
          <AssetChoice
            label={label}
            input={input}
            value={value}
            onChange={(next) => {
              choose(next);
              set(`${name}Column`, undefined);
            }}
          />
        )}
      </InputRow>
      {asset !== undefined && (
        <InputRow<number | undefined> name={`${name}Column`} label={t('assets.edge.column')} wide empty={undefined}>
          {({ input, value, set: choose }) => (
            <ColumnOf label={t('assets.edge.column')} input={input} asset={asset} value={value} onChange={choose} />
          )}
        </InputRow>
      )}
    </>
  );
}

/** One column of an asset; without one it is the whole. */
export function ColumnOf({
  label,
  input,
  asset,
  value,
  onChange,
}: {
  label: string;
  input?: FieldInput;
  asset: number;
  value: number | undefined;
  onChange: (id: number | undefined) => void;
}) {
  const locale = useLocale();
  const { data } = useQuery(q(assetsApi.get, { params: { assetId: asset } }));
  // nothing moves when they are there
  if (data?.columns.length === 0 && input === undefined) return null;
  return (
    <Select
      {...(input ?? { 'aria-label': label, placeholder: label })}
      loading={data === undefined}
      allowClear
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      onChange={(next: number | undefined) => onChange(next)}
      options={(data?.columns ?? []).map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
    />
  );
}
