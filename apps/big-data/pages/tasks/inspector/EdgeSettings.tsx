import type { EtlTask, TaskEdge } from '@formwork/contract/etl/task.ts';
import type { Known } from '@formwork/etl/graph.ts';
import { InspectorSection, InspectorTitle } from '@formwork/ui/designer/designer.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Segmented } from 'antd';
import { ColumnList } from './ColumnList.tsx';
import { Line } from './parts.tsx';

/** A way between two nodes: which rows of a branch go it, which side of a join it is, and the columns on it. */
export function EdgeSettings({
  edge,
  task,
  known,
  readOnly,
  onChange,
}: {
  edge: TaskEdge;
  task: EtlTask;
  known: Known | undefined;
  readOnly: boolean;
  onChange: (edges: TaskEdge[]) => void;
}) {
  const t = useT();
  const target = task.nodes.find(({ id }) => id === edge.target);
  const twoSided = target?.kind === 'join' || target?.kind === 'lookup';
  const swap = () =>
    onChange(task.edges.map((one) => (one.target === edge.target ? { ...one, other: !one.other } : one)));
  return (
    <>
      <InspectorTitle>{t('etltask.edge')}</InspectorTitle>
      {known?.node.kind === 'branch' && (
        <InspectorSection>
          <Line label={t('etltask.edge.port')}>
            <Segmented
              disabled={readOnly}
              value={edge.port}
              options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`etltask.port.${value}`) }))}
              onChange={(port) => onChange(task.edges.map((one) => (one.id === edge.id ? { ...one, port } : one)))}
            />
          </Line>
        </InspectorSection>
      )}
      {twoSided && (
        <InspectorSection>
          <p className="etl-quiet">{t(edge.other ? 'etltask.edge.is_other' : 'etltask.edge.is_main')}</p>
          {!readOnly && <Button onClick={swap}>{t('etltask.edge.swap')}</Button>}
        </InspectorSection>
      )}
      <ColumnList columns={known?.columns ?? []} />
    </>
  );
}
