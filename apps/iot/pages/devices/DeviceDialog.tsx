import { DeviceCode, iotApi, type Device, type Product } from '@formwork/contract/iot/api.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { KeyDialog } from './KeyDialog.tsx';

interface Values {
  name: string;
  code: string;
  productId: string | undefined;
  note: string;
}

/** A new device, whose key is then shown this once, or one that is there. */
export function DeviceDialog({ device, products, onClose }: { device?: Device; products: readonly Product[]; onClose: () => void }) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const [made, setMade] = useState<{ device: Device; key: string }>();
  const refresh = [iotApi.listDevices, iotApi.listProducts, iotApi.getDevice];
  const create = useCommand(iotApi.createDevice, { refresh, onDone: setMade });
  const update = useCommand(iotApi.updateDevice, { refresh, onDone: onClose });
  const command = device ? update : create;
  const productId = Form.useWatch('productId', form);
  if (made) return <KeyDialog drawn={made} onClose={onClose} />;
  const submit = ({ name, code, note, productId: product }: Values) => {
    const body = { name: name.trim(), code: code.trim(), note: note.trim(), productId: product ?? '' };
    return device ? update.run({ params: { deviceId: device.id }, body }) : create.run({ body });
  };
  const taken = command.error?.code === 'iot.device.code_taken';
  const codeRule = { validator: (_: unknown, code: string) => (DeviceCode.safeParse(code).success ? Promise.resolve() : Promise.reject(new Error(t('iot.device.code_wrong')))) };
  return (
    <Modal open title={t(device ? 'iot.device.edit' : 'iot.device.add')} okText={t('iot.save')} onOk={form.submit} onCancel={onClose} confirmLoading={command.pending} destroyOnHidden>
      <Form form={form} layout="vertical" requiredMark="optional" autoComplete="off" onFinish={(values) => void submit(values)} onValuesChange={command.reset} initialValues={{ name: device?.name ?? '', code: device?.code ?? '', productId: device?.productId ?? (products.length === 1 ? products[0]?.id : undefined), note: device?.note ?? '' }}>
        <Form.Item name="name" label={t('iot.device.name')} rules={[{ required: true, whitespace: true, message: t('iot.device.name_required') }]}><Input autoFocus maxLength={100} /></Form.Item>
        <Form.Item name="code" required label={t('iot.device.code')} extra={t('iot.device.code_hint')} rules={[codeRule]} {...(taken && { validateStatus: 'error' as const, help: t('iot.device.code_taken') })}><Input maxLength={60} /></Form.Item>
        <Form.Item name="productId" label={t('iot.device.product')} rules={[{ required: true, message: t('iot.device.product_required') }]} {...(device && productId !== device.productId && { extra: t('iot.device.product_changes') })}><Select showSearch={{ optionFilterProp: 'label' }} options={products.map(({ id, name }) => ({ value: id, label: name }))} /></Form.Item>
        <Form.Item name="note" label={t('iot.device.note')}><Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} /></Form.Item>
      </Form>
    </Modal>
  );
}
