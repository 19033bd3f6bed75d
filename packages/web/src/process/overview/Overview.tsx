import { DownloadOutlined } from '@ant-design/icons';
import { overviewApi, overviewParts, type OverviewPart } from '@formwork/contract/workflow/overview.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented, Select } from 'antd';
import { useMemo, useState } from 'react';
import { isApiError } from '../../http/api-error.ts';
import { documentAddress } from '../../http/call.ts';
import { q } from '../../http/query.ts';
import { useLocale, useT } from '../../i18n/i18n.ts';
import { useQueryText } from '../../router/page-context.ts';
import { DayChart } from './DayChart.tsx';
import { FlowTable, NodeTable, PersonTable } from './tables.tsx';
import './overview.css';

const periods = [7, 30, 90, 365] as const;
const usualPeriod = 30;

/** For those who watch over processes: durations, bottlenecks, what is overdue, and who has how much to do. */
export default function Overview({ formId }: { formId?: string | undefined }) {
  const forms = useQuery(q(overviewApi.forms));
  if (forms.isPending) return <SkeletonRows rows={6} columns={4} />;
  if (forms.isError) return <ErrorState onRetry={() => void forms.refetch()} requestId={isApiError(forms.error) ? forms.error.requestId : undefined} />;
  return <Figures formId={formId} forms={forms.data.forms} />;
}

function Figures({ formId, forms }: { formId: string | undefined; forms: { formId: string; title: { zh: string; en?: string | undefined }; appTitle: { zh: string; en?: string | undefined } }[] }) {
  const t = useT();
  const locale = useLocale();
  const [chosen, setForm] = useQueryText('flow');
  const [askedDays, setDays] = useQueryText('days');
  const [askedPart, setPart] = useQueryText('part');
  const part: OverviewPart = overviewParts.find((one) => one === askedPart) ?? 'nodes';
  const days = periods.find((one) => String(one) === askedDays) ?? usualPeriod;
  const form = formId ?? forms.find((one) => one.formId === chosen)?.formId;
  // Until the page is opened again the period stays the same: what was read is not read anew at every render.
  const [now] = useState(() => Date.now());
  const query = useMemo(() => ({ from: new Date(now - days * 86_400_000).toISOString(), until: new Date(now + 60_000).toISOString(), ...(form === undefined ? {} : { formId: form }) }), [now, days, form]);
  const watched = formId === undefined ? forms.length > 0 : forms.some((one) => one.formId === formId);
  const figures = useQuery({ ...q(overviewApi.figures, { query }), enabled: watched });
  if (!watched) return <EmptyState title={t('workflow.overview.nothing')} hint={t(formId === undefined ? 'workflow.overview.nothing_hint' : 'workflow.overview.nothing_form_hint')} />;
  return (
    <div className="overview">
      <div className="overview-tools">
        {formId === undefined && (
          <Select<string> className="overview-select" allowClear showSearch={{ optionFilterProp: 'label' }} aria-label={t('workflow.overview.flow')} placeholder={t('workflow.overview.every_flow')} value={form ?? null} onChange={(id) => setForm(id)}
            options={forms.map((one) => ({ value: one.formId, label: `${textIn(one.appTitle, locale)} / ${textIn(one.title, locale)}` }))} />
        )}
        <Select<number> aria-label={t('workflow.overview.period')} value={days} onChange={(value) => setDays(value === usualPeriod ? undefined : String(value))} options={periods.map((value) => ({ value, label: t('workflow.overview.days', { count: value }) }))} />
        <Segmented<OverviewPart> value={part} onChange={(value) => setPart(value === 'nodes' ? undefined : value)} options={overviewParts.map((value) => ({ value, label: t(`workflow.overview.part_${value}`) }))} />
        <Button className="overview-export" icon={<DownloadOutlined />} href={documentAddress(overviewApi.sheet, { query: { ...query, part } })}>{t('workflow.overview.export')}</Button>
      </div>
      {figures.isPending ? <SkeletonRows rows={6} columns={4} />
        : figures.isError ? <ErrorState onRetry={() => void figures.refetch()} requestId={isApiError(figures.error) ? figures.error.requestId : undefined} />
        : (
          <>
            <DayChart days={figures.data.days} from={query.from} until={query.until} />
            {part === 'flows' && <FlowTable rows={figures.data.flows} />}
            {part === 'nodes' && <NodeTable rows={figures.data.nodes} single={form !== undefined} />}
            {part === 'people' && <PersonTable rows={figures.data.people} />}
          </>
        )}
    </div>
  );
}
