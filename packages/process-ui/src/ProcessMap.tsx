import { ExpandOutlined } from '@ant-design/icons';
import { textIn } from '@formwork/contract/text.ts';
import type { NodeDisplay, ProcessView } from '@formwork/contract/workflow/process.ts';
import type { NodeState } from '@formwork/ui/canvas/graph.ts';
import { Canvas } from '@formwork/ui/canvas/canvas.tsx';
import { Timeline } from '@formwork/ui/feedback/timeline.tsx';
import { Button, Modal } from 'antd';
import { useMemo, useState, type CSSProperties } from 'react';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { toCanvas } from './canvas-graph.ts';
import { nodeTypes } from './node-types.tsx';
import { belowOf, roundOf } from './ProcessSteps.tsx';

const states = { current: 'current', completed: 'completed', notStarted: 'pending' } as const satisfies Record<
  NodeDisplay,
  NodeState
>;

/** The released graph with what is done, what is on, and what is to come; each node names who had it, and says more when it is chosen. */
export default function ProcessMap({ process }: { process: ProcessView }) {
  const t = useT();
  const [large, setLarge] = useState(false);
  return (
    <>
      <div className="process-map-tools">
        <Button size="small" type="text" icon={<ExpandOutlined />} onClick={() => setLarge(true)}>
          {t('workflow.map.enlarge')}
        </Button>
      </div>
      <Drawing process={process} />
      {large && (
        <Modal
          open
          className="process-map-large"
          width="96vw"
          title={t('workflow.panel.map')}
          footer={null}
          onCancel={() => setLarge(false)}
        >
          <Drawing process={process} />
        </Modal>
      )}
    </>
  );
}

function Drawing({ process }: { process: ProcessView }) {
  const t = useT();
  const locale = useLocale();
  const types = useMemo(() => nodeTypes(t), [t]);
  const [chosen, setChosen] = useState<string>();
  const rounds = process.nodes.find(({ node }) => node === chosen)?.tasks ?? [];
  const others = process.below.filter(({ node }) => node === chosen);
  const nameOf = (id: string) => textIn(process.graph?.nodes.find((node) => node.id === id)?.name, locale);
  const graph = useMemo(() => {
    const drawn = toCanvas(process.graph!, {
      t,
      locale,
      nameOf: () => undefined,
      fieldTitle: () => undefined,
      condition: () => '',
    });
    return {
      nodes: drawn.nodes.map((node) => {
        const view = process.nodes.find((candidate) => candidate.node === node.id);
        const people = view?.tasks
          .at(-1)
          ?.actors.map(({ person }) => person.name)
          .join(locale === 'zh-CN' ? '、' : ', ');
        // whose turn it will be is known when it comes
        const line = people || (node.data?.kind === 'timer' || node.data?.kind === 'automatic' ? node.line : undefined);
        return {
          ...node,
          line,
          state: view && states[view.display],
          ...(view && view.tasks.length > 1 ? { badge: t('workflow.map.round', { round: view.tasks.length }) } : {}),
        };
      }),
      edges: drawn.edges.map((edge) => ({
        ...edge,
        label: textIn(edge.data?.name, locale) || (edge.data?.otherwise ? t('workflow.edge.otherwise') : undefined),
      })),
    };
  }, [process, t, locale]);
  return (
    <>
      <div className="process-map" style={onPaper(graph.nodes)}>
        <Canvas
          label={t('workflow.panel.map')}
          kind="process"
          graph={graph}
          types={types}
          readOnly
          map={false}
          startAt={graph.nodes.flatMap(({ id, state }) => (state === 'current' ? [id] : []))}
          onSelect={({ nodes: [node] }) => setChosen(node?.id)}
        />
      </div>
      {rounds.length + others.length > 0 ? (
        <div className="process-map-rounds">
          <Timeline
            items={[
              ...rounds.map((task) => roundOf(task, t, locale)),
              ...others.map((other) => belowOf(other, nameOf(other.node), t, locale)),
            ]}
          />
        </div>
      ) : (
        <p className="process-quiet process-hint">{t('workflow.map.hint')}</p>
      )}
    </>
  );
}

const box = { width: 200, height: 56, margin: 24 };
/** What a sheet of A4 holds below the heading, in pixels. */
const paper = { width: 690, height: 900 };
const smallest = 0.5;

/** The whole drawing on a sheet, whatever part of it the screen shows; one that is very long goes on on the next. */
function onPaper(nodes: readonly { x: number; y: number }[]): CSSProperties {
  const [left, top] = [
    Math.min(...nodes.map(({ x }) => x)) - box.margin,
    Math.min(...nodes.map(({ y }) => y)) - box.margin,
  ];
  const width = Math.max(...nodes.map(({ x }) => x)) + box.width + box.margin - left;
  const height = Math.max(...nodes.map(({ y }) => y)) + box.height + box.margin - top;
  const scale = Math.min(1, paper.width / width, Math.max(smallest, paper.height / height));
  return {
    '--paper-view': `translate(${-left * scale}px, ${-top * scale}px) scale(${scale})`,
    '--paper-height': `${height * scale}px`,
  } as CSSProperties;
}
