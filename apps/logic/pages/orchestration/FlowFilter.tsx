import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect, useState } from 'react';

/** Runs of one flow alone: there may be more flows than a list holds, so what is typed is asked for. */
export function FlowFilter({ label }: { label: string }) {
  const t = useT();
  const locale = useLocale();
  const [value, set] = useQueryText('definition');
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const found = useQuery({
    ...q(definitionsApi.list, {
      params: { kind: flowKind.kind },
      query: { limit: 50, ...(search !== '' && { search }) },
    }),
    placeholderData: keepPreviousData,
  });
  const options = (found.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: textIn(name, locale) }));
  const listed = value === undefined || options.some((one) => one.value === value);
  // chosen in an address, or in the bin by now: its runs know what it is called
  const run = useQuery({
    ...q(orchestrationApi.runs, { query: { definition: value ?? '', limit: 1 } }),
    enabled: !listed && found.isSuccess,
  });
  const name = run.data?.rows[0]?.name;
  const chosen =
    value === undefined
      ? null
      : (options.find((one) => one.value === value) ?? {
          value,
          label: name ? textIn(name, locale) : t('flows.run.unseen'),
        });
  return (
    <Select
      className="list-filter"
      allowClear
      labelInValue
      aria-label={label}
      placeholder={label}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={found.isFetching}
      value={chosen}
      options={options}
      onChange={(next: { value: string } | undefined) => set(next?.value)}
    />
  );
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
