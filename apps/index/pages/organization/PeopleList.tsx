import type { ElementOf } from '@formwork/contract/console/elements.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Person } from '@formwork/contract/organization/people.ts';
import { Person as PersonLine } from '@formwork/ui/format/avatar.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import type { Selection } from '@formwork/ui/list/list-selection.ts';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useMayAdminister } from '@formwork/web/session/administering.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented, Select } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { MoveDialog } from './MoveDialog.tsx';
import { SuppliersDialog } from './SuppliersDialog.tsx';
import { peopleStates, usePeople, type PeopleState } from './use-people.ts';
import { usePersonActions } from './use-person-actions.tsx';

type Column = ListColumn<Person> & { id: ElementOf<'organization', 'columns'> };

/** The people of a department and of those below it, of suppliers, or all. */
export function PeopleList({ within }: { within: string | undefined }) {
  const t = useT();
  const mayEdit = useMayAdminister('people');
  const [search = '', setSearch] = useQueryText('search');
  const [given, setState] = useQueryText('state');
  const state = peopleStates.find((one) => one === given) ?? 'enabled';
  const ofSuppliers = within === 'suppliers';
  const [supplier, setSupplier] = useState('any');
  const [selection, setSelection] = useState<Selection>(new Set());
  const [moving, setMoving] = useState(false);
  const { list, total } = usePeople({
    search: useDeferredValue(search.trim()),
    state,
    ...(ofSuppliers ? { supplier } : { department: within }),
  });
  const { actionsOf, edit, dialogs } = usePersonActions();

  const elements = useElements('organization');
  const usual = useMemo(
    (): Column[] => [
      {
        id: 'name',
        title: t('organization.people.column_name'),
        width: 180,
        render: (person) => (
          <>
            <PersonLine name={person.name} />{' '}
            {person.disabled && <StateTag>{t('organization.people.disabled')}</StateTag>}
          </>
        ),
      },
      { id: 'login', title: t('organization.people.column_login'), width: 140, value: (person) => person.login },
      ...(ofSuppliers
        ? [
            {
              id: 'supplier' as const,
              title: t('organization.people.column_supplier'),
              width: 160,
              value: (person: Person) => person.supplier?.name,
            },
          ]
        : [
            {
              id: 'department' as const,
              title: t('organization.people.column_department'),
              width: 150,
              value: (person: Person) =>
                [person.department, ...person.partTime.map(({ department }) => department)]
                  .flatMap((one) => one?.name ?? [])
                  .join(', '),
            },
          ]),
      // a phone shows the first three that say something: the kind of account is one of them
      {
        id: 'role',
        title: t('organization.people.column_role'),
        width: 190,
        value: (person) => t(`organization.role.${person.role}`),
      },
      { id: 'post', title: t('organization.people.column_post'), width: 120, value: (person) => person.post?.name },
      {
        id: 'roles',
        title: t('organization.people.column_roles'),
        width: 150,
        value: (person) => person.roles.map(({ name }) => name).join(', '),
      },
      {
        id: 'superior',
        title: t('organization.people.column_superior'),
        width: 110,
        value: (person) => person.superior?.name,
      },
      { id: 'phone', title: t('organization.people.column_phone'), width: 120, value: (person) => person.phone },
      { id: 'email', title: t('organization.people.column_email'), width: 180, value: (person) => person.email },
    ],
    [t, ofSuppliers],
  );
  const columns = useMemo(
    () =>
      elements
        .arranged('columns', usual)
        .map((column) => ({ ...column, title: elements.title('columns', column.id, column.title) })),
    [elements, usual],
  );

  return (
    <div className="people-list">
      <div className="people-tools">
        {elements.shows('filters', 'search') && (
          <SearchInput
            label={elements.title('filters', 'search', t('organization.people.search'))}
            className="people-search"
            value={search}
            onChange={(event) => setSearch(event.target.value || undefined)}
          />
        )}
        {elements.shows('filters', 'state') && (
          <Segmented
            aria-label={t('organization.people.state')}
            value={state}
            onChange={(next: PeopleState) => setState(next === 'enabled' ? undefined : next)}
            options={peopleStates.map((value) => ({ value, label: t(`organization.people.${value}`) }))}
          />
        )}
        {ofSuppliers && mayEdit && <SupplierChoice supplier={supplier} onChoose={setSupplier} />}
        {total !== undefined && (
          <span className="people-total" role="status">
            {t('organization.people.total', { count: total })}
          </span>
        )}
      </div>
      <DataList<Person>
        label={t('organization.people.title')}
        {...list}
        columns={columns}
        rowKey={({ id }) => id}
        {...(mayEdit
          ? {
              onOpen: (person: Person) => person.can.edit && edit(person),
              rowActions: actionsOf,
              selection,
              onSelection: setSelection,
              bulkActions: (
                <Button size="small" onClick={() => setMoving(true)}>
                  {t('organization.people.move')}
                </Button>
              ),
            }
          : {})}
        empty={
          search === '' ? (
            <EmptyState title={t('organization.people.none')} hint={t('organization.people.none_hint')} />
          ) : (
            <EmptyState
              title={t('organization.people.none_found', { search })}
              hint={t('organization.people.none_found_hint')}
            />
          )
        }
      />
      {moving && (
        <MoveDialog
          ids={[...selection]}
          onClose={() => setMoving(false)}
          onMoved={() => {
            setMoving(false);
            setSelection(new Set());
          }}
        />
      )}
      {dialogs}
    </div>
  );
}

function SupplierChoice({ supplier, onChoose }: { supplier: string; onChoose: (id: string) => void }) {
  const t = useT();
  const [managing, setManaging] = useState(false);
  const suppliers = useQuery(q(organizationApi.listSuppliers)).data ?? [];
  return (
    <>
      <Select
        className="people-supplier"
        aria-label={t('organization.people.column_supplier')}
        value={supplier}
        onChange={onChoose}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          { value: 'any', label: t('organization.suppliers.all') },
          ...suppliers.map(({ id, name, people }) => ({ value: id, label: `${name} (${people})` })),
        ]}
      />
      <Button onClick={() => setManaging(true)}>{t('organization.suppliers.manage')}</Button>
      {managing && <SuppliersDialog onClose={() => setManaging(false)} />}
    </>
  );
}
