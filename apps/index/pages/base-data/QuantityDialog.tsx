import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Form, Input, Modal } from 'antd';
import { titleOf } from './titles.ts';

interface Values {
  zh: string;
  en: string;
  symbol: string;
  unitZh: string;
  unitEn: string;
}

/** A new quantity with its base unit; more units are added beside it. */
export function QuantityDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const create = useCommand(basedataApi.createQuantities, {
    refresh: [basedataApi.listQuantities],
    onDone: (all) => {
      onClose();
      const last = all.at(-1);
      if (last) onCreated(last.id);
    },
  });
  const submit = ({ zh, en, symbol, unitZh, unitEn }: Values) =>
    create.run({
      body: {
        quantities: [
          {
            title: titleOf(zh, en),
            units: [
              { symbol: symbol.trim(), title: titleOf(unitZh, unitEn), factor: '1', offset: '0', disabled: false },
            ],
          },
        ],
      },
    });
  const required = [{ required: true, whitespace: true, message: t('basedata.name_required') }];
  return (
    <Modal
      open
      title={t('basedata.unit.create')}
      okText={t('basedata.save')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={create.pending}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark="optional"
        onFinish={submit}
        initialValues={{ zh: '', en: '', symbol: '', unitZh: '', unitEn: '' }}
      >
        <Form.Item name="zh" label={t('basedata.unit.quantity_zh')} rules={required}>
          <Input autoFocus maxLength={200} />
        </Form.Item>
        <Form.Item name="en" label={t('basedata.unit.quantity_en')}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="symbol" label={t('basedata.unit.base_symbol')} rules={required}>
          <Input maxLength={20} />
        </Form.Item>
        <Form.Item name="unitZh" label={t('basedata.unit.base_zh')} rules={required}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="unitEn" label={t('basedata.unit.base_en')}>
          <Input maxLength={200} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
