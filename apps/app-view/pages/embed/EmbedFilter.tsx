import { embedApi, type ChosenValues, type OfferedFilter } from '@formwork/contract/analytics/embed-api.ts';
import { callWith } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { DayInput } from '@formwork/web/inputs/DayInput.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { InputNumber, Select } from 'antd';

interface Props {
  opened: { address: string; token: string };
  filter: OfferedFilter;
  /** What is set of the filters before it: they narrow what this can be set to. */
  before: ChosenValues;
  values: (string | null)[];
  onValues: (values: (string | null)[]) => void;
}

/** A filter that the token offers: values to choose from, or bounds of days and numbers. */
export function EmbedFilter({ opened, filter, before, values, onValues }: Props) {
  const t = useT();
  const { id, title, control } = filter;
  const there = useQuery({
    queryKey: ['embedded-values', opened.address, opened.token, id, before],
    queryFn: ({ signal }) => callWith(embedApi.values, { body: { ...opened, filter: id, chosen: before } }, { signal }),
    enabled: control === 'values',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const [low = null, high = null] = values;
  return (
    <div className="embed-filter" {...(control !== 'values' && { role: 'group', 'aria-label': title })}>
      <span>{title}</span>
      {control === 'values' && (
        <Select
          mode="multiple"
          allowClear
          maxTagCount="responsive"
          aria-label={title}
          placeholder={t('share.embed.all')}
          value={values.filter((one) => one !== null)}
          options={there.data ?? []}
          loading={there.isFetching}
          {...(there.error && { notFoundContent: errorText(there.error, t) })}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(next: string[]) => onValues(next)}
        />
      )}
      {control === 'days' && (
        <>
          <DayInput
            onDemand
            placeholder={t('share.embed.from')}
            value={low}
            onChange={(day) => onValues([day, high])}
          />
          <DayInput
            onDemand
            placeholder={t('share.embed.until')}
            value={high}
            onChange={(day) => onValues([low, day])}
          />
        </>
      )}
      {control === 'numbers' && (
        <>
          <InputNumber
            aria-label={t('share.embed.from')}
            placeholder={t('share.embed.from')}
            value={low}
            stringMode
            onChange={(value) => onValues([value, high])}
          />
          <InputNumber
            aria-label={t('share.embed.until')}
            placeholder={t('share.embed.until')}
            value={high}
            stringMode
            onChange={(value) => onValues([low, value])}
          />
        </>
      )}
    </div>
  );
}
