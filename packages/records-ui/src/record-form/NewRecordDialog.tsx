import { recordsApi, type PersonalPlan } from '@formwork/contract/records/api.ts';
import type { FormLogic } from '@formwork/contract/records/logic.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { App, Modal } from 'antd';
import { useMemo } from 'react';
import { refresh } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { loadLogic } from './form-logic.ts';
import { RecordForm } from './RecordForm.tsx';
import { editRights, rightsClosed, rightsWithout } from './rights.ts';
import { useRecordForm } from './use-record-form.ts';

interface Props {
  plan: PersonalPlan;
  onSaved: (record: FormRecord) => void;
  onClose: () => void;
}

/** A new record of another form, made where it is needed. */
export default function NewRecordDialog(props: Props) {
  const { plan } = props;
  const logic = useQuery({
    queryKey: ['formLogic', plan.formId, plan.release],
    queryFn: () => loadLogic(plan.definition),
    staleTime: Infinity,
    structuralSharing: false,
  });
  if (!logic.data)
    return (
      <Modal open footer={null} onCancel={props.onClose}>
        <SkeletonRows rows={4} columns={1} />
      </Modal>
    );
  return <NewRecord {...props} logic={logic.data} />;
}

function NewRecord({ plan, logic, onSaved, onClose }: Props & { logic: FormLogic }) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const { formId, definition, making } = plan;
  const rights = useMemo(() => rightsWithout(rightsClosed(editRights, making?.readOnly), making?.hidden), [making]);
  const form = useRecordForm({ formId, definition, logic, rights });
  const save = async () => {
    const saved = await form.save();
    if (saved) goOn(saved);
  };
  const goOn = (saved: FormRecord) => {
    void message.success(t('records.save.done'));
    void refresh(recordsApi.list, recordsApi.count);
    onSaved(saved);
  };
  return (
    <Modal
      open
      width={760}
      title={t('records.form.new', { form: textIn(definition.title, locale) })}
      okText={t('records.save.button')}
      confirmLoading={form.saving}
      onOk={() => void save()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <RecordForm form={form} onSaved={goOn} />
    </Modal>
  );
}
