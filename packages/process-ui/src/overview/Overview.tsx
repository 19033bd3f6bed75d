import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import {
  overviewApi,
  overviewParts,
  type OverviewPart,
  type WatchedForm,
} from '@formwork/contract/workflow/overview.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { formatTime } from '@formwork/ui/format/time-format.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented, Select } from 'antd';
import { useMemo, useState } from 'react';
import { documentAddress } from '@formwork/web/http/call.ts';
import { Failed } from '@formwork/web/http/Failed.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { usePrinting } from '@formwork/web/paper/use-printing.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { DayChart } from './DayChart.tsx';
import { FlowTable, NodeTable, PersonTable } from './tables.tsx';
import './overview.css';

const periods = [7, 30, 90, 365] as const;
const usualPeriod = 30;

/** For those who watch over processes: durations, bottlenecks, what is overdue, and who has how much to do. */
export default function Overview({ formId }: { formId?: string | undefined }) {
  const forms = useQuery(q(overviewApi.forms));
  if (forms.isPending) return <SkeletonRows rows={6} columns={4} />;
  if (forms.isError) return <Failed query={forms} />;
  return <Figures formId={formId} forms={forms.data.forms} />;
}

function Figures({ formId, forms }: { formId: string | undefined; forms: WatchedForm[] }) {
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
  const printing = usePrinting();
  const nameOf = (one: WatchedForm | undefined) =>
    one && `${textIn(one.appTitle, locale)} / ${textIn(one.title, locale)}`;
  const query = useMemo(
    () => ({
      from: new Date(now - days * 86_400_000).toISOString(),
      until: new Date(now + 60_000).toISOString(),
      ...(form === undefined ? {} : { formId: form }),
    }),
    [now, days, form],
  );
  const watched = formId === undefined ? forms.length > 0 : forms.some((one) => one.formId === formId);
  const figures = useQuery({ ...q(overviewApi.figures, { query }), enabled: watched });
  if (!watched)
    return (
      <EmptyState
        title={t('workflow.overview.nothing')}
        hint={t(formId === undefined ? 'workflow.overview.nothing_hint' : 'workflow.overview.nothing_form_hint')}
      />
    );
  return (
    <div className={printing ? 'overview paper' : 'overview'}>
      {printing && (
        <header className="paper-head">
          <h1>
            {t('workflow.workbench.overview')} · {t(`workflow.overview.part_${part}`)}
          </h1>
          <p>
            {[
              nameOf(forms.find((one) => one.formId === form)) ?? t('workflow.overview.every_flow'),
              t('workflow.overview.days', { count: days }),
              formatTime(new Date(now).toISOString(), locale),
            ].join(' · ')}
          </p>
        </header>
      )}
      <div className="overview-tools">
        {formId === undefined && (
          <Select<string>
            className="overview-select"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            aria-label={t('workflow.overview.flow')}
            placeholder={t('workflow.overview.every_flow')}
            value={form ?? null}
            onChange={(id) => setForm(id)}
            options={forms.map((one) => ({ value: one.formId, label: nameOf(one)! }))}
          />
        )}
        <Select<number>
          aria-label={t('workflow.overview.period')}
          value={days}
          onChange={(value) => setDays(value === usualPeriod ? undefined : String(value))}
          options={periods.map((value) => ({ value, label: t('workflow.overview.days', { count: value }) }))}
        />
        <Segmented<OverviewPart>
          value={part}
          onChange={(value) => setPart(value === 'nodes' ? undefined : value)}
          options={overviewParts.map((value) => ({ value, label: t(`workflow.overview.part_${value}`) }))}
        />
        <Button className="overview-print" icon={<PrinterOutlined />} onClick={() => window.print()}>
          {t('workflow.panel.print')}
        </Button>
        <Button
          className="overview-export"
          icon={<DownloadOutlined />}
          href={documentAddress(overviewApi.sheet, { query: { ...query, part } })}
        >
          {t('workflow.overview.export')}
        </Button>
      </div>
      {figures.isPending ? (
        <SkeletonRows rows={6} columns={4} />
      ) : figures.isError ? (
        <Failed query={figures} />
      ) : (
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
