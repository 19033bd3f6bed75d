import { documentsApi, type DocumentNode } from '@formwork/contract/documents/api.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Form, Input, Modal } from 'antd';

const refused = /[\\/:*?"<>|]/;

/** The name of a new folder, or another one for what is there. */
export function NameDialog({
  appId,
  folder,
  node,
  onClose,
}: {
  appId: string;
  folder: string | null;
  node?: DocumentNode;
  onClose: () => void;
}) {
  const t = useT();
  const [form] = Form.useForm<{ name: string }>();
  const options = { refresh: [documentsApi.list, documentsApi.find], onDone: onClose };
  const create = useCommand(documentsApi.createFolder, options);
  const rename = useCommand(documentsApi.rename, options);
  const submit = ({ name }: { name: string }) =>
    node
      ? rename.run({ params: { appId, nodeId: node.id }, body: { name } })
      : create.run({ params: { appId }, body: { folder, name } });
  return (
    <Modal
      open
      title={t(node ? 'documents.action.rename' : 'documents.folder.create')}
      okText={t('documents.save')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={create.pending || rename.pending}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        onFinish={(values) => void submit(values)}
        initialValues={{ name: node?.name ?? '' }}
      >
        <Form.Item
          name="name"
          label={t('documents.column.name')}
          rules={[
            { required: true, whitespace: true, message: t('documents.name.required') },
            {
              validator: (_rule, name: string) =>
                refused.test(name) ? Promise.reject(new Error(t('documents.name.refused'))) : Promise.resolve(),
            },
          ]}
        >
          <Input autoFocus maxLength={200} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
