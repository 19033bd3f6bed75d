import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { isSystemField, systemFields } from '@formwork/contract/forms/system-fields.ts';
import { recordsApi, type PersonalPlan } from '@formwork/contract/records/api.ts';
import { hasSpecialCharacters } from '@formwork/contract/records/choosable.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { textIn } from '@formwork/contract/text.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { EmptyState, ErrorState, NoPermission, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { conditionFieldsOf } from '../../conditions/condition-fields.ts';
import { ConditionChips, FilterButton } from '../../conditions/FilterBar.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { callWith } from '@formwork/web/http/call.ts';
import { keyOf, q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { fieldText, recordColumns } from '../../record-list/record-columns.tsx';

export interface ChosenRecord {
  id: string;
  title: string;
}

export interface RelationDialogProps {
  formId: string;
  /** What is asked; the name of the form when left out. */
  title?: string;
  /** Ids of fields; those of the form's list when left out. */
  columns: readonly string[] | undefined;
  /** Which records may be chosen at this moment. */
  choosable: Condition | undefined;
  chosen: readonly ChosenRecord[];
  multiple: boolean;
  max: number | undefined;
  mayCreate: boolean;
  onDone: (chosen: ChosenRecord[]) => void;
  onClose: () => void;
}

const NewRecordDialog = lazy(() => import('../../record-form/NewRecordDialog.tsx'));
const pageSize = 50;

/** The records of a form to choose from, as far as the person sees them. */
export default function RelationDialog(props: RelationDialogProps) {
  const t = useT();
  const locale = useLocale();
  const plan = useQuery(q(recordsApi.plan, { params: { formId: props.formId } }));
  const [choices, setChoices] = useState<ChosenRecord[]>([...props.chosen]);
  const refused = isApiError(plan.error) && (plan.error.status === 404 || plan.error.status === 403);
  return (
    <Modal
      open
      width={900}
      title={
        props.title ??
        t('records.relation.choose_of', { form: plan.data ? textIn(plan.data.definition.title, locale) : '' })
      }
      okText={t('records.pick.ok')}
      onCancel={props.onClose}
      onOk={() => props.onDone(choices)}
      destroyOnHidden
    >
      {plan.data ? (
        <Choose {...props} plan={plan.data} choices={choices} onChoices={setChoices} />
      ) : refused ? (
        <NoPermission small title={t('records.relation.no_permission_form')} />
      ) : plan.isError ? (
        <ErrorState small onRetry={() => void plan.refetch()} />
      ) : (
        <SkeletonRows rows={6} columns={3} />
      )}
    </Modal>
  );
}

interface ChooseProps extends RelationDialogProps {
  plan: PersonalPlan;
  choices: ChosenRecord[];
  onChoices: (choices: ChosenRecord[]) => void;
}

function Choose({ plan, columns, choosable, multiple, max, mayCreate, choices, onChoices, onDone }: ChooseProps) {
  const t = useT();
  const locale = useLocale();
  const { definition, formId } = plan;
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Condition>();
  const [filterOpen, setFilterOpen] = useState(false);
  const [creating, setCreating] = useState(false);
  const special = hasSpecialCharacters(search);
  const asked = useDeferredValue(special ? '' : search.trim());
  const parts = [choosable, filter].filter((part) => part !== undefined);
  const query = {
    limit: pageSize,
    ...(parts.length > 0 && { filter: JSON.stringify(parts.length === 1 ? parts[0] : { all: parts }) }),
    ...(asked !== '' && { search: asked }),
  };
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(recordsApi.list, { params: { formId }, query }), 'choose'],
    queryFn: ({ pageParam, signal }) =>
      callWith(
        recordsApi.list,
        { params: { formId }, query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.rows) ?? [], [pages.data]);
  const shown = useMemo(
    () => recordColumns(fieldsOf(plan, columns), locale).map((column) => ({ ...column, sortable: false })),
    [plan, columns, locale],
  );
  const fields = useMemo(() => conditionFieldsOf(definition), [definition]);
  const chosenIds = useMemo(() => new Set(choices.map(({ id }) => id)), [choices]);
  const titleOf = (row: RecordRow): ChosenRecord => ({ id: row.id, title: titleText(plan, row, locale) });
  const full = multiple && max !== undefined && choices.length >= max;

  const pick = (row: RecordRow) => {
    if (!multiple) onChoices([titleOf(row)]);
    else if (chosenIds.has(row.id)) onChoices(choices.filter(({ id }) => id !== row.id));
    else if (!full) onChoices([...choices, titleOf(row)]);
  };
  const select = (keys: ReadonlySet<string>) => {
    const known = new Map(rows.map((row) => [row.id, row]));
    const kept = choices.filter(({ id }) => keys.has(id) || !known.has(id));
    const added = [...keys]
      .filter((id) => !chosenIds.has(id))
      .flatMap((id) => known.get(id) ?? [])
      .map(titleOf);
    // one at a time: the last one counts
    onChoices(multiple ? [...kept, ...added].slice(0, max ?? 500) : added.length > 0 ? added.slice(-1) : kept);
  };
  return (
    <div className="fw-choose-records" data-single={!multiple || undefined}>
      <div className="fw-choose-tools">
        <div className="fw-choose-search">
          <SearchInput
            label={t('records.pick.search')}
            autoFocus
            maxLength={200}
            value={search}
            status={special ? 'error' : ''}
            aria-invalid={special || undefined}
            onChange={(event) => setSearch(event.target.value)}
          />
          {special && (
            <p className="fw-field-error" role="alert">
              {t('records.list.special_characters')}
            </p>
          )}
        </div>
        <FilterButton fields={fields} value={filter} onChange={setFilter} open={filterOpen} onOpen={setFilterOpen} />
        {mayCreate && plan.can.create && (
          <Button icon={<PlusOutlined />} onClick={() => setCreating(true)}>
            {t('records.relation.create')}
          </Button>
        )}
      </div>
      {filter && (
        <ConditionChips fields={fields} value={filter} onChange={setFilter} onEdit={() => setFilterOpen(true)} />
      )}
      <DataList
        label={t('records.relation.choose_of', { form: textIn(definition.title, locale) })}
        rows={rows}
        columns={shown}
        rowKey={(row) => row.id}
        onOpen={pick}
        status={pages.isPending ? 'loading' : pages.isError ? 'error' : 'ready'}
        onRetry={() => void pages.refetch()}
        empty={
          <EmptyState
            small
            title={t(asked === '' && !filter ? 'records.relation.empty' : 'records.relation.nothing_found')}
          />
        }
        hasMore={pages.hasNextPage}
        loadingMore={pages.isFetchingNextPage}
        onEndReached={() => void pages.fetchNextPage()}
        selection={chosenIds}
        onSelection={select}
      />
      <section className="fw-choose-chosen" aria-label={t('records.pick.chosen', { count: choices.length })}>
        <span>
          {t('records.pick.chosen', { count: choices.length })}
          {multiple && max !== undefined ? ` / ${max}` : ''}
        </span>
        {choices.map((one) => (
          <span key={one.id} className="fw-relation-one">
            {one.title || t('records.record.untitled')}
            <button
              type="button"
              aria-label={t('records.relation.remove', { title: one.title })}
              onClick={() => onChoices(choices.filter(({ id }) => id !== one.id))}
            >
              <DeleteOutlined />
            </button>
          </span>
        ))}
      </section>
      {creating && (
        <Suspense>
          <NewRecordDialog
            plan={plan}
            onClose={() => setCreating(false)}
            onSaved={(record) => {
              setCreating(false);
              const made = titleOf(record);
              if (multiple) onChoices(full ? choices : [...choices, made]);
              else onDone([made]);
              void pages.refetch();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Chosen columns; without any those that the list of the form begins with. */
function fieldsOf({ definition }: PersonalPlan, columns: readonly string[] | undefined): Field[] {
  const byId = new Map<string, Field>(definition.fields.map((field) => [field.id, field]));
  const named = (columns?.length ? columns : (definition.listFields ?? [])).flatMap((id) =>
    isSystemField(id) ? systemFields[id] : (byId.get(id) ?? []),
  );
  if (named.length > 0) return named;
  const title = definition.fields.find(({ id }) => id === definition.titleField);
  return [...(title ? [title] : []), ...definition.fields.filter((field) => field !== title && !field.hidden)].slice(
    0,
    5,
  );
}

function titleText({ definition }: PersonalPlan, row: RecordRow, locale: string): string {
  const field =
    definition.fields.find(({ id }) => id === definition.titleField) ??
    definition.fields.find(({ type }) => type === 'text' || type === 'autoNumber');
  return field ? fieldText(field, row.values[field.id], locale) : '';
}
