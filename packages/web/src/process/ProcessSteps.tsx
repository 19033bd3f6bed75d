import { textIn } from '@formwork/contract/text.ts';
import type { ActorView, ProcessView, TaskView } from '@formwork/contract/workflow/process.ts';
import { formatDuration } from '@formwork/ui/time-format.ts';
import { Time } from '@formwork/ui/time.tsx';
import { Timeline, type TimelineItem, type TimelineState } from '@formwork/ui/timeline.tsx';
import { SignatureView } from './SignedBy.tsx';
import { useLocale, useT, type Translate } from '../i18n/i18n.ts';

type Locale = ReturnType<typeof useLocale>;

const marks = { open: 'current', completed: 'completed', returned: 'stopped', cancelled: 'stopped' } as const satisfies Record<TaskView['state'], TimelineState>;

/** The track: every round of every node in order, who had it, when, and what they said. */
export function ProcessSteps({ process }: { process: ProcessView }) {
  const t = useT();
  const locale = useLocale();
  const { instance } = process;
  if (!instance) return null;
  const tasks = process.nodes.flatMap(({ tasks: own }) => own).sort((a, b) => (a.openedAt < b.openedAt ? -1 : 1));
  const items = tasks.map((task) => roundOf(task, t, locale));
  // Where it stands without anybody having to act: another process, a time, work of the system, a join.
  const open = new Set(tasks.filter(({ state }) => state === 'open').map(({ node }) => node));
  for (const { node } of process.nodes.filter((one) => one.display === 'current' && !open.has(one.node))) {
    items.push({ id: node, state: 'current', title: textIn(process.graph?.nodes.find(({ id }) => id === node)?.name, locale), who: <span className="process-quiet">{t('workflow.map.waits')}</span> });
  }
  for (const copy of process.copies) {
    items.push({ id: copy.id, state: 'completed', title: t('workflow.panel.copied', { name: copy.person.name }), time: <Time at={copy.at} locale={locale} />, ...(copy.message ? { note: copy.message } : {}) });
  }
  if (instance.finishedAt) items.push({ id: 'end', state: instance.state === 'invalid' ? 'stopped' : 'completed', title: t(`workflow.state.${instance.state}`), time: <Time at={instance.finishedAt} locale={locale} /> });
  return <Timeline items={items} />;
}

/** One round of a node: who had it, since when, and for how long. */
export function roundOf(task: TaskView, t: Translate, locale: Locale): TimelineItem {
  const spent = Date.parse(task.closedAt ?? new Date().toISOString()) - Date.parse(task.openedAt);
  return {
    id: task.id,
    state: marks[task.state],
    title: textIn(task.name, locale) + (task.round > 1 ? ` · ${t('workflow.map.round', { round: task.round })}` : ''),
    who: <span className="process-quiet">{t(`workflow.task.${task.state}`)}{spent < 1000 ? '' : ` · ${t(task.closedAt === null ? 'workflow.map.so_far' : 'workflow.event.took', { time: formatDuration(spent, locale) })}`}</span>,
    time: <Time at={task.closedAt ?? task.openedAt} locale={locale} />,
    children: <ul className="process-actors">{task.actors.map((actor) => <Actor key={actor.id} actor={actor} />)}</ul>,
  };
}

function Actor({ actor }: { actor: ActorView }) {
  const t = useT();
  const locale = useLocale();
  return (
    <li>
      <b>{actor.person.name}</b> <span className="process-quiet">{t(`workflow.actor.${actor.state}`)}{actor.origin === 'direct' ? '' : ` · ${t(`workflow.origin.${actor.origin}`)}`}{actor.askedBy ? t('workflow.origin.by', { name: actor.askedBy.name }) : ''}</span>
      {actor.actedAt && <Time at={actor.actedAt} locale={locale} />}
      {actor.comment && <p>{actor.comment}</p>}
      {actor.signature && <SignatureView file={actor.signature} />}
    </li>
  );
}
