import { CalendarOutlined, PlayCircleOutlined, ScheduleOutlined } from '@ant-design/icons';
import type { DocumentKind } from '@formwork/contract/definitions/kind.ts';
import { emptyFlow, EtlFlow, settleFlow, turnsOf, type FlowEdge, type FlowNode } from '@formwork/contract/etl/flow.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Canvas } from '@formwork/ui/canvas/canvas.tsx';
import { InspectorSection, InspectorTitle } from '@formwork/ui/designer/designer.tsx';
import type { OpenDocument } from '@formwork/web/definitions/use-document.ts';
import { DocumentPage, type DocumentParts } from '@formwork/web/document/DocumentPage.tsx';
import { Arranged } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import '../etl.css';
import { SchedulesDialog } from '../schedules/SchedulesDialog.tsx';
import { Choice, Line } from '../tasks/inspector/parts.tsx';
import { FlowNodeSettings } from './FlowNodeSettings.tsx';
import { FlowSettings } from './FlowSettings.tsx';
import { flowGraph, flowTypes, newFlowNode, withFlowGraph } from './graph.tsx';
import { BackfillDialog } from './BackfillDialog.tsx';
import { StartDialog } from './StartDialog.tsx';

const flowDocument: DocumentKind<EtlFlow> = {
  kind: 'etl_flow',
  area: 'etl',
  saves: 'changes',
  schema: EtlFlow,
  empty: emptyFlow,
  settle: settleFlow,
};

/** The canvas of a flow. */
export function FlowDesign({ id }: { id: string }) {
  const t = useT();
  return (
    <DocumentPage
      kind={flowDocument}
      id={id}
      back={pathTo('etlFlows', {})}
      nameOf={(body, at) => {
        const node = (body as EtlFlow).nodes.find((one) => at.includes(`#${one.id}`));
        return node && (node.title || t(`etltask.flow.node.${node.kind}`));
      }}
      actions={(document) => <Actions document={document} />}
    >
      {(parts) => <Design {...parts} />}
    </DocumentPage>
  );
}

function Design({ document, bar, problems, history, readOnly }: DocumentParts<EtlFlow>) {
  const t = useT();
  const { body } = document;
  const types = useMemo(() => flowTypes(t), [t]);
  const graph = useMemo(() => flowGraph(body, t), [body, t]);
  const change = (node: FlowNode) =>
    document.edit(
      (flow) => ({ ...flow, nodes: flow.nodes.map((one) => (one.id === node.id ? node : one)) }),
      `node ${node.id}`,
    );
  const turn = ({ id, source, target }: FlowEdge, to: Pick<FlowEdge, 'when' | 'way'>) =>
    document.edit((flow) => ({
      ...flow,
      edges: flow.edges.map((one) => (one.id === id ? { id, source, target, ...to } : one)),
    }));
  return (
    <Canvas<FlowNode, FlowEdge>
      label={t('etltask.flow.canvas')}
      kind="etl_flow"
      types={types}
      create={(type) => ({ title: '', data: newFlowNode(type as FlowNode['kind']) })}
      bar={bar}
      problems={problems}
      history={history}
      readOnly={readOnly}
      graph={graph}
      onChange={(next) => document.edit((flow) => withFlowGraph(flow, next))}
      onSelect={({ nodes }) => document.lookAt(nodes[0] ? ['nodes', `#${nodes[0].id}`] : [])}
      inspector={({ nodes, edges }) => {
        const node = nodes.length === 1 ? body.nodes.find(({ id }) => id === nodes[0]!.id) : undefined;
        const edge = edges.length === 1 ? body.edges.find(({ id }) => id === edges[0]!.id) : undefined;
        if (node)
          return (
            <FlowNodeSettings
              key={node.id}
              node={node}
              parameters={body.parameters}
              readOnly={readOnly}
              onChange={change}
            />
          );
        if (edge) {
          const source = body.nodes.find(({ id }) => id === edge.source)!;
          return (
            <>
              <InspectorTitle>{t('etltask.edge')}</InspectorTitle>
              <InspectorSection>
                <fieldset disabled={readOnly} className="etl-settings">
                  <Line label={t('etltask.flow.when')}>
                    {source.kind === 'switch' ? (
                      <Choice
                        label={t('etltask.flow.when')}
                        value={edge.way ?? ''}
                        values={[...source.ways.map(({ id }) => id), '']}
                        textOf={(id) => {
                          const way = source.ways.find((one) => one.id === id);
                          return way ? way.name || way.expression : t('etltask.flow.when.otherwise');
                        }}
                        onChange={(way) => turn(edge, way === '' ? { when: 'otherwise' } : { when: 'way', way })}
                      />
                    ) : (
                      <Choice
                        label={t('etltask.flow.when')}
                        value={edge.when}
                        values={turnsOf(source)}
                        textOf={(one) => t(`etltask.flow.when.${one}`)}
                        onChange={(when) => turn(edge, { when })}
                      />
                    )}
                  </Line>
                </fieldset>
              </InspectorSection>
            </>
          );
        }
        return <FlowSettings document={document} />;
      }}
    />
  );
}

function Actions({ document }: { document: OpenDocument<EtlFlow> }) {
  const t = useT();
  const elements = useElements('etlFlows');
  const [open, setOpen] = useState<'run' | 'times' | 'backfill'>();
  const { definition } = document;
  const isOff = definition.released === null || !definition.enabled;
  const close = () => setOpen(undefined);
  return (
    <Arranged of={elements} group="designTools">
      <Button key="times" icon={<ScheduleOutlined />} onClick={() => setOpen('times')}>
        {elements.title('designTools', 'times', t('etltask.times'))}
      </Button>
      <Button key="backfill" icon={<CalendarOutlined />} disabled={isOff} onClick={() => setOpen('backfill')}>
        {elements.title('designTools', 'backfill', t('etltask.backfill'))}
      </Button>
      <Button
        key="run"
        icon={<PlayCircleOutlined />}
        disabled={isOff}
        title={t('etltask.run_released')}
        onClick={() => setOpen('run')}
      >
        {elements.title('designTools', 'run', t('etltask.run'))}
      </Button>
      {open === 'times' && <SchedulesDialog ofKind="etl_flow" definition={definition} onClose={close} />}
      {open === 'backfill' && <BackfillDialog flow={definition} onClose={close} />}
      {open === 'run' && <StartDialog kind="etl_flow" of={definition} onClose={close} />}
    </Arranged>
  );
}
