import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { BaseCode, DictionaryItem, type Dictionary } from '@formwork/contract/basedata/dictionaries.ts';
import { textIn } from '@formwork/contract/text.ts';
import { OptionTag } from '@formwork/records-ui/fields/choices/option-tag.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Form, Input, Modal, Select } from 'antd';
import { titleOf } from './titles.ts';

interface Values {
  code: string;
  zh: string;
  en: string;
  color: NonNullable<DictionaryItem['color']>;
}

const colors = DictionaryItem.shape.color.unwrap().options;

/** A new entry, perhaps below another, or names and colour of one that is there; its code stays. */
export function ItemDialog({
  dictionary,
  item,
  parent,
  onClose,
}: {
  dictionary: Dictionary;
  item?: DictionaryItem;
  parent: DictionaryItem | undefined;
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const [form] = Form.useForm<Values>();
  const options = { refresh: [basedataApi.listItems, basedataApi.listDictionaries], onDone: onClose };
  const create = useCommand(basedataApi.createItem, options);
  const update = useCommand(basedataApi.updateItem, options);
  const params = { dictionaryId: dictionary.id };
  const submit = ({ code, zh, en, color }: Values) => {
    const body = { label: titleOf(zh, en), color: color === 'default' ? null : color };
    return item
      ? update.run({ params: { ...params, itemId: item.id }, body })
      : create.run({ params, body: { ...body, code: code.trim(), parentId: parent?.id ?? null } });
  };
  const initial: Values = {
    code: item?.code ?? '',
    zh: item?.label.zh ?? '',
    en: item?.label.en ?? '',
    color: item?.color ?? 'default',
  };
  return (
    <Modal
      open
      title={t(item ? 'basedata.item.edit' : 'basedata.item.add')}
      okText={t('basedata.save')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={create.pending || update.pending}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" requiredMark="optional" onFinish={submit} initialValues={initial}>
        {parent && <p className="base-quiet">{t('basedata.item.below', { name: textIn(parent.label, locale) })}</p>}
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
          <Input autoFocus disabled={item !== undefined} maxLength={32} />
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
        <Form.Item name="color" label={t('basedata.color')}>
          <Select
            options={colors.map((color) => ({
              value: color,
              label: (
                <OptionTag
                  id={color}
                  options={[{ id: color, label: { zh: t(`basedata.color_of.${color}`) }, color }]}
                />
              ),
            }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
