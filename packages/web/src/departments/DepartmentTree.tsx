import { ApartmentOutlined, PartitionOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Department } from '@formwork/contract/organization/departments.ts';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { VirtualTree } from '@formwork/ui/list/virtual-tree.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { isApiError } from '../http/api-error.ts';
import { errorText } from '../http/error-text.ts';
import { q } from '../http/query.ts';
import { useT } from '../i18n/i18n.ts';
import { useAdministering } from '../session/administering.tsx';
import './departments.css';
import { destinationOf } from './tree-lines.ts';
import { useDepartmentTree } from './use-department-tree.ts';

export interface DepartmentTreeProps {
  chosen: string | undefined;
  onChoose: (id: string, name: string) => void;
  /** Those out of use as well. */
  disabled?: boolean;
  /** Stands before the name, e.g. a mark of choice. */
  lead?: (department: Department) => ReactNode;
  /** Stands behind it, e.g. a menu. */
  tail?: (department: Department) => ReactNode;
  onMove?: ((departmentId: string, to: { parentId: string | null; beforeId: string | null }) => void) | undefined;
  /** Shown where the space has no departments. */
  empty?: ReactNode;
}

/** The departments of the space with a search: of 100,000 only those in view are read and drawn. */
export function DepartmentTree({ chosen, onChoose, disabled = false, lead, tail, onMove, empty }: DepartmentTreeProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim());
  const { lines, toggle, onShown, first } = useDepartmentTree({ disabled, reveal: chosen });
  return (
    <div className="department-pane">
      <SearchInput
        label={t('records.pick.search_department')}
        className="department-search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {wanted !== '' ? (
        <FoundDepartments
          search={wanted}
          onChoose={(id, name) => {
            setSearch('');
            onChoose(id, name);
          }}
        />
      ) : first.isError ? (
        <ErrorState
          small
          hint={errorText(first.error, t)}
          requestId={isApiError(first.error) ? first.error.requestId : undefined}
          onRetry={() => void first.refetch()}
        />
      ) : first.isPending ? (
        <SkeletonRows rows={8} columns={1} height={32} />
      ) : lines.length === 0 ? (
        (empty ?? <p className="department-none">{t('records.pick.no_departments')}</p>)
      ) : (
        <VirtualTree<Department>
          label={t('records.pick.departments')}
          lines={lines}
          chosen={chosen}
          reveal={chosen}
          onToggle={toggle}
          onShown={onShown}
          onChoose={(id, { name }) => onChoose(id, name)}
          onDrop={
            onMove &&
            ((drop) => {
              const to = destinationOf(lines, drop);
              if (to) onMove(drop.dragged, to);
            })
          }
          render={(department) => (
            <>
              {lead?.(department)}
              {department.virtual ? (
                <PartitionOutlined aria-label={t('records.pick.virtual')} title={t('records.pick.virtual')} />
              ) : (
                <ApartmentOutlined aria-hidden />
              )}
              <span
                className="department-name"
                title={department.name}
                data-disabled={department.disabled || undefined}
              >
                {department.name}
              </span>
              {department.disabled && <span className="department-off">{t('records.pick.disabled')}</span>}
              <span className="department-count">{department.people}</span>
              {tail?.(department)}
            </>
          )}
        />
      )}
    </div>
  );
}

function FoundDepartments({ search, onChoose }: { search: string; onChoose: (id: string, name: string) => void }) {
  const t = useT();
  const asked = useAdministering();
  const found = useQuery({
    ...q(organizationApi.pickDepartments, { query: { search, limit: 100, ...asked } }),
    placeholderData: keepPreviousData,
  });
  if (found.isPending) return <SkeletonRows rows={4} columns={1} height={32} />;
  const rows = found.data ?? [];
  if (rows.length === 0) return <p className="department-none">{t('records.pick.none_found', { search })}</p>;
  return (
    <ul className="department-found">
      {rows.map(({ id, name, path }) => (
        <li key={id}>
          <button type="button" onClick={() => onChoose(id, name)}>
            <span className="department-name">{name}</span>
            {path.length > 0 && <span className="department-path">{path.join(' / ')}</span>}
          </button>
        </li>
      ))}
      {rows.length === 100 && <li className="department-none">{t('records.pick.more_exist')}</li>}
    </ul>
  );
}
