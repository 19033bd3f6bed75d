import { recordsApi, type PersonalPlan } from '@formwork/contract/records/api.ts';
import type { FieldValue } from '@formwork/contract/forms/values/value.ts';
import { textIn } from '@formwork/contract/text.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { FieldEditor } from '@formwork/web/fields/FieldEditor.tsx';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { App, Form, Modal, Progress, Select } from 'antd';
import { useState } from 'react';
import { isEditable } from './edited-cell.ts';

const atOnce = 4;

/** One field of several records gets the same value; each is saved with its own rights and checks, and what was refused is said. */
export default function BulkEditDialog({ plan: { formId, definition }, records, onClose }: { plan: PersonalPlan; records: readonly string[]; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const fields = definition.fields.filter((field) => isEditable(field) && !field.unique && !field.hidden);
  const [fieldId, setFieldId] = useState(fields[0]?.id);
  const [value, setValue] = useState<unknown>(null);
  const [done, setDone] = useState<number>();
  const field = fields.find(({ id }) => id === fieldId);

  const run = async () => {
    if (!field) return;
    setDone(0);
    let failed = 0;
    let failure: unknown;
    for (let from = 0; from < records.length; from += atOnce) {
      await Promise.all(records.slice(from, from + atOnce).map(async (recordId) => {
        try {
          const { version } = await call(recordsApi.get, { params: { formId, recordId } });
          await call(recordsApi.update, { params: { formId, recordId }, body: { expectedVersion: version, values: { [field.id]: value as FieldValue } } });
        } catch (error) {
          failed += 1;
          failure = error;
        }
      }));
      setDone(Math.min(from + atOnce, records.length));
    }
    await refresh(recordsApi.list, recordsApi.count, viewsApi.pivot, recordsApi.get);
    if (failed === 0) void message.success(t('views.bulk.done', { count: records.length }));
    else void message.error(`${t('views.bulk.failed', { count: failed, done: records.length - failed })} ${errorText(failure, t)}`, 8);
    onClose();
  };

  return (
    <Modal open title={t('views.bulk.title', { count: records.length })} okText={t('views.action.save')} cancelText={t('ui.action.cancel')} okButtonProps={{ disabled: !field }} confirmLoading={done !== undefined} onOk={() => void run()} onCancel={onClose} mask={{ closable: done === undefined }}>
      <Form layout="vertical" component="div">
        <Form.Item label={t('views.bulk.field')}>
          <Select aria-label={t('views.bulk.field')} showSearch={{ optionFilterProp: 'label' }} value={fieldId ?? null} options={fields.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))} onChange={(id: string) => { setFieldId(id); setValue(null); }} />
        </Form.Item>
        {field && (
          <Form.Item label={t('views.bulk.value')} extra={t('views.bulk.hint')}>
            <FieldEditor key={field.id} field={field} value={value} onChange={setValue} input={{ id: 'bulk-value', 'aria-label': t('views.bulk.value'), 'aria-describedby': undefined, 'aria-invalid': undefined, 'aria-required': undefined } as never} />
          </Form.Item>
        )}
        {done !== undefined && <Progress percent={Math.round((done / records.length) * 100)} />}
      </Form>
    </Modal>
  );
}
