import { fieldKind } from '@formwork/contract/forms/field.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { spanOf, spanValues, type SpanFields } from '@formwork/contract/views/span.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { fieldText } from '@formwork/records-ui/record-list/record-columns.tsx';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { spanFields } from '@formwork/records-ui/views/view-fields.ts';
import { Alert, Checkbox } from 'antd';
import { useMemo, useState } from 'react';
import { paths, type ListView } from '../../../paths.ts';
import type { TypeProps } from '../type-props.ts';
import './board.css';
import { criticalPath, timeOf } from './timeline.ts';
import { Timeline, type TimelineBar } from './Timeline.tsx';
import { useSaveValues } from './use-save-values.ts';
import { useRowsOf, useSpanRows } from './use-span-rows.ts';
import { useTimeRange } from './use-time-range.tsx';

/** The chain is looked for among as many tasks of the view, whenever they are. */
const mostChained = 10_000;

/** Tasks along time with what each waits for, what was planned, and the chain that decides when all is done. */
export default function GanttView({ plan: { appId, formId, can }, view, settings, fields, cardFields }: TypeProps) {
  const t = useT();
  const locale = useLocale();
  const zone = useTimeZone();
  const router = useRouter();
  const gantt = settings.gantt!;
  const span = useMemo(() => spanFields(fields, gantt), [fields, gantt]);
  const planned = useMemo(
    (): SpanFields | undefined =>
      gantt.plannedStart === undefined
        ? undefined
        : spanFields(fields, { start: gantt.plannedStart, end: gantt.plannedEnd }),
    [fields, gantt],
  );
  const { range, before, tools } = useTimeRange('quarter', ['month', 'quarter', 'year']);
  const found = useSpanRows(formId, view, span, { from: range.from, before });
  const { moved, save } = useSaveValues(formId);
  const [critical, setCritical] = useState(true);
  const chained = critical && gantt.after !== undefined && span !== undefined;
  const whole = useMemo(
    (): ListView => ({
      search: view.search,
      filter: {
        all: [
          ...(view.filter ? [view.filter] : []),
          ...(span ? [{ field: span.start.id, operator: 'notEmpty' as const }] : []),
        ],
      },
    }),
    [view.filter, view.search, span],
  );
  const all = useRowsOf(formId, whole, chained, mostChained);
  if (!found.data) return <Unread of={[found]} skeleton={<SkeletonRows rows={10} />} />;

  const rows = found.data.rows.map(moved);
  const afterOf = (of: readonly RecordRow[]) =>
    new Map(
      of.map(({ id, values }) => [
        id,
        gantt.after !== undefined && Array.isArray(values[gantt.after]) ? (values[gantt.after] as string[]) : [],
      ]),
    );
  const after = afterOf(rows);
  const bars = rows
    .flatMap((row): TimelineBar[] => {
      const when = span && spanOf(span, row.values, zone);
      const progress = gantt.progress === undefined ? null : (row.values[gantt.progress] ?? null);
      const title =
        cardFields.map((one) => fieldText(one, row.values[one.id], locale)).find((text) => text !== '') ?? '—';
      return when
        ? [
            {
              id: row.id,
              span: when,
              title,
              href: router.hrefOf(paths.record(appId, formId, row.id, view)),
              progress: progress === null ? undefined : Number(progress) / 100,
              planned: planned && spanOf(planned, row.values, zone),
            },
          ]
        : [];
    })
    .toSorted((a, b) => timeOf(a.span.start) - timeOf(b.span.start));
  const tasks = (all.data?.rows ?? []).map(moved);
  const path = chained
    ? criticalPath(
        tasks.flatMap((row) => {
          const when = spanOf(span, row.values, zone);
          return when ? [{ id: row.id, span: when }] : [];
        }),
        afterOf(tasks),
      )
    : new Set<string>();
  const links = [...after].flatMap(([to, ids]) => ids.map((from) => ({ from, to })));
  const writable = (id: string): boolean => !id.startsWith('_') && fields.get(id)?.readOnly !== true;
  const movable =
    can.edit &&
    span !== undefined &&
    writable(span.start.id) &&
    (!span.end || writable(span.end.id)) &&
    fieldKind(fields.get(span.start.id)!) !== 'slot';
  return (
    <div className="fw-drawn">
      <div className="fw-timeline-tools">
        {tools}
        {gantt.after !== undefined && (
          <Checkbox checked={critical} onChange={({ target }) => setCritical(target.checked)}>
            {t('views.gantt.critical')}
          </Checkbox>
        )}
      </div>
      {found.data.cut && <Alert type="info" showIcon title={t('views.drawn.cut', { count: rows.length })} />}
      {chained && all.data?.cut && <Alert type="info" showIcon title={t('views.gantt.cut', { count: tasks.length })} />}
      {bars.length === 0 ? (
        <EmptyState title={t('views.drawn.nothing')} hint={t('views.drawn.nothing_hint')} />
      ) : (
        <Timeline
          label={t('views.type.gantt')}
          head={t('views.gantt.task')}
          range={range}
          movable={movable}
          links={links}
          rows={bars.map((bar) => ({
            id: bar.id,
            title: <Link href={bar.href}>{bar.title}</Link>,
            bars: [{ ...bar, mark: path.has(bar.id) ? ('critical' as const) : undefined }],
          }))}
          onMove={(bar, to) => {
            const row = rows.find(({ id }) => id === bar.id);
            if (row && span) void save(row, spanValues(span, to, zone));
          }}
        />
      )}
    </div>
  );
}
