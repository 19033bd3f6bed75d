import { auditKinds, type AuditKind } from '@formwork/contract/audit/kinds.ts';
import { Button, DatePicker, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { showsAll } from '../elements/elements.ts';
import { instantOf, wallClock } from '../inputs/wall-clock.ts';
import { useT } from '../i18n/i18n.ts';
import { PersonPicker } from '../pickers/PersonPicker.tsx';
import { TypedSearch } from '../typed-search.tsx';
import { useTrailFilter } from './use-trail-filter.ts';

export interface TrailFilterProps {
  shows?: (filter: 'kind' | 'person' | 'range' | 'object') => boolean;
}

/** Person, kind, object and time: each narrows the others. */
export function TrailFilter({ shows = showsAll }: TrailFilterProps) {
  const t = useT();
  const { filter, isEmpty, change, clear } = useTrailFilter();
  return (
    <div className="audit-filter" role="search">
      {shows('kind') && (
        <Select<AuditKind | null>
          className="audit-kind"
          allowClear
          aria-label={t('audit.row.kind')}
          placeholder={t('audit.filter.every_kind')}
          value={filter.kind ?? null}
          options={auditKinds.map((kind) => ({ value: kind, label: t(`audit.kind.${kind}`) }))}
          onChange={(kind) => change({ kind: kind ?? undefined })}
        />
      )}
      {shows('person') && (
        <div className="audit-person">
          <PersonPicker
            aria-label={t('audit.row.actor')}
            placeholder={t('audit.filter.everybody')}
            value={filter.person === undefined ? [] : [filter.person]}
            onChange={([person]) => change({ person })}
          />
        </div>
      )}
      {shows('range') && (
        <DatePicker.RangePicker
          className="audit-range"
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          allowEmpty={[true, true]}
          aria-label={t('audit.row.at')}
          value={[momentOf(filter.from), momentOf(filter.to)]}
          onChange={(range) => change({ from: endOf(range?.[0]), to: endOf(range?.[1]) })}
        />
      )}
      {shows('object') && (
        <TypedSearch
          className="audit-object"
          label={t('audit.filter.object')}
          value={filter.object ?? ''}
          onChange={(object) => change({ object: object || undefined })}
        />
      )}
      {!isEmpty && (
        <Button type="link" onClick={clear}>
          {t('audit.filter.clear')}
        </Button>
      )}
    </div>
  );
}

function momentOf(text: string | undefined) {
  return text === undefined ? null : wallClock(text);
}

function endOf(chosen: Dayjs | null | undefined): string | undefined {
  return chosen ? instantOf(chosen) : undefined;
}
