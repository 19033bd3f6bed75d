import type { FormDefinition, SlaveTable } from '@formwork/contract/forms/definition.ts';
import { shareApi } from '@formwork/contract/records/share.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { receiversOf, type Choice } from '@formwork/web/pickers/choice.ts';
import { OrganizationScope } from '@formwork/web/pickers/OrganizationScope.tsx';
import { App, Checkbox, Form, Modal } from 'antd';

interface Props {
  formId: string;
  recordId: string;
  definition: FormDefinition;
  /** What the person does not see cannot be shown by them. */
  hidden: readonly string[];
  table: SlaveTable;
  rows: readonly string[];
  onClose: () => void;
}

interface Values {
  receivers: Choice[];
  fields: string[];
}

/** Lets people see some rows of a slave table, and fields of the record beside them. */
export default function RowShareDialog({ formId, recordId, definition, hidden, table, rows, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const share = useCommand(shareApi.shareRows, {
    failed: 'records.share.failed_call',
    refresh: [shareApi.shares],
    onDone: ({ people }) => {
      void message.success(t('records.share.rows_done', { count: people }));
      onClose();
    },
  });
  const offered = definition.fields
    .filter(({ id }) => !hidden.includes(id))
    .map(({ id, title }) => ({ value: id, label: textIn(title, locale) }));
  const named = offered.filter(({ value }) => value === definition.titleField).map(({ value }) => value);
  const send = ({ receivers, fields }: Values) =>
    void share.run({
      params: { formId, recordId },
      body: { table: table.id, rows: [...rows], fields, receivers: receiversOf(receivers) },
    });
  return (
    <Modal
      open
      title={t('records.share.rows_title', { count: rows.length })}
      okText={t('records.share.send')}
      cancelText={t('ui.action.cancel')}
      confirmLoading={share.pending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark="optional"
        onFinish={send}
        initialValues={{ receivers: [], fields: named } satisfies Values}
      >
        <Form.Item
          name="receivers"
          label={t('records.share.receivers')}
          required
          rules={[
            {
              validator: (_, chosen: Choice[]) =>
                chosen.some(({ except }) => !except)
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('records.share.no_receivers'))),
            },
          ]}
        >
          <OrganizationScope kinds={['people', 'departments', 'posts', 'groups', 'roles']} exceptions publicOnly />
        </Form.Item>
        <Form.Item name="fields" label={t('records.share.rows_fields')} extra={t('records.share.rows_hint')}>
          <Checkbox.Group className="fw-link-fields" options={offered} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
