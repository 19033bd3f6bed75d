import { textIn } from '@formwork/contract/text.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { compareGraphs, type GraphChange } from '@formwork/process/compare-graphs.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/state.tsx';
import { Time } from '@formwork/ui/time.tsx';
import { call } from '@formwork/web/http/call.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { rulesText, type Wording } from '@formwork/web/process/canvas-graph.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Drawer, Select } from 'antd';
import { useState } from 'react';
import { MoveProcesses } from './MoveProcesses.tsx';

interface Props {
  formId: string;
  /** The draft. */
  graph: ProcessGraph;
  wording: Wording;
  readOnly: boolean;
  onRestore: (graph: ProcessGraph) => void;
  onClose: () => void;
}

type Version = number | 'draft';

/** The releases of a process: what came with each, back to one, and what still runs on an earlier one. */
export function FlowReleases({ formId, graph, wording, readOnly, onRestore, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const { modal, message } = App.useApp();
  const releases = useQuery({ ...q(workflowApi.releases, { params: { formId } }), staleTime: 0 });
  const running = useQuery({ ...q(workflowApi.runningReleases, { params: { formId } }), staleTime: 0 });
  const [compared, setCompared] = useState<{ from: Version; to: Version }>();
  const [moving, setMoving] = useState<number>();
  const numbers = releases.data?.map(({ number }) => number) ?? [];
  const restore = (number: number) => modal.confirm({
    title: t('workflow.release.restore_title', { number }), content: t('workflow.release.restore_hint'), okText: t('workflow.release.restore'),
    onOk: async () => {
      const { graph: old } = await call(workflowApi.releaseGraph, { params: { formId, number } });
      onRestore(old);
      void message.success(t('workflow.release.restored', { number }));
      onClose();
    },
  });
  return (
    <Drawer open size={560} title={t('workflow.release.title')} onClose={onClose}>
      {releases.isPending ? <SkeletonRows rows={4} columns={1} /> : releases.isError ? <ErrorState small onRetry={() => void releases.refetch()} />
        : releases.data.length === 0 ? <EmptyState title={t('workflow.release.empty')} hint={t('workflow.designer.release_hint')} /> : (
          <div className="flow-releases">
            {compared && <Comparison formId={formId} draft={graph} numbers={numbers} wording={wording} {...compared} onChange={(from, to) => setCompared({ from, to })} />}
            {releases.data.map((release) => {
              const runs = running.data?.find((one) => one.release === release.number)?.count ?? 0;
              return (
                <article key={release.number}>
                  <header>
                    <span><b>{t('design.release.number', { number: release.number })}</b> {release.releasedBy.name} <Time at={release.releasedAt} locale={locale} /></span>
                    <span>
                      <Button size="small" type="text" onClick={() => setCompared({ from: release.number, to: 'draft' })}>{t('workflow.release.compare')}</Button>
                      {!readOnly && <Button size="small" type="text" onClick={() => void restore(release.number)}>{t('workflow.release.restore')}</Button>}
                      {!readOnly && runs > 0 && release.number !== numbers[0] && <Button size="small" type="text" onClick={() => setMoving(release.number)}>{t('workflow.release.move')}</Button>}
                    </span>
                  </header>
                  <p>{[release.note, runs > 0 ? t('workflow.release.running', { count: runs }) : ''].filter(Boolean).join(' · ')}</p>
                </article>
              );
            })}
          </div>
        )}
      {moving !== undefined && <MoveProcesses formId={formId} from={moving} to={numbers[0]!} onClose={() => setMoving(undefined)} onMoved={() => void running.refetch()} />}
    </Drawer>
  );
}

interface ComparisonProps {
  formId: string;
  draft: ProcessGraph;
  numbers: number[];
  wording: Wording;
  from: Version;
  to: Version;
  onChange: (from: Version, to: Version) => void;
}

function Comparison({ formId, draft, numbers, wording, from, to, onChange }: ComparisonProps) {
  const t = useT();
  const [before, after] = [useGraph(formId, from, draft), useGraph(formId, to, draft)];
  const options = [{ value: 'draft' as Version, label: t('design.version.draft') }, ...numbers.map((number) => ({ value: number as Version, label: t('design.release.number', { number }) }))];
  const changes = before && after ? compareGraphs(before, after) : undefined;
  return (
    <section className="flow-comparison" aria-label={t('workflow.release.compare')}>
      <header>
        <Select size="small" value={from} options={options} aria-label={t('design.version.from')} onChange={(next) => onChange(next, to)} /> →
        <Select size="small" value={to} options={options} aria-label={t('design.version.to')} onChange={(next) => onChange(from, next)} />
      </header>
      {!changes ? <SkeletonRows rows={2} columns={1} /> : changes.length === 0 ? <p>{t('design.version.same')}</p>
        : <ul>{changes.map((change, at) => <li key={at} data-kind={change.kind}><Change change={change} before={before!} after={after!} wording={wording} /></li>)}</ul>}
    </section>
  );
}

function Change({ change, before, after, wording }: { change: GraphChange; before: ProcessGraph; after: ProcessGraph; wording: Wording }) {
  const t = useT();
  const graph = change.kind === 'removed' ? before : after;
  const name = partName(change, graph, wording) || t('workflow.designer.settings');
  if (change.kind !== 'changed') return <>{t(`workflow.release.${change.kind}_${change.what}`, { name })}</>;
  return (
    <>
      {name} · {t(`workflow.setting.${change.setting}`)}
      <div className="flow-change"><del>{shown(change.setting, change.before, before, wording)}</del> → <ins>{shown(change.setting, change.after, after, wording)}</ins></div>
    </>
  );
}

function partName({ what, id }: GraphChange, graph: ProcessGraph, { locale }: Wording): string {
  const nodeName = (node: string) => textIn(graph.nodes.find((one) => one.id === node)?.name, locale) || node;
  if (what === 'node') return nodeName(id);
  const edge = graph.edges.find((one) => one.id === id);
  return edge ? textIn(edge.name, locale) || `${nodeName(edge.source)} → ${nodeName(edge.target)}` : '';
}

const longest = 300;

function shown(setting: string, value: unknown, graph: ProcessGraph, wording: Wording): string {
  const { t, locale } = wording;
  if (value === undefined || value === null || value === '') return '—';
  if (typeof value === 'boolean') return t(value ? 'design.version.yes' : 'design.version.no');
  if (setting === 'condition') return wording.condition(value as string);
  if (setting === 'executors') return rulesText((value as { rules: Parameters<typeof rulesText>[0] }).rules, graph, wording) || '—';
  if (setting === 'source' || setting === 'target') return textIn(graph.nodes.find((node) => node.id === value)?.name, locale) || String(value);
  if (typeof value !== 'object') return String(value);
  if ('zh' in value) return textIn(value as { zh: string }, locale);
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function useGraph(formId: string, version: Version, draft: ProcessGraph): ProcessGraph | undefined {
  const found = useQuery({ ...q(workflowApi.releaseGraph, { params: { formId, number: version === 'draft' ? 0 : version } }), enabled: version !== 'draft' });
  return version === 'draft' ? draft : found.data?.graph;
}
