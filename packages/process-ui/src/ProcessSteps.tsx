import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { ActorView, LinkedProcess, ProcessView, TaskView } from '@formwork/contract/workflow/process.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { formatDuration } from '@formwork/ui/format/time-format.ts';
import { Avatar } from '@formwork/ui/format/avatar.tsx';
import { ClockTime } from '@formwork/ui/format/time.tsx';
import { Timeline, type TimelineItem, type TimelineState } from '@formwork/ui/feedback/timeline.tsx';
import { SignatureView } from './SignedBy.tsx';
import { StateTagOf } from './StateTagOf.tsx';
import { remarkTitle } from './remarks.ts';
import { useLocale, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import type { ReactNode } from 'react';

type Locale = ReturnType<typeof useLocale>;

const marks = {
  open: 'current',
  completed: 'completed',
  returned: 'stopped',
  cancelled: 'stopped',
} as const satisfies Record<TaskView['state'], TimelineState>;
const linkMarks = {
  processing: 'current',
  interrupted: 'current',
  finished: 'completed',
  invalid: 'stopped',
} as const satisfies Record<LinkedProcess['state'], TimelineState>;
const remarkMarks = {
  interrupted: 'stopped',
  recovered: 'completed',
  invalidated: 'stopped',
  endedFromAbove: 'stopped',
  commented: 'completed',
} as const satisfies Record<ProcessView['remarks'][number]['kind'], TimelineState>;

/** The track: every round of every node in order, who had it, when, and what they said; other processes it hangs together with; what stopped it and why. */
export function ProcessSteps({ process }: { process: ProcessView }) {
  const t = useT();
  const locale = useLocale();
  const { instance } = process;
  if (!instance) return null;
  const nodeName = (id: string) => textIn(process.graph?.nodes.find((node) => node.id === id)?.name, locale);
  const tasks = process.nodes.flatMap(({ tasks: own }) => own);
  const items: (TimelineItem & { at: string })[] = tasks.map((task) => ({
    ...roundOf(task, t, locale),
    at: task.openedAt,
  }));
  for (const other of process.below)
    items.push({ ...belowOf(other, nodeName(other.node), t, locale), at: other.startedAt });
  for (const remark of process.remarks) {
    items.push({
      id: remark.id,
      at: remark.at,
      state: remarkMarks[remark.kind],
      title: remarkTitle(remark, t),
      time: <ClockTime at={remark.at} locale={locale} />,
      ...(remark.text ? { note: remark.text } : {}),
    });
  }
  for (const copy of process.copies) {
    items.push({
      id: copy.id,
      at: copy.at,
      state: 'completed',
      title: t('workflow.panel.copied', { name: copy.person.name }),
      time: <ClockTime at={copy.at} locale={locale} />,
      ...(copy.message ? { note: copy.message } : {}),
    });
  }
  items.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const shown: TimelineItem[] = process.above ? [aboveOf(process.above, t, locale), ...items] : items;
  // Where it stands without anybody having to act: a time, work of the system, a join; other processes are told of above.
  const open = new Set([
    ...tasks.filter(({ state }) => state === 'open').map(({ node }) => node),
    ...process.below.filter(({ state }) => linkMarks[state] === 'current').map(({ node }) => node),
  ]);
  for (const { node } of process.nodes.filter((one) => one.display === 'current' && !open.has(one.node))) {
    shown.push({
      id: node,
      state: 'current',
      title: nodeName(node),
      who: <span className="process-quiet">{t('workflow.map.waits')}</span>,
    });
  }
  if (instance.finishedAt && instance.state !== 'invalid')
    shown.push({
      id: 'end',
      state: 'completed',
      title: t(`workflow.state.${instance.state}`),
      time: <ClockTime at={instance.finishedAt} locale={locale} />,
    });
  return <Timeline items={shown} />;
}

/** One round of a node: who had it, since when, and for how long. */
export function roundOf(task: TaskView, t: Translate, locale: Locale): TimelineItem {
  return {
    id: task.id,
    state: marks[task.state],
    title: textIn(task.name, locale) + (task.round > 1 ? ` · ${t('workflow.map.round', { round: task.round })}` : ''),
    who: roundText(task, t, locale),
    time: <ClockTime at={task.closedAt ?? task.openedAt} locale={locale} />,
    children: (
      <ul className="process-actors">
        {task.actors.map((actor) => (
          <Actor key={actor.id} actor={actor} told={task.closedAt} />
        ))}
      </ul>
    ),
  };
}

/** What the mark does not say: a state that is not done, and how long it took where that was a minute or more. */
function roundText(task: TaskView, t: Translate, locale: Locale): ReactNode {
  const spent = Date.parse(task.closedAt ?? new Date().toISOString()) - Date.parse(task.openedAt);
  const words = [
    ...(task.state === 'completed' ? [] : [t(`workflow.task.${task.state}`)]),
    ...(spent < minuteMs
      ? []
      : [
          t(task.closedAt === null ? 'workflow.map.so_far' : 'workflow.event.took', {
            time: formatDuration(spent, locale),
          }),
        ]),
  ];
  return words.length > 0 && <span className="process-quiet">{words.join(' · ')}</span>;
}

const minuteMs = 60_000;

/** A process that a node of this one started. */
export function belowOf(other: LinkedProcess, nodeName: string, t: Translate, locale: Locale): TimelineItem {
  return {
    id: other.instanceId,
    state: linkMarks[other.state],
    title: nodeName || t('workflow.node.sub-process'),
    who: <StateTagOf state={other.state} />,
    time: <ClockTime at={other.finishedAt ?? other.startedAt} locale={locale} />,
    children: <LinkedRecord process={other} />,
  };
}

function aboveOf(other: LinkedProcess, t: Translate, locale: Locale): TimelineItem {
  return {
    id: other.instanceId,
    state: 'completed',
    title: t('workflow.panel.above'),
    who: <StateTagOf state={other.state} />,
    time: <ClockTime at={other.startedAt} locale={locale} />,
    children: <LinkedRecord process={other} />,
  };
}

/** Leads to its record, for whoever may see that. */
function LinkedRecord({ process: { formTitle, record } }: { process: LinkedProcess }) {
  const t = useT();
  const locale = useLocale();
  const form = textIn(formTitle, locale);
  if (!record)
    return (
      <span className="process-quiet">
        {form} · {t('workflow.panel.not_seen')}
      </span>
    );
  return (
    <Link href={pathTo('recordDetail', { app: record.appId, form: record.formId }, { record: record.recordId })}>
      {form} · {record.title || t('workflow.panel.untitled')}
    </Link>
  );
}

/** `told`: the time that its round shows; an actor's own is told where it is another. */
function Actor({ actor, told }: { actor: ActorView; told: string | null }) {
  const t = useT();
  const locale = useLocale();
  const { actedAt } = actor;
  const apart = actedAt !== null && (told === null || Math.abs(Date.parse(told) - Date.parse(actedAt)) >= minuteMs);
  return (
    <li data-state={actor.state}>
      <Avatar name={(actor.deputy ?? actor.person).name} size={18} />
      <div>
        <b>
          {actor.deputy
            ? t('workflow.event.on_behalf_of', { deputy: actor.deputy.name, name: actor.person.name })
            : actor.person.name}
        </b>{' '}
        <span className="process-quiet">
          {t(`workflow.actor.${actor.state}`)}
          {actor.origin === 'direct' ? '' : ` · ${t(`workflow.origin.${actor.origin}`)}`}
          {actor.askedBy ? t('workflow.origin.by', { name: actor.askedBy.name }) : ''}
        </span>
        {apart && <ClockTime at={actedAt} locale={locale} />}
        {actor.comment && <p>{actor.comment}</p>}
        {actor.signature && <SignatureView file={actor.signature} />}
      </div>
    </li>
  );
}
