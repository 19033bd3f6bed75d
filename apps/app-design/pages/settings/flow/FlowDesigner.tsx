import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Definition } from '@formwork/contract/workflow/api.ts';
import type { Simulation } from '@formwork/contract/workflow/design.ts';
import type { ProcessGraph, ProcessNode } from '@formwork/contract/workflow/graph.ts';
import { Canvas } from '@formwork/ui/canvas/canvas.tsx';
import type { CanvasProblem } from '@formwork/ui/canvas/canvas-types.ts';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { useUndoable } from '@formwork/ui/designer/use-undoable.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { toCanvas, type ProcessCanvas } from '@formwork/process-ui/canvas-graph.ts';
import { nodeTypes } from '@formwork/process-ui/node-types.tsx';
import { GoneUses } from '@formwork/web/uses/GoneUses.tsx';
import { Alert, Button, Drawer } from 'antd';
import { useMemo, useState } from 'react';
import { EdgeInspector } from './EdgeInspector.tsx';
import './flow.css';
import { FlowBar } from './FlowBar.tsx';
import { FlowReleases } from './FlowReleases.tsx';
import { fromCanvas } from './from-canvas.ts';
import { ModelMenu } from './ModelMenu.tsx';
import { newNodeOf } from './new-node.ts';
import { NodeInspector } from './NodeInspector.tsx';
import { simulated } from './simulated.ts';
import { SimulationPanel } from './SimulationPanel.tsx';
import { SettingsInspector } from './SettingsInspector.tsx';
import { useFlowDraft } from './use-flow-draft.ts';
import { useWording } from './use-wording.ts';

/** Draws the process of a form: nodes, conditions, executors; saved by itself, released when nothing is wrong. */
export default function FlowDesigner({
  draft,
  form,
  readOnly,
  head,
}: {
  draft: Definition;
  form: FormDefinition;
  readOnly: boolean;
  /** Where the page has its actions. */
  head: HTMLElement | null;
}) {
  const t = useT();
  const locale = useLocale();
  const phone = usePhone();
  const undoable = useUndoable<ProcessGraph>(draft.graph);
  const graph = undoable.value;
  const flow = useFlowDraft(draft, graph);
  const wording = useWording(graph, form, draft.formId);
  const types = useMemo(() => nodeTypes(t), [t]);
  const [simulating, setSimulating] = useState(false);
  const [played, setPlayed] = useState<Simulation['steps']>([]);
  const [releases, setReleases] = useState(false);
  // counts graphs that took the place of the whole drawing
  const [replaced, setReplaced] = useState(0);
  const replace = (next: ProcessGraph) => {
    undoable.set(next);
    setReplaced((count) => count + 1);
  };
  const [jumpedTo] = useQueryText('at');
  const drawn = useMemo(
    () => simulated(toCanvas(graph, wording), simulating ? played : []),
    [graph, wording, simulating, played],
  );
  useConfirmLeave(flow.state === 'changed' || flow.state === 'saving' || flow.state === 'failed');

  const change = (next: ProcessCanvas) => undoable.set((now) => fromCanvas(next, now));
  const changeNode = (node: ProcessNode) =>
    undoable.set(
      (now) => ({ ...now, nodes: now.nodes.map((own) => (own.id === node.id ? node : own)) }),
      `node ${node.id}`,
    );
  const titleOf = (field: unknown) => wording.fieldTitle(String(field)) ?? t('design.version.gone');
  const named = (data: Record<string, unknown> = {}) => ({
    ...data,
    ...(typeof data.field === 'string' && { field: titleOf(data.field) }),
    ...(Array.isArray(data.fields) && { fields: data.fields.map(titleOf).join(locale === 'zh-CN' ? '、' : ', ') }),
  });
  const problems: CanvasProblem[] = flow.problems.map((problem, at) => ({
    id: String(at),
    level: problem.level ?? 'error',
    node: problem.node,
    edge: problem.edge,
    message: t(problem.code, named(problem.data)),
    where: textIn(graph.nodes.find(({ id }) => id === problem.node)?.name, locale) || undefined,
  }));

  const simulation = (
    <SimulationPanel
      formId={draft.formId}
      graph={graph}
      form={form}
      wording={wording}
      onShow={setPlayed}
      onClose={() => {
        setSimulating(false);
        setPlayed([]);
      }}
    />
  );

  return (
    <Canvas
      label={t('flow-design.designer.title')}
      kind="process"
      graph={drawn}
      types={types}
      readOnly={readOnly || simulating}
      problems={problems}
      onChange={change}
      {...(jumpedTo !== undefined && { startSelected: jumpedTo })}
      fitFor={replaced}
      history={undoable}
      onSave={() => void flow.save()}
      create={(kind) => {
        const data = newNodeOf(kind as ProcessNode['kind']);
        return { title: textIn(data.name, locale), data };
      }}
      bar={
        <>
          <FlowBar flow={flow} draft={draft} readOnly={readOnly} head={head}>
            <Button
              size="small"
              type="text"
              disabled={flow.problems.some(({ level }) => level !== 'warning') || simulating}
              onClick={() => setSimulating(true)}
            >
              {t('flow-design.simulate.title')}
            </Button>
            <Button size="small" type="text" onClick={() => setReleases(true)}>
              {t('flow-design.release.title')}
            </Button>
            <ModelMenu
              formId={draft.formId}
              title={textIn(form.title, locale)}
              graph={graph}
              readOnly={readOnly}
              onImported={replace}
            />
            {releases && (
              <FlowReleases
                formId={draft.formId}
                graph={graph}
                form={form}
                readOnly={readOnly}
                onRestore={replace}
                onClose={() => setReleases(false)}
              />
            )}
          </FlowBar>
          <GoneUses formId={draft.formId} kind="flow" />
          {/* a phone has no room for it beside the drawing */}
          {phone && simulating && (
            <Drawer
              open
              placement="bottom"
              size="60%"
              mask={false}
              closable={false}
              aria-label={t('flow-design.simulate.title')}
              styles={{ body: { padding: 0 } }}
            >
              {simulation}
            </Drawer>
          )}
        </>
      }
      inspector={({ nodes, edges }) => {
        if (simulating) return simulation;
        const node =
          nodes.length === 1 && edges.length === 0 ? graph.nodes.find(({ id }) => id === nodes[0]!.id) : undefined;
        const edge =
          edges.length === 1 && nodes.length === 0 ? graph.edges.find(({ id }) => id === edges[0]!.id) : undefined;
        if (node) return <NodeInspector key={node.id} node={node} graph={graph} form={form} onChange={changeNode} />;
        if (edge)
          return (
            <EdgeInspector
              key={edge.id}
              edge={edge}
              graph={graph}
              form={form}
              onChange={(next) =>
                undoable.set(
                  (now) => ({
                    ...now,
                    edges: now.edges.map((own) =>
                      own.id === next.id
                        ? next
                        : next.otherwise && own.source === next.source
                          ? { ...own, otherwise: undefined }
                          : own,
                    ),
                  }),
                  `edge ${next.id}`,
                )
              }
            />
          );
        if (nodes.length + edges.length > 1)
          return (
            <Alert type="info" title={t('flow-design.designer.several', { count: nodes.length + edges.length })} />
          );
        return (
          <SettingsInspector
            graph={graph}
            onChange={(settings) => undoable.set((now) => ({ ...now, settings }), 'settings')}
            onGraph={(next) => undoable.set(next)}
          />
        );
      }}
    />
  );
}
