import { runStates, type RunView } from '@formwork/contract/runs/run.ts';
import { useT } from '../i18n/i18n.ts';
import { columnsOf, person, time, wide } from '../list/columns-of.tsx';
import { ListPane } from '../list/ListPane.tsx';
import type { ListSource } from '../list/list-of.ts';
import { RunState, runKindName, spanText, tookMs, triggerName } from './RunState.tsx';

const columns = columnsOf<RunView>()('runs.column', {
  kind: { width: 200, cell: (run) => <KindOf run={run} /> },
  state: { width: 120, cell: (run) => <RunState of={run} /> },
  trigger: { width: 140, cell: (run) => <TriggerOf run={run} /> },
  actor: person,
  createdAt: time,
  took: { width: 110, align: 'end', cell: (run) => <TookOf run={run} /> },
  release: wide({ width: 90, align: 'end', show: (value: number | null) => value ?? '—' }, 90),
});

/** Runs of a kind or a definition; `hrefOf` or `onOpen` leads to one of them. */
export function RunList({
  list,
  hrefOf,
  onOpen,
}: {
  list: ListSource<RunView>;
  hrefOf?: (run: RunView) => string;
  onOpen?: (run: RunView) => void;
}) {
  const t = useT();
  return (
    <ListPane<RunView, unknown>
      list={list}
      columns={columns}
      label={t('runs.title')}
      filters={[
        {
          name: 'state',
          label: t('runs.column.state'),
          options: runStates.map((value) => ({ value, label: t(`runs.state.${value}`) })),
        },
      ]}
      {...(hrefOf && { rowHref: hrefOf })}
      {...(onOpen && { onOpen })}
      empty={{ title: t('runs.none'), hint: t('runs.none_hint') }}
    />
  );
}

function KindOf({ run }: { run: RunView }) {
  return <>{runKindName(run.kind, useT())}</>;
}

function TriggerOf({ run }: { run: RunView }) {
  return <>{triggerName(run.trigger, useT())}</>;
}

function TookOf({ run }: { run: RunView }) {
  const t = useT();
  const took = tookMs(run, Date.now());
  return <>{took === undefined ? '—' : spanText(took, t)}</>;
}
