import type { FormDefinition, SlaveTable } from '@formwork/contract/forms/definition.ts';
import { linkApi } from '@formwork/contract/records/link.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Checkbox, Form, Modal, Switch } from 'antd';
import { useState } from 'react';
import { LinkAddress } from '@formwork/web/visitor-links/LinkAddress.tsx';
import { firstTerms, LinkTerms, termsOf, type LinkTermsValues } from '@formwork/web/visitor-links/LinkTerms.tsx';

interface Props {
  formId: string;
  recordId: string;
  definition: FormDefinition;
  /** What the person does not see cannot be shown by them. */
  hidden: readonly string[];
  /** Rows of one of its slave tables, which are to be shown alone. */
  rows?: { table: SlaveTable; ids: readonly string[] };
  onClose: () => void;
}

interface Values extends LinkTermsValues {
  fields: string[];
  files: boolean;
}

/** Makes a link: what it shows, how long it holds, and what opens it. The address is shown this once. */
export default function LinkDialog({ formId, recordId, definition, hidden, rows, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const [form] = Form.useForm<Values>();
  const [token, setToken] = useState<string>();
  const create = useCommand(linkApi.createLink, {
    failed: 'records.share.failed_call',
    refresh: [linkApi.links],
    onDone: (made) => setToken(made.token),
  });
  const offered = [...definition.fields, ...(rows ? [rows.table] : definition.tables)]
    .filter(({ id }) => !hidden.includes(id))
    .map(({ id, title }) => ({ value: id, label: textIn(title, locale) }));
  const submit = ({ fields, files, ...terms }: Values) =>
    create.run({
      params: { formId, recordId },
      body: { fields, rows: rows && fields.includes(rows.table.id) ? [...rows.ids] : null, files, ...termsOf(terms) },
    });
  if (token !== undefined) return <LinkAddress token={token} onClose={onClose} />;
  return (
    <Modal
      open
      title={t('records.link.make')}
      okText={t('records.link.make')}
      cancelText={t('ui.action.cancel')}
      confirmLoading={create.pending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        onFinish={submit}
        initialValues={{ fields: rows ? [rows.table.id] : [], files: false, ...firstTerms } satisfies Values}
      >
        <Form.Item
          name="fields"
          label={t('records.link.show')}
          extra={
            <>
              {rows && (
                <>{t('records.link.show_rows', { count: rows.ids.length, table: textIn(rows.table.title, locale) })} </>
              )}
              {t('records.link.show_hint')}
            </>
          }
          rules={[{ required: true, type: 'array', min: 1, message: t('records.link.no_fields') }]}
        >
          <Checkbox.Group className="fw-link-fields" options={offered} />
        </Form.Item>
        <Form.Item name="files" label={t('records.link.files')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <LinkTerms />
      </Form>
    </Modal>
  );
}
