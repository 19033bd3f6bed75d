import { CloseOutlined, LockOutlined, SearchOutlined } from '@ant-design/icons';
import type { FieldOf } from '@formwork/contract/forms/field.ts';
import { choosableCondition } from '@formwork/contract/records/choosable.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { useRecordContext } from '../record-context.ts';
import { rememberTitles, useRecordTitles } from './record-titles.ts';
import './relation.css';
import { typedIds } from '../typed-text.ts';

export const relationUi: FieldUi<'relation'> = {
  Editor: RelationEditor,
  Cell: RelationCell,
  Detail: RelationLinks,
  width: 180,
};

const RelationDialog = lazy(() => import('./RelationDialog.tsx'));

/** What is chosen, and the magnifier that opens the records to choose from. */
function RelationEditor({ field, value, onChange, input, autoFocus }: EditorProps<'relation'>) {
  const t = useT();
  const ids = typedIds(value);
  const { titleOf } = useRecordTitles(field.config.form, ids);
  const around = useRecordContext();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (autoFocus) button.current?.focus();
  }, [autoFocus]);
  const multiple = field.config.cardinality === 'manyToMany';
  return (
    <span className="fw-relation">
      <span className="fw-relation-chosen">
        {ids.map((id) => (
          <span key={id} className="fw-relation-one">
            <RelatedTitle title={titleOf(id)} />
            <button
              type="button"
              aria-label={t('records.relation.remove', { title: titleOf(id) ?? '' })}
              onClick={() => onChange(ids.length > 1 ? ids.filter((other) => other !== id) : null)}
            >
              <CloseOutlined />
            </button>
          </span>
        ))}
        {ids.length === 0 && <span className="fw-relation-none">{t('records.relation.none')}</span>}
      </span>
      <button
        {...input}
        ref={button}
        type="button"
        className="fw-icon-button fw-relation-open"
        aria-haspopup="dialog"
        title={t('records.relation.choose')}
        onClick={() => setOpen(true)}
      >
        <SearchOutlined aria-label={t('records.relation.choose')} />
      </button>
      {open && (
        <Suspense>
          <RelationDialog
            formId={field.config.form}
            columns={field.config.columns}
            choosable={choosableCondition(field.config, (id) => around?.values[id] ?? null)}
            chosen={ids.map((id) => ({ id, title: titleOf(id) ?? '' }))}
            multiple={multiple}
            max={field.config.max}
            mayCreate={!field.config.noCreate}
            onClose={() => setOpen(false)}
            onDone={(chosen) => {
              rememberTitles(field.config.form, chosen);
              setOpen(false);
              onChange(chosen.length > 0 ? chosen.map(({ id }) => id) : null);
            }}
          />
        </Suspense>
      )}
    </span>
  );
}

function RelationCell({ field, value }: ShownProps<'relation'>) {
  return <RelatedRecords formId={formOf(field)} ids={typedIds(value)} />;
}

function RelationLinks({ field, value }: ShownProps<'relation'>) {
  return <RelatedRecords formId={formOf(field)} ids={typedIds(value)} links />;
}

/** Records by their titles; with `links` each leads to its page. */
function RelatedRecords({ formId, ids, links = false }: { formId: string; ids: string[]; links?: boolean }) {
  const locale = useLocale();
  const { titleOf, appId } = useRecordTitles(formId, ids);
  return (
    <span className={links ? 'fw-relation-links' : 'fw-list-cell-text'}>
      {ids.map((id, at) => {
        const title = titleOf(id);
        return (
          <span key={id}>
            {at > 0 && !links && (locale === 'zh-CN' ? '、' : ', ')}
            {links && typeof title === 'string' && appId ? (
              <Link href={pathTo('recordDetail', { app: appId, form: formId }, { record: id })}>
                <RelatedTitle title={title} />
              </Link>
            ) : (
              <RelatedTitle title={title} />
            )}
          </span>
        );
      })}
    </span>
  );
}

function RelatedTitle({ title }: { title: string | null | undefined }) {
  const t = useT();
  if (title === undefined) return <>…</>;
  if (title === null)
    return (
      <span className="fw-relation-locked">
        <LockOutlined aria-hidden /> {t('records.relation.no_permission')}
      </span>
    );
  return <>{title === '' ? t('records.record.untitled') : title}</>;
}

/** A lookup of a relation shows the same records. */
function formOf(field: FieldOf<'relation'>): string {
  return field.config.form;
}
