import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import { recordsApi, type PersonalPlan } from '@formwork/contract/records/api.ts';
import type { FormLogic } from '@formwork/contract/records/logic.ts';
import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import type { ShownRow } from '@formwork/records-ui/record-form/sub-tables/slave-columns.tsx';
import { allHidden } from '@formwork/contract/records/part.ts';
import type { FormRecord, HistoryEntry } from '@formwork/contract/records/record.ts';
import { textIn } from '@formwork/contract/text.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { RightsView } from '@formwork/contract/workflow/process.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { useKeys } from '@formwork/ui/designer/use-keys.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { FieldValueView } from '@formwork/records-ui/fields/FieldValueView.tsx';
import { useNames } from '@formwork/web/pickers/names.ts';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { StoppedNotice } from '@formwork/process-ui/StoppedNotice.tsx';
import { ProcessPanel } from '@formwork/process-ui/ProcessPanel.tsx';
import { typedFiles } from '@formwork/records-ui/fields/files/file-values.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import {
  editRights,
  readRights,
  rightsClosed,
  rightsOfStep,
  rightsWithout,
} from '@formwork/records-ui/record-form/rights.ts';
import { FieldStoryProvider } from '@formwork/records-ui/record-form/field-story.ts';
import { RecordForm } from '@formwork/records-ui/record-form/RecordForm.tsx';
import { SimilarHint } from '@formwork/records-ui/record-form/SimilarView.tsx';
import { SlaveRowActionsProvider } from '@formwork/records-ui/record-form/sub-tables/slave-row-actions.ts';
import { useRecordForm } from '@formwork/records-ui/record-form/use-record-form.ts';
import { usePageTitle } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { paths, type ListView } from '../../paths.ts';
import { fieldText } from '@formwork/records-ui/record-list/record-columns.tsx';
import { GoneNotice } from './GoneNotice.tsx';
import { PresentPeople } from './PresentPeople.tsx';
import './record.css';
import { RecordActions } from './RecordActions.tsx';
import { RelatedLists } from './RelatedLists.tsx';
import { RecordPager } from './RecordPager.tsx';
import { RecordState } from './RecordStates.tsx';
import { RowActions } from './RowActions.tsx';
import { RecordSummary } from './RecordSummary.tsx';
import { useSideTabs } from './use-side-tabs.tsx';
import { usePresence } from './use-presence.ts';
import { useUndoSaves } from './use-undo-saves.ts';
import { recordAfter, type HistoryRestore } from './version-restore.ts';

export interface RecordScreenProps {
  appId: string;
  plan: PersonalPlan;
  logic: FormLogic;
  record: FormRecord;
  /** It is not there any more, or not for this person, since it was read. */
  gone: boolean;
  view: ListView;
  editing: boolean;
  onEditing: (editing: boolean) => void;
}

/** A record with its process and its history: read, edited, and handled where a task waits for the person. */
export function RecordScreen({ appId, plan, logic, record, gone, view, editing, onEditing }: RecordScreenProps) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const { definition, formId } = plan;
  // null: a process runs and I only read; undefined: none runs
  const [step, setStep] = useState<RightsView | null | undefined>();
  const mayEdit = step === undefined && record.can.edit;
  const rights = useMemo(
    () =>
      rightsWithout(
        step
          ? rightsOfStep(step)
          : step === null || !editing || !mayEdit
            ? readRights
            : rightsClosed(editRights, record.readOnly),
        record.hidden,
      ),
    [step, editing, mayEdit, record.hidden, record.readOnly],
  );
  const readOnly = rights.readOnly === true;
  const form = useRecordForm({ formId, definition, logic, record, rights });
  const title = recordTitle(plan, record, locale);
  usePageTitle(title || textIn(definition.title, locale));
  useConfirmLeave(form.changed && !form.saving, t('records.draft.leave_hint'));

  // what was typed and not saved is taken up where it was left
  const hasDraft = form.restoredAt !== undefined;
  useEffect(() => {
    if (hasDraft && mayEdit && !editing) onEditing(true);
  }, [hasDraft, mayEdit, editing, onEditing]);

  // a process takes the record over: what was being edited went along with it
  useEffect(() => {
    if (step !== undefined && editing) onEditing(false);
  }, [step, editing, onEditing]);

  const readAgain = useCallback(
    () => void refresh(recordsApi.get, recordsApi.history, recordsApi.list, recordsApi.count),
    [],
  );
  const undoing = useUndoSaves(formId, definition, record, readAgain);
  const present = usePresence(formId, record.id, editing && mayEdit);
  const saved = (now: FormRecord) => {
    undoing.saved(record, now);
    void message.success(t('records.save.done'));
    readAgain();
    onEditing(false);
  };
  const save = async () => {
    const now = await form.save();
    if (now) saved(now);
  };
  /** What was is put into the form: the person sees it, and saves it or not. */
  const restore = (wanted: HistoryRestore, entries: readonly HistoryEntry[]) => {
    if (wanted.kind === 'field') form.set(wanted.field, wanted.value);
    else {
      const then = recordAfter(definition, record, entries, wanted.entry);
      for (const { id } of definition.fields) form.set(id, then.values[id]);
      for (const { id } of definition.tables) form.setRows(id, then.slaves[id] ?? []);
    }
    onEditing(true);
    void message.info(t('records.history.restored_into_form'));
  };
  useKeys({ 'mod+s': () => void save() }, !readOnly && form.changed);
  useKeys(
    { 'mod+z': () => undoing.undo?.(), 'mod+shift+z': () => undoing.redo?.(), 'mod+y': () => undoing.redo?.() },
    mayEdit && !editing,
  );
  const getValues = () => (form.check() ? { ...form.changes(), version: form.version } : undefined);

  // with a task the process's own buttons save; beside them a second primary action would only ask which one is meant
  const footer = editing && mayEdit && !form.conflict && (
    <>
      <Button
        onClick={() => {
          form.discard();
          onEditing(false);
        }}
        disabled={form.saving}
      >
        {t('ui.action.cancel')}
      </Button>
      {!gone && (
        <Button type="primary" loading={form.saving} onClick={() => void save()}>
          {t('records.save.button')}
        </Button>
      )}
    </>
  );
  const rowActions = useCallback(
    (table: SlaveTable, chosen: readonly ShownRow[]) => (
      <RowActions
        formId={formId}
        definition={definition}
        record={record}
        table={table}
        chosen={chosen}
        changed={form.changed}
        mayTransfer={mayEdit && record.can.transfer}
        onMoved={readAgain}
      />
    ),
    [formId, definition, record, form.changed, mayEdit, readAgain],
  );
  const state = record.values._processState;
  // what the step hides must not show until the step is known
  const running = useQuery({
    ...q(workflowApi.process, { params: { formId, recordId: record.id } }),
    enabled: (state === 'processing' || state === 'interrupted') && record.hidden?.includes(allHidden) !== true,
  });
  const stepUnknown = running.isLoading;
  const elements = useElements('recordDetail');
  const [story, setStory] = useState<{ field: string; tab: string }>();
  const openStory = useCallback((field: string) => setStory({ field, tab: 'history' }), []);
  const sideTabs = useSideTabs({
    formId,
    record,
    definition,
    story,
    onStory: (next) => setStory(next && { ...next, tab: 'history' }),
    onRestore: mayEdit ? restore : undefined,
  });
  const phone = usePhone();
  // it is still shown where the person has written into it, for that alone
  if (gone && !form.changed) return <RecordState reading={{ kind: 'gone' }} list={paths.app(appId, formId)} />;
  return (
    <Page
      title={title || t('records.record.untitled')}
      back={paths.app(appId, formId)}
      tags={
        isEmptyValue(state) ? undefined : (
          <FieldValueView field={systemFields._processState} value={state} place="cell" />
        )
      }
      // on a phone the title needs the room; the history says it as well
      note={!phone && elements.shows('header', 'modified') && <ModifiedNote record={record} />}
      actions={
        <>
          {elements.shows('header', 'people') && <PresentPeople people={present} />}
          {elements.shows('header', 'pager') && (
            <RecordPager appId={appId} formId={formId} recordId={record.id} view={view} />
          )}
          {mayEdit && !editing && elements.shows('header', 'undo') && (undoing.undo || undoing.redo) && (
            <span className="fw-undo">
              <button
                type="button"
                className="fw-icon-button"
                aria-label={t('records.undo.undo')}
                title={t('records.undo.undo')}
                disabled={!undoing.undo}
                onClick={undoing.undo}
              >
                <UndoOutlined />
              </button>
              <button
                type="button"
                className="fw-icon-button"
                aria-label={t('records.undo.redo')}
                title={t('records.undo.redo')}
                disabled={!undoing.redo}
                onClick={undoing.redo}
              >
                <RedoOutlined />
              </button>
            </span>
          )}
          <RecordActions
            appId={appId}
            plan={plan}
            record={record}
            title={title}
            files={filesOf(plan, record)}
            onEdit={mayEdit && !editing ? () => onEditing(true) : undefined}
          />
        </>
      }
      footer={footer || undefined}
    >
      <div className="fw-record-screen" data-editing={editing || undefined}>
        <div className="fw-record-columns">
          <div className="fw-record-main">
            <StoppedNotice task={running.data?.myTasks[0]} />
            {gone && <GoneNotice appId={appId} plan={plan} form={form} />}
            {!editing && !stepUnknown && (
              <RecordSummary definition={definition} record={record} isHidden={(field) => form.stateOf(field).hidden} />
            )}
            <SlaveRowActionsProvider value={rowActions}>
              {stepUnknown ? (
                <SkeletonRows rows={8} columns={2} />
              ) : (
                <FieldStoryProvider value={elements.shows('panels', 'history') ? openStory : undefined}>
                  <RecordForm form={form} readOnly={readOnly} onSaved={saved} />
                </FieldStoryProvider>
              )}
            </SlaveRowActionsProvider>
            {!editing && elements.shows('below', 'related') && <RelatedLists formId={formId} recordId={record.id} />}
          </div>
          <aside className="fw-record-side" aria-label={t('records.record.side')}>
            <ProcessPanel
              formId={formId}
              recordId={record.id}
              title={title}
              getValues={getValues}
              beforeSubmit={<SimilarHint form={form} />}
              onFieldRights={setStep}
              onChanged={readAgain}
              closed={record.hidden?.includes(allHidden) === true}
              beside={sideTabs}
              opened={story}
            />
          </aside>
        </div>
      </div>
    </Page>
  );
}

function ModifiedNote({ record }: { record: FormRecord }) {
  const t = useT();
  const locale = useLocale();
  const { _modifier: modifier, _modifiedAt: at } = record.values;
  const ids = Array.isArray(modifier) ? (modifier as string[]) : [];
  const nameOf = useNames('people', ids);
  if (typeof at !== 'string') return null;
  return (
    <>
      {t('records.record.modified', { name: ids.map((id) => nameOf(id) ?? '…').join() })}{' '}
      <Time at={at} locale={locale} />
    </>
  );
}

/** Those of its fields and of its rows. */
function filesOf({ definition }: PersonalPlan, { values, slaves }: FormRecord) {
  const own = definition.fields
    .filter((field) => fieldKind(field) === 'files')
    .flatMap(({ id }) => typedFiles(values[id]));
  const inRows = definition.tables.flatMap((table) =>
    table.fields
      .filter((field) => fieldKind(field) === 'files')
      .flatMap(({ id }) => (slaves[table.id] ?? []).flatMap((row) => typedFiles(row.values[id]))),
  );
  return [...own, ...inRows];
}

export function recordTitle({ definition }: PersonalPlan, record: FormRecord, locale: string): string {
  const field =
    definition.fields.find(({ id }) => id === definition.titleField) ??
    definition.fields.find(({ type }) => type === 'text' || type === 'autoNumber');
  return field ? fieldText(field, record.values[field.id], locale) : '';
}
