import { WarningOutlined } from '@ant-design/icons';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import { spanCondition, spanOf, spanValues, type Span } from '@formwork/contract/views/span.ts';
import { isList } from '@formwork/contract/views/group-condition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { call } from '@formwork/web/http/call.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { fieldText } from '@formwork/records-ui/record-list/record-columns.tsx';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { useGroupLabels } from '@formwork/records-ui/views/group-label.tsx';
import { groupOptions } from '@formwork/records-ui/views/group-options.ts';
import { relationForm, spanFields } from '@formwork/records-ui/views/view-fields.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { useMemo } from 'react';
import { paths } from '../../../paths.ts';
import type { TypeProps } from '../type-props.ts';
import './board.css';
import { conflicts, overlap } from './timeline.ts';
import { Timeline, type TimelineBar, type TimelineRow } from './Timeline.tsx';
import { useSaveValues } from './use-save-values.ts';
import { useSpanRows } from './use-span-rows.ts';
import { useTimeRange } from './use-time-range.tsx';

/** People or things by time: who or what is taken when. What overlaps is marked, and refused where the view says so. */
export default function OccupancyView({ plan: { appId, formId, can }, view, settings, fields, cardFields }: TypeProps) {
  const t = useT();
  const locale = useLocale();
  const zone = useTimeZone();
  const router = useRouter();
  const { message } = App.useApp();
  const occupancy = settings.occupancy!;
  const span = useMemo(() => spanFields(fields, occupancy), [fields, occupancy]);
  const resource = fields.get(occupancy.resource);
  const kind = resource ? fieldKind(resource) : 'text';
  const { range, before, tools } = useTimeRange('week', ['day', 'week', 'month']);
  const found = useSpanRows(formId, view, span, { from: range.from, before });
  const { moved, save } = useSaveValues(formId);
  // things are listed although nobody has taken them
  const things = useQuery({
    ...q(recordsApi.list, { params: { formId: (resource && relationForm(resource)) ?? '' }, query: { limit: 200 } }),
    enabled: resource !== undefined && relationForm(resource) !== undefined,
  });
  const rows = (found.data?.rows ?? []).map(moved);
  const colourField = occupancy.colour === undefined ? undefined : fields.get(occupancy.colour);
  const hues = new Map(colourField ? groupOptions(colourField, locale).map(({ id, hue }) => [id, hue]) : []);

  const keysOf = (value: unknown): string[] =>
    Array.isArray(value) ? value.map(String) : value === null || value === undefined ? [] : [String(value)];
  const always =
    resource && kind === 'option'
      ? groupOptions(resource, locale).map(({ id }) => id)
      : (things.data?.rows ?? []).map(({ id }) => id);
  const keys = [...new Set([...always, ...rows.flatMap((row) => keysOf(row.values[occupancy.resource]))])];
  const labelOf = useGroupLabels(
    resource,
    undefined,
    keys.map((key) => (isList(kind) ? JSON.stringify([key]) : key)),
  );
  if (!found.data) return <Unread of={[found]} skeleton={<SkeletonRows rows={10} />} />;

  const lines = keys.map((key): TimelineRow => {
    const bars = rows.flatMap((row): TimelineBar[] => {
      const when =
        keysOf(row.values[occupancy.resource]).includes(key) && span ? spanOf(span, row.values, zone) : undefined;
      const title =
        cardFields.map((field) => fieldText(field, row.values[field.id], locale)).find((text) => text !== '') ?? '—';
      return when
        ? [
            {
              id: row.id,
              span: when,
              title,
              href: router.hrefOf(paths.record(appId, formId, row.id, view)),
              hue: colourField ? hues.get(String(row.values[colourField.id])) : undefined,
            },
          ]
        : [];
    });
    const clashing = occupancy.conflict === 'allow' ? new Set<string>() : conflicts(bars);
    return {
      id: key,
      bars: bars.map((bar) => ({ ...bar, mark: clashing.has(bar.id) ? ('conflict' as const) : undefined })),
      title: (
        <>
          {labelOf(isList(kind) ? JSON.stringify([key]) : key)}
          {clashing.size > 0 && (
            <WarningOutlined
              className="fw-occupancy-clash"
              title={t('views.occupancy.conflicts', { count: clashing.size })}
            />
          )}
        </>
      ),
    };
  });
  const clashes = lines.filter(({ bars }) => bars.some(({ mark }) => mark === 'conflict')).length;
  const writable = (id: string): boolean => !id.startsWith('_') && fields.get(id)?.readOnly !== true;
  const movable = can.edit && span !== undefined && writable(span.start.id) && (!span.end || writable(span.end.id));

  const move = async (bar: TimelineBar, to: Span, line: string) => {
    const row = rows.find(({ id }) => id === bar.id);
    if (!row || !span) return;
    const own = keysOf(row.values[occupancy.resource]);
    const from = lines.find(({ bars }) => bars.some((one) => one === bar))?.id ?? own[0] ?? '';
    const changes =
      line !== from && writable(occupancy.resource)
        ? { [occupancy.resource]: isList(kind) ? [...new Set(own.map((key) => (key === from ? line : key)))] : line }
        : {};
    const target = Object.keys(changes).length === 0 ? from : line;
    if (occupancy.conflict === 'refuse' && (await isTaken(row.id, target, to))) {
      void message.error(t('views.occupancy.taken'));
      return;
    }
    await save(row, { ...spanValues(span, to, zone), ...changes });
  };
  /** Asked of the server: what overlaps may be out of the filter. */
  const isTaken = async (recordId: string, key: string, to: Span): Promise<boolean> => {
    if (!span) return false;
    const last = to.wholeDays ? to.end : addOne(to.end.slice(0, 10));
    const { rows: near } = await call(recordsApi.list, {
      params: { formId },
      query: {
        filter: JSON.stringify({
          all: [
            spanCondition(span, to.start.slice(0, 10), last, zone),
            isList(kind)
              ? { field: occupancy.resource, operator: 'hasAny', value: [key] }
              : { field: occupancy.resource, operator: 'eq', value: key },
          ],
        }),
        limit: 500,
      },
    });
    return near.some((row) => {
      const when = row.id === recordId ? undefined : spanOf(span, row.values, zone);
      return when !== undefined && overlap(when, to);
    });
  };

  return (
    <div className="fw-drawn">
      {tools}
      {found.data.cut && <Alert type="info" showIcon title={t('views.drawn.cut', { count: rows.length })} />}
      {clashes > 0 && <Alert type="warning" showIcon title={t('views.occupancy.clashes', { count: clashes })} />}
      {lines.length === 0 ? (
        <EmptyState title={t('views.drawn.nothing')} hint={t('views.drawn.nothing_hint')} />
      ) : (
        <Timeline
          label={t('views.type.occupancy')}
          head={resource ? textIn(resource.title, locale) : ''}
          rows={lines}
          range={range}
          movable={movable}
          onMove={(bar, to, line) => void move(bar, to, line)}
        />
      )}
    </div>
  );
}

function addOne(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
