import { formsApi, type VersionDifference, type VersionName } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { ChangeList } from './ChangeList.tsx';
import { ComparedValue } from './ComparedValue.tsx';

interface Props {
  formId: string;
  definition: FormDefinition;
  releases: number[];
  from: VersionName;
  to: VersionName;
  onChange: (from: VersionName, to: VersionName) => void;
}

/** Any two versions beside each other: what came, what went, what was changed from what to what. */
export function VersionCompare({ formId, definition, releases, from, to, onChange }: Props) {
  const t = useT();
  const found = useQuery({ ...q(formsApi.compareVersions, { params: { formId }, query: { from, to } }), staleTime: 0 });
  const options = [{ value: 'draft' as VersionName, label: t('design.version.draft') }, ...releases.map((number) => ({ value: number as VersionName, label: t('design.release.number', { number }) }))];
  return (
    <section className="release-compare" aria-label={t('design.version.compare')}>
      <header>
        {t('design.version.compare')}
        <Select size="small" value={from} options={options} aria-label={t('design.version.from')} onChange={(next: VersionName) => onChange(next, to)} />
        →
        <Select size="small" value={to} options={options} aria-label={t('design.version.to')} onChange={(next: VersionName) => onChange(from, next)} />
      </header>
      {found.isPending ? <SkeletonRows rows={2} columns={1} /> : found.isError ? <ErrorState small onRetry={() => void found.refetch()} />
        : found.data.differences.length === 0 ? <p className="design-quiet">{t('design.version.same')}</p>
          : found.data.differences.map((difference, at) => <Difference key={at} difference={difference} definition={definition} />)}
    </section>
  );
}

function Difference({ difference, definition }: { difference: VersionDifference; definition: FormDefinition }) {
  const t = useT();
  const { properties: _, ...change } = difference;
  return (
    <div className="release-difference">
      <ChangeList changes={[change]} definition={definition} />
      {difference.values.length > 0 && (
        <table>
          <thead><tr><th>{t('design.version.property')}</th><th>{t('design.version.before')}</th><th>{t('design.version.after')}</th></tr></thead>
          <tbody>
            {difference.values.map(({ property, before, after }) => (
              <tr key={property}><th>{t(`design.property.${property}`)}</th><td><ComparedValue property={property} value={before} definition={definition} /></td><td><ComparedValue property={property} value={after} definition={definition} /></td></tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
