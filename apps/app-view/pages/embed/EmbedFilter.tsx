import { embedApi, type ChosenValues, type OfferedFilter } from '@formwork/contract/analytics/embed-api.ts';
import { callWith } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { BoundsInput } from '@formwork/web/inputs/BoundsInput.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';

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
      {control !== 'values' && <BoundsInput of={control} values={values} onChange={onValues} />}
    </div>
  );
}
