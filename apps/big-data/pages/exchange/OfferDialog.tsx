import { exchangeApi, OfferInput, offerWays, type Offer, type OfferSource } from '@formwork/contract/etl/exchange.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { useFormValues } from '@formwork/web/form/form-state.ts';
import { InputRow } from '@formwork/web/form/InputRow.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { NumberInput } from '@formwork/web/form/inputs/NumberInput.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { TagsInput } from '@formwork/web/form/inputs/TagsInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Checkbox } from 'antd';
import { ColumnsOffered } from './ColumnsOffered.tsx';
import { exchangeReadings } from './readings.ts';
import { SourceOffered, sourceOf, type SourceEntry } from './SourceOffered.tsx';

interface Entry extends Omit<OfferInput, 'source' | 'audience' | 'order'> {
  source: SourceEntry;
  order: string | null;
  /** Empty: everybody. */
  audience: string[];
}

const entryOf = (source: OfferSource | undefined): SourceEntry => ({
  kind: source?.kind ?? 'table',
  from: source?.from ?? 'forms',
  schema: source?.kind === 'table' ? source.schema : '',
  table: source?.kind === 'table' ? source.table : '',
  sql: source?.kind === 'sql' ? source.sql : '',
});

/** Writes an offer, or changes one; nobody outside sees it before it is offered. */
export function OfferDialog({ offer, onClose }: { offer?: Offer; onClose: () => void }) {
  const t = useT();
  const done = { refresh: exchangeReadings, onDone: onClose };
  const create = useSave(exchangeApi.createOffer, done);
  const update = useSave(exchangeApi.updateOffer, { ...done, params: { offerId: offer?.id ?? '' } });
  const initial: Entry = {
    title: offer?.title ?? '',
    about: offer?.about ?? '',
    terms: offer?.terms ?? '',
    source: entryOf(offer?.source),
    columns: offer?.columns ?? [],
    order: offer?.order || null,
    audience: offer?.audience ?? [],
    ways: offer?.ways ?? ['task'],
    everyMinutes: offer?.everyMinutes ?? null,
    rowsPerDay: offer?.rowsPerDay ?? null,
  };
  return (
    <FormDialog<Entry, OfferInput>
      title={t(offer ? 'dataexchange.offer.edit' : 'dataexchange.offer.add')}
      width={760}
      rules={OfferInput}
      initial={initial}
      toBody={({ source, order, audience, ...entry }) => ({
        ...entry,
        source: sourceOf(source),
        order: order ?? '',
        audience: audience.length === 0 ? null : audience,
      })}
      command={offer ? update : create}
      onClose={onClose}
    >
      <TextInput name="title" label={t('dataexchange.column.title')} autoFocus wide />
      <LongTextInput name="about" label={t('dataexchange.column.about')} wide />
      <LongTextInput name="terms" label={t('dataexchange.terms')} help={t('dataexchange.terms_help')} rows={3} wide />
      <InputRow<SourceEntry>
        name="source"
        label={t('dataexchange.source')}
        help={t('dataexchange.source_help')}
        wide
        empty={initial.source}
      >
        {({ value, set }) => <SourceOffered value={value} onChange={set} />}
      </InputRow>
      <InputRow<Entry['columns']>
        name="columns"
        label={t('dataexchange.columns')}
        wrong={t('dataexchange.columns_first')}
        wide
        empty={[]}
      >
        {({ value, set }) => <ColumnsOffered value={value} onChange={set} />}
      </InputRow>
      <OrderInput />
      <InputRow<Entry['ways']>
        name="ways"
        label={t('dataexchange.ways')}
        wrong={t('dataexchange.ways_first')}
        empty={[]}
      >
        {({ input, value, set }) => (
          <Checkbox.Group
            {...(input.id !== undefined && { name: input.id })}
            value={value}
            options={offerWays.map((way) => ({ value: way, label: t(`dataexchange.way.${way}`) }))}
            onChange={(ways) => set(ways)}
          />
        )}
      </InputRow>
      <TagsInput
        name="audience"
        label={t('dataexchange.column.audience')}
        help={t('dataexchange.audience_help')}
        wide
      />
      <NumberInput
        name="everyMinutes"
        label={t('dataexchange.every')}
        help={t('dataexchange.every_help')}
        unit={t('dataexchange.minute')}
      />
      <NumberInput
        name="rowsPerDay"
        label={t('dataexchange.rows_per_day')}
        help={t('dataexchange.rows_per_day_help')}
      />
    </FormDialog>
  );
}

function OrderInput() {
  const t = useT();
  const { columns } = useFormValues<Entry>();
  return (
    <SelectInput
      name="order"
      label={t('dataexchange.order')}
      help={t('dataexchange.order_help')}
      allowClear
      options={columns.filter(({ mask }) => mask === 'none').map(({ name }) => ({ value: name, label: name }))}
    />
  );
}
