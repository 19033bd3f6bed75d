import { textIn } from '@formwork/contract/text.ts';
import type { NodeDisplay, ProcessView } from '@formwork/contract/workflow/process.ts';
import type { NodeState } from '@formwork/ui/canvas/graph.ts';
import { Canvas } from '@formwork/ui/canvas/canvas.tsx';
import { Timeline } from '@formwork/ui/timeline.tsx';
import { useMemo, useState } from 'react';
import { useLocale, useT } from '../i18n/i18n.ts';
import { toCanvas } from './canvas-graph.ts';
import { nodeTypes } from './node-types.tsx';
import { belowOf, roundOf } from './ProcessSteps.tsx';

const states = { current: 'current', completed: 'completed', notStarted: 'pending' } as const satisfies Record<NodeDisplay, NodeState>;

/** The released graph with what is done, what is on, and what is to come; each node names who had it, and says more when it is chosen. */
export default function ProcessMap({ process }: { process: ProcessView }) {
  const t = useT();
  const locale = useLocale();
  const types = useMemo(() => nodeTypes(t), [t]);
  const [chosen, setChosen] = useState<string>();
  const rounds = process.nodes.find(({ node }) => node === chosen)?.tasks ?? [];
  const others = process.below.filter(({ node }) => node === chosen);
  const nameOf = (id: string) => textIn(process.graph?.nodes.find((node) => node.id === id)?.name, locale);
  const graph = useMemo(() => {
    const drawn = toCanvas(process.graph!, { t, locale, nameOf: () => undefined, fieldTitle: () => undefined, condition: () => '' });
    return {
      nodes: drawn.nodes.map((node) => {
        const view = process.nodes.find((candidate) => candidate.node === node.id);
        const people = view?.tasks.at(-1)?.actors.map(({ person }) => person.name).join(locale === 'zh-CN' ? '、' : ', ');
        return { ...node, state: view && states[view.display], ...(people ? { line: people } : {}), ...(view && view.tasks.length > 1 ? { badge: t('workflow.map.round', { round: view.tasks.length }) } : {}) };
      }),
      edges: drawn.edges.map((edge) => ({ ...edge, label: textIn(edge.data?.name, locale) || (edge.data?.otherwise ? t('workflow.edge.otherwise') : undefined) })),
    };
  }, [process, t, locale]);
  return (
    <>
      <div className="process-map"><Canvas label={t('workflow.panel.map')} kind="process" graph={graph} types={types} readOnly map={false} onSelect={({ nodes: [node] }) => setChosen(node?.id)} /></div>
      {rounds.length + others.length > 0 ? <div className="process-map-rounds"><Timeline items={[...rounds.map((task) => roundOf(task, t, locale)), ...others.map((other) => belowOf(other, nameOf(other.node), t, locale))]} /></div> : <p className="process-quiet">{t('workflow.map.hint')}</p>}
    </>
  );
}
