import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { EventKind, HistoryEvent } from '@formwork/contract/workflow/process.ts';
import { useClear } from '@formwork/ui/input/search-input.tsx';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { formatDuration } from '@formwork/ui/format/time-format.ts';
import { Timeline, type TimelineState } from '@formwork/ui/feedback/timeline.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { DayInput } from '@formwork/web/inputs/DayInput.tsx';
import { Failed } from '@formwork/web/http/Failed.tsx';
import { q } from '@formwork/web/http/query.ts';
import { hasText, useLocale, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { waysIn, whyIn } from './branch-words.ts';
import { filterHistory, stageOf, type HistoryFilter } from './history-filter.ts';

const stopped = new Set<EventKind>([
  'returned',
  'retrieved',
  'interrupted',
  'invalidated',
  'endedFromAbove',
  'childStopped',
  'cancelled',
  'entrustRefused',
  'entrustCancelled',
  'signersRemoved',
  'failed',
  'overdue',
  'undecided',
]);

/** Everything that happened, oldest first, process by process, with person, time and how long it took; filtered as one likes. */
export function ProcessHistory({ formId, recordId }: { formId: string; recordId: string }) {
  const t = useT();
  const locale = useLocale();
  const [filter, setFilter] = useState<HistoryFilter>({});
  const read = useQuery(q(workflowApi.history, { params: { formId, recordId } }));
  if (read.isPending) return <SkeletonRows rows={4} columns={1} />;
  if (read.isError) return <Failed small query={read} />;
  const { data } = read;
  const nodes = new Map(
    data.flatMap((event) =>
      event.node === null ? [] : [[event.node, textIn(event.nodeName ?? undefined, locale) || event.node] as const],
    ),
  );
  const shown = filterHistory(data, filter);
  const processes = [...Map.groupBy(shown, (event) => event.instance.id).values()];
  return (
    <div className="process-history">
      <HistoryFilters events={data} nodes={nodes} filter={filter} onChange={setFilter} />
      <FilterOnPaper nodes={nodes} filter={filter} />
      {shown.length === 0 && (
        <p className="process-quiet">
          {t('workflow.history.none')}{' '}
          <Button size="small" type="link" onClick={() => setFilter({})}>
            {t('workflow.history.clear')}
          </Button>
        </p>
      )}
      {processes.map((events) => (
        <OneProcess key={events[0]!.instance.id} events={events} />
      ))}
    </div>
  );
}

function OneProcess({ events }: { events: HistoryEvent[] }) {
  const t = useT();
  const locale = useLocale();
  const { release } = events[0]!.instance;
  return (
    <section>
      <h4 className="process-history-head">
        {t('workflow.history.heading', { release, state: t(`workflow.history.${stageOf(events[0]!)}`) })}
      </h4>
      <Timeline
        items={events.map((event) => ({
          id: event.id,
          state: (stopped.has(event.kind) ? 'stopped' : 'completed') satisfies TimelineState,
          title: <EventTitle event={event} />,
          time: <Time at={event.at} locale={locale} relative={false} />,
          ...noteAt(event, t, locale),
        }))}
      />
    </section>
  );
}

/** Paper has no inputs: what was left out of it is said in words. */
function FilterOnPaper({
  nodes,
  filter: { from, to, node, terminal, name, which, stage },
}: {
  nodes: NodeNames;
  filter: HistoryFilter;
}) {
  const t = useT();
  const facts: [string, string | undefined][] = [
    ['from', from],
    ['to', to],
    ['node', node && nodes.get(node)],
    ['terminal', terminal && t(`workflow.history.terminal_${terminal}`)],
    ['name', name],
    ['stage', stage && t(`workflow.history.${stage}`)],
    ['process', which && t(`workflow.history.which_${which}`)],
  ];
  const said = facts.filter(([, value]) => value !== undefined && value !== '');
  return said.length === 0 ? null : (
    <p className="process-filtered">
      {said
        .map(([what, value]) => t('workflow.history.fact', { what: t(`workflow.history.${what}`), value: value! }))
        .join(' · ')}
    </p>
  );
}

/** Names by id. */
type NodeNames = ReadonlyMap<string, string>;

function HistoryFilters({
  events,
  nodes,
  filter,
  onChange,
}: {
  events: HistoryEvent[];
  nodes: NodeNames;
  filter: HistoryFilter;
  onChange: (filter: HistoryFilter) => void;
}) {
  const t = useT();
  const several = new Set(events.map((event) => event.instance.id)).size > 1;
  const set = (part: HistoryFilter) => onChange({ ...filter, ...part });
  return (
    <div className="process-filters" role="group" aria-label={t('workflow.history.time')}>
      <DayInput
        aria-label={t('workflow.history.from')}
        placeholder={t('workflow.history.from')}
        value={filter.from ?? null}
        onChange={(from) => set({ from: from ?? undefined })}
      />
      <DayInput
        aria-label={t('workflow.history.to')}
        placeholder={t('workflow.history.to')}
        value={filter.to ?? null}
        onChange={(to) => set({ to: to ?? undefined })}
      />
      <Select
        allowClear
        aria-label={t('workflow.history.node')}
        placeholder={t('workflow.history.node')}
        value={filter.node}
        onChange={(node?: string) => set({ node })}
        options={[...nodes].map(([value, label]) => ({ value, label }))}
      />
      <Select
        allowClear
        aria-label={t('workflow.history.terminal')}
        placeholder={t('workflow.history.terminal')}
        value={filter.terminal}
        onChange={(terminal?: HistoryEvent['terminal']) => set({ terminal })}
        options={(['computer', 'phone'] as const).map((value) => ({
          value,
          label: t(`workflow.history.terminal_${value}`),
        }))}
      />
      <Input
        allowClear={useClear()}
        aria-label={t('workflow.history.name')}
        placeholder={t('workflow.history.name')}
        value={filter.name ?? ''}
        maxLength={40}
        onChange={(event) => set({ name: event.target.value || undefined })}
      />
      {several && (
        <Select
          allowClear
          aria-label={t('workflow.history.stage')}
          placeholder={t('workflow.history.stage')}
          value={filter.stage}
          onChange={(stage?: HistoryFilter['stage']) => set({ stage })}
          options={(['ongoing', 'finished'] as const).map((value) => ({
            value,
            label: t(`workflow.history.${value}`),
          }))}
        />
      )}
      {several && (
        <Select
          aria-label={t('workflow.history.process')}
          value={filter.which ?? 'all'}
          onChange={(which: 'all' | 'new' | 'old') => set({ which: which === 'all' ? undefined : which })}
          options={(['all', 'new', 'old'] as const).map((value) => ({
            value,
            label: t(`workflow.history.which_${value}`),
          }))}
        />
      )}
    </div>
  );
}

/** What was said with it; of a gateway why it went its way, or stopped. */
function noteAt(event: HistoryEvent, t: Translate, locale: ReturnType<typeof useLocale>) {
  if (event.branch)
    return {
      note: (
        <ul className="process-why">
          {whyIn(event.branch, { t, locale }, event.actor?.name).map((line, at) => (
            <li key={at}>{line}</li>
          ))}
        </ul>
      ),
    };
  return event.comment ? { note: noteOf(event, t) } : {};
}

/** What people wrote stays as it is; what the system could not do is kept by its code, and what it is about behind it. */
function noteOf({ kind, comment }: HistoryEvent, t: Translate): string {
  const [code = '', ...names] = (comment ?? '').split(' ');
  return kind === 'failed' && hasText(code) ? t(code, { names: names.join(' ') }) : (comment ?? '');
}

function EventTitle({ event }: { event: HistoryEvent }) {
  const t = useT();
  const locale = useLocale();
  const text = t(`workflow.event.${event.kind}`, {
    actor:
      event.actor && event.deputy
        ? t('workflow.event.on_behalf_of', { deputy: event.deputy.name, name: event.actor.name })
        : (event.actor?.name ?? t('workflow.event.system')),
    node: textIn(event.nodeName ?? undefined, locale),
    target: textIn(event.target?.name, locale),
    ways: event.branch ? waysIn(event.branch, { t, locale }) : '',
    people: event.persons.map(({ name }) => name).join(locale === 'zh-CN' ? '、' : ', '),
  });
  return (
    <>
      {text}
      {event.took !== null && event.took >= 1000 && (
        <small className="process-quiet">
          {' '}
          {t('workflow.event.took', { time: formatDuration(event.took, locale) })}
        </small>
      )}
    </>
  );
}
