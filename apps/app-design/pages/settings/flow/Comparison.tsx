import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { compareGraphs, type GraphChange } from '@formwork/process/compare-graphs.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import type { Wording } from '@formwork/process-ui/canvas-graph.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useFormOptions, useTargetDefinition } from '../form/configs/linked-forms.ts';
import { inWords, type Parts } from './setting-words.ts';
import { useWording } from './use-wording.ts';

export type Version = number | 'draft';

interface Props {
  formId: string;
  form: FormDefinition;
  draft: ProcessGraph;
  numbers: number[];
  from: Version;
  to: Version;
  onChange: (from: Version, to: Version) => void;
}

/** What one release has that another has not, setting by setting, in the words of the inspector. */
export function Comparison({ formId, form, draft, numbers, from, to, onChange }: Props) {
  const t = useT();
  const [before, after] = [useGraph(formId, from, draft), useGraph(formId, to, draft)];
  const options = [
    { value: 'draft' as Version, label: t('design.version.draft') },
    ...numbers.map((number) => ({ value: number as Version, label: t('design.release.number', { number }) })),
  ];
  return (
    <section className="flow-comparison" aria-label={t('flow-design.release.compare')}>
      <header>
        <Select
          size="small"
          value={from}
          options={options}
          aria-label={t('design.version.from')}
          onChange={(next) => onChange(next, to)}
        />{' '}
        →
        <Select
          size="small"
          value={to}
          options={options}
          aria-label={t('design.version.to')}
          onChange={(next) => onChange(from, next)}
        />
      </header>
      {before && after ? <Changes before={before} after={after} form={form} /> : <SkeletonRows rows={2} columns={1} />}
    </section>
  );
}

function Changes({ before, after, form }: { before: ProcessGraph; after: ProcessGraph; form: FormDefinition }) {
  const t = useT();
  // either of them may name people whom the other does not
  const both = useMemo(
    (): ProcessGraph => ({
      ...after,
      nodes: [...before.nodes, ...after.nodes],
      edges: [...before.edges, ...after.edges],
      settings: {
        ...after.settings,
        starters: [...before.settings.starters, ...after.settings.starters],
        administrators: [...before.settings.administrators, ...after.settings.administrators],
      },
    }),
    [before, after],
  );
  const wording = useWording(both, form);
  const changes = useMemo(() => compareGraphs(before, after), [before, after]);
  if (changes.length === 0) return <p>{t('design.version.same')}</p>;
  return (
    <ul>
      {changes.map((change, at) => (
        <li key={at} data-kind={change.kind}>
          <Change change={change} before={before} after={after} form={form} wording={wording} />
        </li>
      ))}
    </ul>
  );
}

function Change({
  change,
  before,
  after,
  form,
  wording,
}: {
  change: GraphChange;
  before: ProcessGraph;
  after: ProcessGraph;
  form: FormDefinition;
  wording: Wording;
}) {
  const t = useT();
  const forms = useFormOptions().flatMap(({ options }) => options);
  const child = after.nodes.find((node) => node.id === change.id);
  const other = useTargetDefinition(child?.kind === 'sub-process' ? child.form : '', form);
  const name =
    partName(change, change.kind === 'removed' ? before : after, wording) || t('flow-design.designer.settings');
  if (change.kind !== 'changed') return <>{t(`flow-design.release.${change.kind}_${change.what}`, { name })}</>;
  const around = {
    form,
    wording,
    formTitle: (id: string) => forms.find(({ value }) => value === id)?.label,
    otherFields: other?.fields ?? [],
  };
  const [was, is] = [
    inWords(change.setting, change.before, { ...around, graph: before }),
    inWords(change.setting, change.after, { ...around, graph: after }),
  ];
  return (
    <>
      {name} · {t(`flow-design.setting.${change.setting}`)}
      {differing(was, is).map((part) => (
        <div key={part} className="flow-change">
          {part !== '' && <b>{part} </b>}
          <del>{was.get(part) ?? '—'}</del> → <ins>{is.get(part) ?? '—'}</ins>
        </div>
      ))}
    </>
  );
}

function differing(was: Parts, is: Parts): string[] {
  return [...new Set([...was.keys(), ...is.keys()])].filter((part) => was.get(part) !== is.get(part));
}

function partName({ what, id }: GraphChange, graph: ProcessGraph, { t, locale }: Wording): string {
  const nodeName = (node: string) => {
    const found = graph.nodes.find((one) => one.id === node);
    return found ? textIn(found.name, locale) || t(`workflow.node.${found.kind}`) : t('design.version.gone');
  };
  if (what === 'node') return nodeName(id);
  const edge = graph.edges.find((one) => one.id === id);
  return edge ? textIn(edge.name, locale) || `${nodeName(edge.source)} → ${nodeName(edge.target)}` : '';
}

function useGraph(formId: string, version: Version, draft: ProcessGraph): ProcessGraph | undefined {
  const found = useQuery({
    ...q(workflowApi.releaseGraph, { params: { formId, number: version === 'draft' ? 0 : version } }),
    enabled: version !== 'draft',
  });
  return version === 'draft' ? draft : found.data?.graph;
}
