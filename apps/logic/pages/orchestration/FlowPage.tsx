import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import type { Flow } from '@formwork/contract/rules/flow.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { formulaScope } from '@formwork/formula-ui/formula.ts';
import { typeOfShape } from '@formwork/logic/flow/action-types.ts';
import { variables } from '@formwork/logic/flow/compile.ts';
import { Canvas } from '@formwork/ui/canvas/canvas.tsx';
import { InspectorTitle } from '@formwork/ui/designer/designer.tsx';
import { DocumentPage, type DocumentParts } from '@formwork/web/document/DocumentPage.tsx';
import { Arranged } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { usePage, useRouter } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useMemo } from 'react';
import { offered } from '../../flows.ts';
import { fromCanvas, toCanvas, withEdge, withNode } from './canvas-flow.ts';
import { EdgeForm } from './EdgeForm.tsx';
import { FlowSettings } from './FlowSettings.tsx';
import { newNode, nodeTypes, typeOf, withGone } from './node-types.tsx';
import { NodeForm } from './NodeForm.tsx';
import './orchestration.css';
import { StartButton } from './StartDialog.tsx';
import { TrialPanel } from './TrialPanel.tsx';

export default function FlowPage() {
  const t = useT();
  const { params } = usePage();
  const router = useRouter();
  const elements = useElements('orchestrationDesigner');
  const id = String(params.id);
  return (
    <DocumentPage
      kind={flowKind}
      id={id}
      back={pathTo('orchestration', {})}
      actions={({ definition }) => (
        <Arranged of={elements} group="tools">
          <Button
            key="runs"
            size="small"
            type="text"
            onClick={() => void router.go(pathTo('orchestrationRuns', {}, { definition: id }))}
          >
            {elements.title('tools', 'runs', t('flows.runs'))}
          </Button>
          {definition.released !== null && <StartButton key="start" id={id} released={definition.released} />}
        </Arranged>
      )}
    >
      {(parts) => <Drawing id={id} {...parts} />}
    </DocumentPage>
  );
}

function Drawing({ id, document, bar, problems, history, readOnly }: { id: string } & DocumentParts<Flow>) {
  const t = useT();
  const locale = useLocale();
  const elements = useElements('orchestrationDesigner');
  const { data } = useQuery(offered());
  const flow = document.body;
  const actions = useMemo(() => data?.actions ?? [], [data]);
  const known = useMemo(() => nodeTypes(actions, t, locale), [actions, t, locale]);
  const types = useMemo(() => withGone(known, flow.nodes, t), [known, flow.nodes, t]);
  const drawn = useMemo(() => toCanvas(flow, (type) => types[type]?.title ?? type, t), [flow, types, t]);
  const scope = useMemo(() => {
    const outputs = new Map(actions.map(({ name, output }) => [name, typeOfShape(output)]));
    const found = variables(flow, outputs);
    return formulaScope(
      found,
      Object.keys(found).map((name) => ({ id: name, title: name })),
    );
  }, [flow, actions]);
  return (
    <Canvas
      label={t('flows.designer')}
      kind="orchestration"
      graph={drawn}
      types={types}
      bar={bar}
      problems={problems.map((problem) => ({
        ...problem,
        ...(flow.edges.some((edge) => edge.id === problem.node) && { edge: problem.node, node: undefined }),
      }))}
      history={history}
      readOnly={readOnly}
      create={(type) => ({ title: types[type]?.title ?? type, data: newNode(type, '') })}
      onChange={(next) => document.edit((now) => fromCanvas(next, now))}
      onSelect={({ nodes }) => document.lookAt(nodes[0] ? ['nodes', `#${nodes[0].id}`] : [])}
      inspector={({ nodes, edges }) => {
        const node =
          nodes.length === 1 && edges.length === 0 ? flow.nodes.find((one) => one.id === nodes[0]!.id) : undefined;
        const edge =
          edges.length === 1 && nodes.length === 0 ? flow.edges.find((one) => one.id === edges[0]!.id) : undefined;
        if (node)
          return (
            <div key={node.id}>
              <InspectorTitle icon={types[typeOf(node)]?.icon}>
                {node.name || types[typeOf(node)]?.title}
              </InspectorTitle>
              <NodeForm
                node={node}
                actions={actions}
                scope={scope}
                readOnly={readOnly}
                onChange={(next) => document.edit((now) => withNode(now, next), `node ${node.id}`)}
              />
              {elements.shows('parts', 'trial') &&
                !['start', 'end', 'parallel', 'join', 'switch'].includes(node.kind) &&
                !readOnly && <TrialPanel flow={id} node={node} />}
            </div>
          );
        if (edge)
          return (
            <EdgeForm
              key={edge.id}
              edge={edge}
              from={flow.nodes.find((one) => one.id === edge.from)}
              scope={scope}
              readOnly={readOnly}
              onChange={(next) => document.edit((now) => withEdge(now, next), `edge ${edge.id}`)}
            />
          );
        if (nodes.length + edges.length > 1)
          return <Alert type="info" title={t('flows.several', { count: nodes.length + edges.length })} />;
        return (
          <FlowSettings
            id={id}
            flow={flow}
            triggers={data?.triggers ?? []}
            scope={scope}
            readOnly={readOnly}
            onChange={(change, group) => document.edit(change, group)}
          />
        );
      }}
    />
  );
}
