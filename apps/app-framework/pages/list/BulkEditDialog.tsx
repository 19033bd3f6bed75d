import type { FieldValue } from '@formwork/contract/forms/values/value.ts';
import type { PersonalPlan } from '@formwork/contract/records/api.ts';
import { bulkApi } from '@formwork/contract/records/bulk.ts';
import { textIn } from '@formwork/contract/text.ts';
import { FieldEditor } from '@formwork/records-ui/fields/FieldEditor.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Form, Modal, Select } from 'antd';
import { useState } from 'react';
import { BulkJobDialog } from './BulkJobDialog.tsx';
import type { Chosen } from './chosen.ts';
import { isEditable } from './edited-cell.ts';

/** One field of many records gets the same value; each is saved with its own rights and checks, and what was refused is said. */
export default function BulkEditDialog({
  plan,
  chosen,
  onClose,
}: {
  plan: PersonalPlan;
  chosen: Chosen;
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const { formId, definition } = plan;
  const fields = definition.fields.filter((field) => isEditable(field) && !field.unique && !field.hidden);
  const [fieldId, setFieldId] = useState(fields[0]?.id);
  const [value, setValue] = useState<unknown>(null);
  const [jobId, setJobId] = useState<string>();
  const { run, pending, fieldErrors } = useCommand(bulkApi.start, { failed: 'records.save.failed_update' });
  const field = fields.find(({ id }) => id === fieldId);
  const wrong = field && fieldErrors[`body.change.values.${field.id}`];
  const title = t('views.bulk.title', { count: chosen.count });

  const start = async () => {
    const started =
      field &&
      (await run({
        params: { formId },
        body: { ...chosen.asked, change: { does: 'edit', values: { [field.id]: value as FieldValue } } },
      }));
    if (started) setJobId(started.jobId);
  };

  if (jobId !== undefined)
    return (
      <BulkJobDialog
        plan={plan}
        jobId={jobId}
        title={title}
        doneText={(count) => t('views.bulk.done', { count })}
        onClose={onClose}
      />
    );
  return (
    <Modal
      open
      title={title}
      okText={t('views.action.save')}
      cancelText={t('ui.action.cancel')}
      okButtonProps={{ disabled: !field }}
      confirmLoading={pending}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t('views.bulk.field')}>
          <Select
            aria-label={t('views.bulk.field')}
            showSearch={{ optionFilterProp: 'label' }}
            value={fieldId ?? null}
            options={fields.map(({ id, title: name }) => ({ value: id, label: textIn(name, locale) }))}
            onChange={(id: string) => {
              setFieldId(id);
              setValue(null);
            }}
          />
        </Form.Item>
        {field && (
          <Form.Item
            label={t('views.bulk.value')}
            extra={t('views.bulk.hint')}
            {...(wrong ? { validateStatus: 'error', help: wrong } : {})}
          >
            <FieldEditor
              key={field.id}
              field={field}
              value={value}
              onChange={setValue}
              input={
                {
                  id: 'bulk-value',
                  'aria-label': t('views.bulk.value'),
                  'aria-describedby': undefined,
                  'aria-invalid': undefined,
                  'aria-required': undefined,
                } as never
              }
            />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}
