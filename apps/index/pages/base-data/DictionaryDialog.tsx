import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { BaseCode, type Dictionary } from '@formwork/contract/basedata/dictionaries.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Form, Input, Modal, Switch } from 'antd';
import { titleOf } from './titles.ts';

interface Values {
  code: string;
  zh: string;
  en: string;
  tree: boolean;
}

/** A new dictionary, or names and shape of one that is there; its code stays. */
export function DictionaryDialog({
  dictionary,
  onClose,
  onCreated,
}: {
  dictionary?: Dictionary;
  onClose: () => void;
  onCreated?: (code: string) => void;
}) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const refresh = [basedataApi.listDictionaries];
  const create = useCommand(basedataApi.createDictionary, {
    refresh,
    onDone: ({ code }) => {
      onClose();
      onCreated?.(code);
    },
  });
  const update = useCommand(basedataApi.updateDictionary, { refresh, onDone: onClose });
  const submit = ({ code, zh, en, tree }: Values) => {
    const body = { title: titleOf(zh, en), tree };
    return dictionary
      ? update.run({ params: { dictionaryId: dictionary.id }, body })
      : create.run({ body: { code: code.trim(), ...body } });
  };
  const initial: Values = {
    code: dictionary?.code ?? '',
    zh: dictionary?.title.zh ?? '',
    en: dictionary?.title.en ?? '',
    tree: dictionary?.tree ?? false,
  };
  return (
    <Modal
      open
      title={t(dictionary ? 'basedata.dictionary.edit' : 'basedata.dictionary.create')}
      okText={t('basedata.save')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={create.pending || update.pending}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" requiredMark="optional" onFinish={submit} initialValues={initial}>
        <Form.Item
          name="code"
          required
          label={t('basedata.code')}
          extra={t('basedata.code_hint')}
          rules={[
            {
              validator: (_, code: string) =>
                BaseCode.safeParse(code.trim()).success
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('basedata.code_wrong'))),
            },
          ]}
        >
          <Input autoFocus disabled={dictionary !== undefined} maxLength={32} />
        </Form.Item>
        <Form.Item
          name="zh"
          label={t('basedata.name_zh')}
          rules={[{ required: true, whitespace: true, message: t('basedata.name_required') }]}
        >
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="en" label={t('basedata.name_en')}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item
          name="tree"
          label={t('basedata.dictionary.tree')}
          extra={t('basedata.dictionary.tree_hint')}
          valuePropName="checked"
        >
          <Switch />
        </Form.Item>
      </Form>
    </Modal>
  );
}
