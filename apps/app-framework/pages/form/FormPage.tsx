import { textIn } from '@formwork/contract/text.ts';
import { recordsApi, type PersonalPlan } from '@formwork/contract/records/api.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import type { FormLogic } from '@formwork/contract/records/logic.ts';
import { NoPermission } from '@formwork/ui/feedback/state.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { useKeys } from '@formwork/ui/designer/use-keys.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { textOf } from '@formwork/web/query-string.ts';
import { useButtons } from '@formwork/records-ui/record-buttons/use-buttons.tsx';
import { editRights, mayEdit, rightsClosed, rightsWithout } from '@formwork/records-ui/record-form/rights.ts';
import { RecordForm } from '@formwork/records-ui/record-form/RecordForm.tsx';
import { useRecordForm } from '@formwork/records-ui/record-form/use-record-form.ts';
import { usePage, usePageTitle, useRouter } from '@formwork/web/router/page-context.ts';
import { App, Button } from 'antd';
import { useCallback, useEffect, useMemo } from 'react';
import { paths } from '../../paths.ts';
import { RecordScreen } from '../record/RecordScreen.tsx';
import { RecordState } from '../record/RecordStates.tsx';
import { useRecordReading } from '../record/use-record-screen.ts';
import { givenValues } from './given-values.ts';

/** A form by itself: a new record, or one to be edited. `app`, `table`, `record`, `mode` and what a new one is `given` stand in the query. */
export default function FormPage() {
  const t = useT();
  const { query } = usePage();
  const appId = textOf(query.app) ?? '';
  const formId = textOf(query.table);
  const recordId = textOf(query.record);
  if (formId === undefined)
    return <NoPermission title={t('records.record.gone')} hint={t('records.record.gone_hint')} />;
  const given = textOf(query.given);
  if (recordId === undefined)
    return <NewRecord key={`${formId} ${given}`} appId={appId} formId={formId} given={given} />;
  return (
    <Existing
      key={recordId}
      appId={appId}
      formId={formId}
      recordId={recordId}
      editing={textOf(query.mode) === 'edit'}
    />
  );
}

function NewRecord({ appId, formId, given }: { appId: string; formId: string; given: string | undefined }) {
  const reading = useRecordReading(formId, undefined);
  const list = paths.app(appId, formId);
  if (reading.kind !== 'ready' || reading.goneMeanwhile)
    return <RecordState reading={reading.kind === 'ready' ? { kind: 'gone' } : reading} list={list} />;
  return (
    <NewForm
      appId={appId === '' ? reading.plan.appId : appId}
      plan={reading.plan}
      logic={reading.logic}
      given={given}
    />
  );
}

function NewForm({
  appId,
  plan,
  logic,
  given,
}: {
  appId: string;
  plan: PersonalPlan;
  logic: FormLogic;
  given: string | undefined;
}) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const { message } = App.useApp();
  const { formId, definition, can } = plan;
  const { making } = plan;
  const rights = useMemo(() => rightsWithout(rightsClosed(editRights, making?.readOnly), making?.hidden), [making]);
  const begins = useMemo(
    () =>
      givenValues(
        given,
        definition.fields.filter(({ id }) => mayEdit(rights.field(id))),
      ),
    [given, definition, rights],
  );
  const form = useRecordForm({ formId, definition, logic, rights, given: begins });
  const title = t('records.form.new', { form: textIn(definition.title, locale) });
  usePageTitle(title);
  useConfirmLeave(form.changed && !form.saving, t('records.draft.leave_hint'));
  const list = paths.app(appId, formId);

  const save = async (again: boolean) => {
    const saved = await form.save();
    if (saved) goOn(saved, again);
  };
  const goOn = (saved: FormRecord, again: boolean) => {
    void message.success(t('records.save.done'));
    void refresh(recordsApi.list, recordsApi.count);
    if (!again) setTimeout(() => void router.go(paths.record(appId, formId, saved.id), { replace: true }));
    else form.discard();
  };
  useKeys({ 'mod+s': () => void save(false) });
  const items = useButtons(plan).arranged('form', {
    cancel: { title: t('ui.action.cancel'), onSelect: () => void router.go(list) },
    saveAgain: { title: t('records.save.again'), onSelect: () => void save(true) },
    save: { title: t('records.save.button'), onSelect: () => void save(false) },
  });
  if (!can.create)
    return (
      <NoPermission
        title={t('records.record.no_create')}
        hint={t('records.record.may_not_create_hint')}
        action={<Button onClick={() => void router.go(list)}>{t('records.record.to_list')}</Button>}
      />
    );
  return (
    <Page
      width="form"
      title={title}
      back={list}
      footer={
        <>
          {items.map(({ id, title: name, onSelect }) => (
            <Button
              key={id}
              {...(id === 'save' ? { type: 'primary', loading: form.saving } : { disabled: form.saving })}
              {...(onSelect && { onClick: onSelect })}
            >
              {name}
            </Button>
          ))}
        </>
      }
    >
      <RecordForm form={form} onSaved={(saved) => goOn(saved, false)} />
    </Page>
  );
}

function Existing({
  appId,
  formId,
  recordId,
  editing,
}: {
  appId: string;
  formId: string;
  recordId: string;
  editing: boolean;
}) {
  const router = useRouter();
  const leave = useCallback(
    () => void router.go(paths.record(appId, formId, recordId), { replace: true }),
    [router, appId, formId, recordId],
  );
  const reading = useRecordReading(formId, recordId);
  const list = paths.app(appId, formId);
  // reading is what the record's own page is for
  useEffect(() => {
    if (!editing) leave();
  }, [editing, leave]);
  if (reading.kind !== 'ready') return <RecordState reading={reading} list={list} />;
  if (!reading.record) return null;
  return (
    <RecordScreen
      appId={appId === '' ? reading.plan.appId : appId}
      plan={reading.plan}
      logic={reading.logic}
      record={reading.record}
      gone={reading.goneMeanwhile}
      view={{}}
      editing
      onEditing={() => setTimeout(leave)}
    />
  );
}
