import { UndoOutlined } from '@ant-design/icons';
import type { ResponseOf } from '@formwork/contract/endpoint.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isComputed, type Field } from '@formwork/contract/forms/field.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import { isEmptyValue, type FieldValue } from '@formwork/contract/forms/values/value.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { HistoryEntry } from '@formwork/contract/records/record.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { Timeline } from '@formwork/ui/feedback/timeline.tsx';
import { useCan } from '@formwork/web/session/session.ts';
import { useNames } from '@formwork/web/pickers/names.ts';
import { FieldValueView } from '@formwork/records-ui/fields/FieldValueView.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useEffect, useMemo, useRef } from 'react';
import type { HistoryRestore } from './version-restore.ts';
import { WhyField } from './WhyField.tsx';

interface Props {
  formId: string;
  recordId: string;
  definition: FormDefinition;
  /** The field whose changes alone are looked at; another object brings them into sight. */
  story: { field: string } | undefined;
  onStory: (story: { field: string } | undefined) => void;
  /** Takes an earlier value or version into the form; left out where the person may not edit. */
  onRestore?: ((wanted: HistoryRestore, entries: readonly HistoryEntry[]) => void) | undefined;
}

/** Who changed what, and when; the latest first. */
export function HistoryPanel({ formId, recordId, definition, story, onStory, onRestore }: Props) {
  const t = useT();
  const locale = useLocale();
  const history = useQuery(q(recordsApi.history, { params: { formId, recordId } }));
  const entries = history.data?.entries ?? [];
  const former = history.data?.former;
  const told = useMemo(() => withFormer(definition, former), [definition, former]);
  const nameOf = useNames('people', [
    ...new Set(entries.flatMap(({ actor, deputy }) => [actor ?? [], deputy ?? []].flat())),
  ]);
  const mayAskWhy = useCan()('rules.rule.read');
  const top = useRef<HTMLDivElement>(null);
  const isRead = history.isSuccess;
  useEffect(() => {
    if (!story || !isRead) return;
    top.current?.scrollIntoView({ block: 'nearest' });
    top.current?.focus();
  }, [story, isRead]);
  const field = story?.field;
  const shown = field === undefined ? entries : entries.filter((entry) => isAbout(entry, field));
  const whoDid = ({ actor, deputy }: HistoryEntry) => {
    if (!actor) return t('records.history.system');
    const name = nameOf(actor) ?? '…';
    return deputy ? t('records.history.on_behalf_of', { deputy: nameOf(deputy) ?? '…', name }) : name;
  };
  if (history.isPending) return <SkeletonRows rows={4} columns={1} />;
  if (history.isError) return <ErrorState small onRetry={() => void history.refetch()} />;
  if (entries.length === 0) return <EmptyState small title={t('records.history.none')} />;
  return (
    <>
      <div className="fw-history-field" ref={top} tabIndex={-1}>
        <FieldFilter definition={definition} entries={entries} field={field} onField={onStory} />
        {field !== undefined && mayAskWhy && <WhyField formId={formId} recordId={recordId} field={field} />}
        {shown.length === 0 && <EmptyState small title={t('records.history.none_of_field')} />}
      </div>
      <Timeline
        items={shown.map((entry) => ({
          id: entry.id,
          state: 'completed',
          title: t(`records.history.${entry.kind}`),
          who: whoDid(entry),
          time: <Time at={entry.at} locale={locale} />,
          children: (
            <>
              <Changes
                entry={entry}
                of={field}
                definition={told}
                onRestore={onRestore && ((one, value) => onRestore({ kind: 'field', field: one, value }, entries))}
              />
              {entry.rule !== undefined && (
                <Link href={pathTo('rulesEngine', {}, { tab: 'traces', trace: entry.rule })}>
                  {t('records.history.why_rule')}
                </Link>
              )}
              {onRestore && entry !== entries[0] && entry.kind !== 'deleted' && (
                <Button
                  size="small"
                  type="link"
                  className="fw-restore-version"
                  onClick={() => onRestore({ kind: 'version', entry: entry.id }, entries)}
                >
                  {t('records.history.restore_version')}
                </Button>
              )}
            </>
          ),
        }))}
      />
    </>
  );
}

function isAbout({ changes, slaves }: HistoryEntry, field: string): boolean {
  return changes.some((change) => change.field === field) || slaves.some(({ table }) => table === field);
}

/** Fields and slave tables that were ever changed. */
function FieldFilter({
  definition,
  entries,
  field,
  onField,
}: {
  definition: FormDefinition;
  entries: readonly HistoryEntry[];
  field: string | undefined;
  onField: (story: { field: string } | undefined) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const options = [...definition.fields, ...definition.tables]
    .filter(({ id }) => id === field || entries.some((entry) => isAbout(entry, id)))
    .map(({ id, title }) => ({ value: id, label: textIn(title, locale) }));
  return (
    <Select
      className="fw-history-choice"
      size="small"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('records.history.field')}
      placeholder={t('records.history.every_field')}
      value={field ?? null}
      options={options}
      onChange={(next: string | null | undefined) => onField(next ? { field: next } : undefined)}
    />
  );
}

/** The form with the options it once had: what was chosen then is told by its name. */
function withFormer(definition: FormDefinition, former: ResponseOf<typeof recordsApi.history>['former']) {
  if (!former) return definition;
  const known = (field: Field): Field => {
    const gone = former.find((one) => one.field === field.id)?.options;
    return gone && 'options' in field.config
      ? ({ ...field, config: { ...field.config, options: [...field.config.options, ...gone] } } as Field)
      : field;
  };
  return {
    ...definition,
    fields: definition.fields.map(known),
    tables: definition.tables.map((table) => ({ ...table, fields: table.fields.map(known) })),
  };
}

function Changes({
  entry,
  of: only,
  definition,
  onRestore,
}: {
  entry: HistoryEntry;
  /** One field or table alone. */
  of: string | undefined;
  definition: FormDefinition;
  onRestore: ((field: string, value: FieldValue) => void) | undefined;
}) {
  const t = useT();
  const locale = useLocale();
  const isFirst = entry.kind === 'created' || entry.kind === 'imported';
  const own = new Map<string, Field>(
    [...definition.fields, ...Object.values(systemFields)].map((field) => [field.id, field]),
  );
  // everything is new at the beginning: the record itself shows it
  const changes =
    isFirst && only === undefined
      ? []
      : entry.changes
          .filter((change) => only === undefined || change.field === only)
          .flatMap((change) => (own.get(change.field) ? [{ ...change, of: own.get(change.field)! }] : []));
  return (
    <>
      {changes.map(({ field, of, before, after }) => (
        <Change
          key={field}
          field={of}
          before={before}
          after={after}
          onRestore={
            onRestore && !isComputed(of) && !field.startsWith('_') ? () => onRestore(field, before) : undefined
          }
        />
      ))}
      {definition.tables.map((table) => {
        if (only !== undefined && table.id !== only) return null;
        const rows = entry.slaves.filter((row) => row.table === table.id);
        if (rows.length === 0) return null;
        const counts = (['added', 'changed', 'removed'] as const)
          .map((kind) => ({ kind, count: rows.filter((row) => row.kind === kind).length }))
          .filter(({ count }) => count > 0);
        return (
          <details key={table.id} className="fw-change-table">
            <summary>
              {textIn(table.title, locale)}:{' '}
              {counts
                .map(({ kind, count }) => t(`records.history.rows_${kind}`, { count }))
                .join(locale === 'zh-CN' ? '，' : ', ')}
            </summary>
            {rows.slice(0, 50).map((row) =>
              row.changes.map((change) => {
                const field = table.fields.find(({ id }) => id === change.field);
                return field ? (
                  <Change
                    key={`${row.row} ${change.field}`}
                    field={field}
                    before={change.before}
                    after={change.after}
                  />
                ) : null;
              }),
            )}
          </details>
        );
      })}
    </>
  );
}

function Change({
  field,
  before,
  after,
  onRestore,
}: { field: Field; onRestore?: (() => void) | undefined } & Pick<HistoryEntry['changes'][number], 'before' | 'after'>) {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="fw-change">
      <span className="fw-change-field">{textIn(field.title, locale)}</span>
      {!isEmptyValue(before) && (
        <del>
          <FieldValueView field={field} value={before} place="past" />
        </del>
      )}
      {!isEmptyValue(after) ? (
        <ins>
          <FieldValueView field={field} value={after} place="past" />
        </ins>
      ) : (
        <ins className="fw-value-empty">—</ins>
      )}
      {onRestore && (
        <button
          type="button"
          className="fw-icon-button fw-change-restore"
          aria-label={t('records.history.restore_field')}
          title={t('records.history.restore_field')}
          onClick={onRestore}
        >
          <UndoOutlined />
        </button>
      )}
    </div>
  );
}
