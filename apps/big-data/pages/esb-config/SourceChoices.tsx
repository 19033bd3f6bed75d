import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { exchangeApi } from '@formwork/contract/etl/exchange.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';

interface ChoiceProps {
  id: string;
  value: string | null;
  disabled: boolean;
  onChange: (id: string) => void;
}

const most = 200;

/** Flows that are in force. */
export function FlowChoice(props: ChoiceProps) {
  const t = useT();
  const texts = { choose: t('gateway.source.flow_choose'), none: t('gateway.source.flow_none') };
  return <Choice {...props} {...useReleased('orchestration')} texts={texts} />;
}

/** Charts that are in force. */
export function ChartChoice(props: ChoiceProps) {
  const t = useT();
  const texts = { choose: t('gateway.source.chart_choose'), none: t('gateway.source.chart_none') };
  return <Choice {...props} {...useReleased('chart')} texts={texts} />;
}

/** Tasks that are in force. */
export function TaskChoice(props: ChoiceProps) {
  const t = useT();
  const texts = { choose: t('gateway.source.task_choose'), none: t('gateway.source.task_none') };
  return <Choice {...props} {...useReleased('etl_task')} texts={texts} />;
}

/** What other enterprises approved. */
export function ApprovedChoice(props: ChoiceProps) {
  const t = useT();
  const query = { side: 'asked' as const, state: 'approved' as const, limit: most };
  const { data, isPending } = useQuery(q(exchangeApi.requests, { query }));
  const options = (data?.rows ?? []).map((one) => ({ value: one.id, label: `${one.title} (${one.partner.name})` }));
  const texts = { choose: t('gateway.source.exchange_choose'), none: t('gateway.source.exchange_none') };
  return <Choice {...props} loading={isPending} options={options} texts={texts} />;
}

/** Databases that statements are sent to. */
export function ConnectionChoice(props: ChoiceProps) {
  const t = useT();
  const { data, isPending } = useQuery(q(connectionsApi.list, { query: { limit: most } }));
  const options = (data?.rows ?? [])
    .filter(({ kind }) => kind === 'postgres' || kind === 'mysql')
    .map((one) => ({ value: one.id, label: one.name }));
  const texts = { choose: t('gateway.source.connection_choose'), none: t('gateway.source.connection_none') };
  return <Choice {...props} loading={isPending} options={options} texts={texts} />;
}

function useReleased(kind: string): { loading: boolean; options: { value: string; label: string }[] } {
  const locale = useLocale();
  const { data, isPending } = useQuery(q(definitionsApi.list, { params: { kind }, query: { limit: most } }));
  const options = (data?.rows ?? [])
    .filter(({ released }) => released !== null)
    .map((one) => ({ value: one.id, label: textIn(one.name, locale) }));
  return { loading: isPending, options };
}

function Choice({
  texts,
  ...props
}: ChoiceProps & {
  loading: boolean;
  options: { value: string; label: string }[];
  texts: { choose: string; none: string };
}) {
  return (
    <Select
      {...props}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={texts.choose}
      notFoundContent={texts.none}
    />
  );
}
