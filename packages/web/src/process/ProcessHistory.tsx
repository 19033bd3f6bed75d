import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { EventKind, HistoryEvent } from '@formwork/contract/workflow/process.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/state.tsx';
import { Time } from '@formwork/ui/time.tsx';
import { formatDuration } from '@formwork/ui/time-format.ts';
import { Timeline, type TimelineState } from '@formwork/ui/timeline.tsx';
import { useQuery } from '@tanstack/react-query';
import { q } from '../http/query.ts';
import { useLocale, useT } from '../i18n/i18n.ts';

const stopped = new Set<EventKind>(['returned', 'retrieved', 'interrupted', 'invalidated', 'cancelled']);

/** Everything that happened, oldest first, with person, time and how long it took. */
export function ProcessHistory({ formId, recordId }: { formId: string; recordId: string }) {
  const locale = useLocale();
  const { data, isPending, isError, refetch } = useQuery(q(workflowApi.history, { params: { formId, recordId } }));
  if (isPending) return <SkeletonRows rows={4} columns={1} />;
  if (isError) return <ErrorState small onRetry={() => void refetch()} />;
  return <Timeline items={data.map((event) => ({ id: event.id, state: (stopped.has(event.kind) ? 'stopped' : 'completed') satisfies TimelineState, title: <EventTitle event={event} />, time: <Time at={event.at} locale={locale} relative={false} />, ...(event.comment ? { note: event.comment } : {}) }))} />;
}

function EventTitle({ event }: { event: HistoryEvent }) {
  const t = useT();
  const locale = useLocale();
  const text = t(`workflow.event.${event.kind}`, {
    actor: event.actor && event.deputy ? t('workflow.event.on_behalf_of', { deputy: event.deputy.name, name: event.actor.name }) : (event.actor?.name ?? t('workflow.event.system')),
    node: textIn(event.nodeName ?? undefined, locale),
    target: textIn(event.target?.name, locale),
    people: event.persons.map(({ name }) => name).join(locale === 'zh-CN' ? '、' : ', '),
  });
  return <>{text}{event.took !== null && <small className="process-quiet"> {t('workflow.event.took', { time: formatDuration(event.took, locale) })}</small>}</>;
}
