import { formsApi, type DefinitionChange, type VersionName } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { ChangeList } from './ChangeList.tsx';
import { SaidWords } from './SaidWords.tsx';
import { differencesOf, type Difference } from './words/differences.ts';
import { useAround } from './words/use-around.ts';

interface Props {
  formId: string;
  releases: number[];
  from: VersionName;
  to: VersionName;
  onChange: (from: VersionName, to: VersionName) => void;
}

/** Any two versions beside each other: what came, what went, what was changed from what to what. */
export function VersionCompare({ formId, releases, from, to, onChange }: Props) {
  const t = useT();
  const found = useQuery({ ...q(formsApi.compareVersions, { params: { formId }, query: { from, to } }), staleTime: 0 });
  const options = [
    { value: 'draft' as VersionName, label: t('design.version.draft') },
    ...releases.map((number) => ({ value: number as VersionName, label: t('design.release.number', { number }) })),
  ];
  return (
    <section className="release-compare" aria-label={t('design.version.compare')}>
      <header>
        {t('design.version.compare')}
        <Select
          size="small"
          value={from}
          options={options}
          aria-label={t('design.version.from')}
          onChange={(next: VersionName) => onChange(next, to)}
        />
        →
        <Select
          size="small"
          value={to}
          options={options}
          aria-label={t('design.version.to')}
          onChange={(next: VersionName) => onChange(from, next)}
        />
      </header>
      {found.isPending ? (
        <SkeletonRows rows={2} columns={1} />
      ) : found.isError ? (
        <ErrorState small onRetry={() => void found.refetch()} />
      ) : found.data.differences.length === 0 ? (
        <p className="design-quiet">{t('design.version.same')}</p>
      ) : (
        <Differences formId={formId} {...found.data} />
      )}
    </section>
  );
}

function Differences({
  formId,
  differences,
  before,
  after,
}: {
  formId: string;
  differences: DefinitionChange[];
  before: FormDefinition;
  after: FormDefinition;
}) {
  const [was, is] = useAround(formId, before, after);
  return differences.map(({ properties: _, ...change }, at) => (
    <div key={at} className="release-difference">
      <ChangeList changes={[change]} definition={change.kind === 'removed' ? before : after} />
      <ChangeTable differences={differencesOf(change, was, is)} changed={change.kind === 'changed'} />
    </div>
  ));
}

function ChangeTable({ differences, changed }: { differences: Difference[]; changed: boolean }) {
  const t = useT();
  if (differences.length === 0)
    return changed ? <p className="design-quiet">{t('design.version.reads_same')}</p> : null;
  return (
    <table>
      <thead>
        <tr>
          <th>{t('design.version.property')}</th>
          <th>{t('design.version.before')}</th>
          <th>{t('design.version.after')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ label, before, after }, at) => (
          <tr key={at}>
            <th scope="row">{label}</th>
            <td>
              <SaidWords said={before} other={after} />
            </td>
            <td>
              <SaidWords said={after} other={before} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
