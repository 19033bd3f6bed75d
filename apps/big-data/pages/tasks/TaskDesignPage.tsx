import { PlayCircleOutlined, ScheduleOutlined, SettingOutlined } from '@ant-design/icons';
import { settleTask, emptyTask, EtlTask, type TaskNode, type TaskNodeKind } from '@formwork/contract/etl/task.ts';
import type { DocumentKind } from '@formwork/contract/definitions/kind.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { knowTask } from '@formwork/etl/graph.ts';
import { Canvas } from '@formwork/ui/canvas/canvas.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import type { OpenDocument } from '@formwork/web/definitions/use-document.ts';
import { DocumentPage, type DocumentParts } from '@formwork/web/document/DocumentPage.tsx';
import { Arranged } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import '../etl.css';
import { GoButton } from '../../parts/GoButton.tsx';
import { useTaskStart } from '../flows/StartDialog.tsx';
import { SchedulesDialog } from '../schedules/SchedulesDialog.tsx';
import { canConnect, graphOf, withGraph, withNode, type TaskGraph } from './graph.ts';
import { EdgeSettings } from './inspector/EdgeSettings.tsx';
import { TaskParametersProvider } from './inspector/task-parameters.tsx';
import { NodeSettings } from './inspector/NodeSettings.tsx';
import { newNode, nodeTypes } from './node-kinds.tsx';
import { PreviewPane } from './PreviewPane.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';

export const taskDocument: DocumentKind<EtlTask> = {
  kind: 'etl_task',
  area: 'etl',
  saves: 'changes',
  schema: EtlTask,
  empty: emptyTask,
  settle: settleTask,
};

/** The canvas of a task, with the rows at the chosen node below. */
export default function TaskDesignPage() {
  const t = useT();
  const [id] = useQueryText('id');
  if (id === undefined)
    return (
      <EmptyState
        title={t('etltask.choose_task')}
        hint={t('etltask.none_hint')}
        action={<GoButton href={pathTo('etlTasks', {})}>{t('etltask.title')}</GoButton>}
      />
    );
  return (
    <DocumentPage
      kind={taskDocument}
      id={id}
      back={pathTo('etlTasks', {})}
      nameOf={(body, at) => placeName(body as EtlTask, at, t)}
      actions={(document) => <Actions document={document} />}
    >
      {(parts) => <Design key={id} {...parts} />}
    </DocumentPage>
  );
}

function placeName({ nodes }: EtlTask, at: readonly string[], t: (key: string) => string): string | undefined {
  const id = at.find((step) => step.startsWith('#'))?.slice(1);
  const node = nodes.find((one) => one.id === id);
  return node && (node.title || t(`etltask.node.${node.kind}`));
}

function Design({ document, bar, problems, history, readOnly }: DocumentParts<EtlTask>) {
  const t = useT();
  const { body } = document;
  const types = useMemo(() => nodeTypes(t), [t]);
  const known = useMemo(() => knowTask(body), [body]);
  const graph = useMemo(() => graphOf(body, known, t), [body, known, t]);
  const elements = useElements('etlTaskDesign');
  const [chosen, setChosen] = useState<string>();
  const change = (node: TaskNode) => document.edit((task) => withNode(task, node), `node ${node.id}`);
  return (
    <TaskParametersProvider value={body.parameters}>
      <div className="etl-design">
        <div className="etl-canvas">
          <Canvas<TaskNode, TaskGraph['edges'][number]['data']>
            label={t('etltask.canvas')}
            kind="etl_task"
            types={types}
            create={(type) => ({ title: '', data: newNode(type as TaskNodeKind) })}
            bar={bar}
            problems={problems}
            history={history}
            readOnly={readOnly}
            graph={graph}
            onChange={(next) => document.edit((task) => withGraph(task, next as TaskGraph))}
            canConnect={(source, target) => canConnect(body, source, target)}
            onSelect={({ nodes }) => {
              setChosen(nodes[0]?.id);
              document.lookAt(nodes[0] ? ['nodes', `#${nodes[0].id}`] : []);
            }}
            inspector={({ nodes, edges }) => {
              const node = nodes.length === 1 ? body.nodes.find(({ id }) => id === nodes[0]!.id) : undefined;
              const edge = edges.length === 1 ? body.edges.find(({ id }) => id === edges[0]!.id) : undefined;
              if (node)
                return (
                  <NodeSettings
                    key={node.id}
                    node={node}
                    known={known.get(node.id)}
                    readOnly={readOnly}
                    onChange={change}
                  />
                );
              if (edge)
                return (
                  <EdgeSettings
                    edge={edge}
                    known={known.get(edge.source)}
                    task={body}
                    readOnly={readOnly}
                    onChange={(next) => document.edit((task) => ({ ...task, edges: next }))}
                  />
                );
              return null;
            }}
          />
        </div>
        {elements.shows('parts', 'preview') && <PreviewPane task={body} known={known} node={chosen} />}
      </div>
    </TaskParametersProvider>
  );
}

function Actions({ document }: { document: OpenDocument<EtlTask> }) {
  const t = useT();
  const elements = useElements('etlTaskDesign');
  const [open, setOpen] = useState<'times' | 'settings'>();
  const { start, pending, dialog } = useTaskStart();
  const { definition } = document;
  return (
    <Arranged of={elements} group="tools">
      <Button key="settings" icon={<SettingOutlined />} onClick={() => setOpen('settings')}>
        {elements.title('tools', 'settings', t('etltask.settings'))}
      </Button>
      <Button key="times" icon={<ScheduleOutlined />} onClick={() => setOpen('times')}>
        {elements.title('tools', 'times', t('etltask.times'))}
      </Button>
      <Button
        key="run"
        icon={<PlayCircleOutlined />}
        loading={pending}
        disabled={definition.released === null || !definition.enabled}
        title={t(definition.state === 'released' ? 'etltask.run_now' : 'etltask.run_released')}
        onClick={() => void start(definition)}
      >
        {elements.title('tools', 'run', t('etltask.run'))}
      </Button>
      {dialog}
      {open === 'times' && (
        <SchedulesDialog ofKind="etl_task" definition={definition} onClose={() => setOpen(undefined)} />
      )}
      {open === 'settings' && <SettingsDialog document={document} onClose={() => setOpen(undefined)} />}
    </Arranged>
  );
}
