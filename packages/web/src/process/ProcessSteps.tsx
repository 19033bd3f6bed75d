import { textIn } from '@formwork/contract/text.ts';
import type { ActorView, ProcessView, TaskView } from '@formwork/contract/workflow/process.ts';
import { Time } from '@formwork/ui/time.tsx';
import { Timeline, type TimelineItem, type TimelineState } from '@formwork/ui/timeline.tsx';
import { useLocale, useT } from '../i18n/i18n.ts';

const marks = { open: 'current', completed: 'completed', returned: 'stopped', cancelled: 'stopped' } as const satisfies Record<TaskView['state'], TimelineState>;

/** The track: every round of every node in order, who had it, when, and what they said. */
export function ProcessSteps({ process }: { process: ProcessView }) {
  const t = useT();
  const locale = useLocale();
  const { instance } = process;
  if (!instance) return null;
  const tasks = process.nodes.flatMap(({ tasks: own }) => own).sort((a, b) => (a.openedAt < b.openedAt ? -1 : 1));
  const items: TimelineItem[] = tasks.map((task) => ({
    id: task.id,
    state: marks[task.state],
    title: textIn(task.name, locale) + (task.round > 1 ? ` · ${t('workflow.map.round', { round: task.round })}` : ''),
    who: <span className="process-quiet">{t(`workflow.task.${task.state}`)}</span>,
    time: <Time at={task.closedAt ?? task.openedAt} locale={locale} />,
    children: <ul className="process-actors">{task.actors.map((actor) => <Actor key={actor.id} actor={actor} />)}</ul>,
  }));
  for (const copy of process.copies) {
    items.push({ id: copy.id, state: 'completed', title: t('workflow.panel.copied', { name: copy.person.name }), time: <Time at={copy.at} locale={locale} />, ...(copy.message ? { note: copy.message } : {}) });
  }
  if (instance.finishedAt) items.push({ id: 'end', state: instance.state === 'invalid' ? 'stopped' : 'completed', title: t(`workflow.state.${instance.state}`), time: <Time at={instance.finishedAt} locale={locale} /> });
  return <Timeline items={items} />;
}

function Actor({ actor }: { actor: ActorView }) {
  const t = useT();
  const locale = useLocale();
  return (
    <li>
      <b>{actor.person.name}</b> <span className="process-quiet">{t(`workflow.actor.${actor.state}`)}{actor.origin === 'direct' ? '' : ` · ${t(`workflow.origin.${actor.origin}`)}`}</span>
      {actor.actedAt && <Time at={actor.actedAt} locale={locale} />}
      {actor.comment && <p>{actor.comment}</p>}
    </li>
  );
}
