import { PlusOutlined } from '@ant-design/icons';
import { iotApi, silenceSeconds, type Product } from '@formwork/contract/iot/api.ts';
import { mostPoints } from '@formwork/contract/iot/thing-model.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Form, Input, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { draftOf, newPoint, pointsOf, problemsOf, type PointDraft } from './point-drafts.ts';
import { PointLine } from './PointLine.tsx';

interface Values {
  name: string;
  note: string;
  minutes: number;
}

/** What the devices of a product report, point by point. */
export function ProductDialog({ product, onClose }: { product?: Product; onClose: () => void }) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const [points, setPoints] = useState<PointDraft[]>(() => (product ? product.points.map(draftOf) : [newPoint()]));
  const [tried, setTried] = useState(false);
  const refresh = [iotApi.listProducts, iotApi.listDevices, iotApi.getDevice];
  const create = useCommand(iotApi.createProduct, { refresh, onDone: onClose });
  const update = useCommand(iotApi.updateProduct, { refresh, onDone: onClose });
  const command = product ? update : create;
  const problems = problemsOf(points);
  const gone =
    product?.points.filter((old) => !points.some(({ key, type }) => key.trim() === old.key && type === old.type))
      .length ?? 0;
  const submit = ({ name, note, minutes }: Values) => {
    setTried(true);
    if (problems.length > 0) return undefined;
    const body = { name: name.trim(), note: note.trim(), silence: Math.round(minutes * 60), points: pointsOf(points) };
    return product ? update.run({ params: { productId: product.id }, body }) : create.run({ body });
  };
  const taken = command.error?.code === 'iot.product.name_taken';
  const change = (id: string, part: Partial<PointDraft>) =>
    setPoints((before) => before.map((point) => (point.id === id ? { ...point, ...part } : point)));
  return (
    <Modal
      open
      width={880}
      title={t(product ? 'iot.product.edit' : 'iot.product.add')}
      okText={t('shell.form.save')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={command.pending}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark="optional"
        autoComplete="off"
        onFinish={(values) => void submit(values)}
        onFinishFailed={() => setTried(true)}
        onValuesChange={command.reset}
        initialValues={{
          name: product?.name ?? '',
          note: product?.note ?? '',
          minutes: (product?.silence ?? silenceSeconds.usual) / 60,
        }}
      >
        <div className="iot-grid">
          <Form.Item
            name="name"
            label={t('iot.product.name')}
            rules={[{ required: true, whitespace: true, message: t('iot.product.name_required') }]}
            {...(taken && { validateStatus: 'error' as const, help: t('iot.product.name_taken') })}
          >
            <Input autoFocus maxLength={100} />
          </Form.Item>
          <Form.Item
            name="minutes"
            label={t('iot.product.silence')}
            rules={[{ required: true, message: t('iot.product.silence_required') }]}
          >
            <InputNumber
              min={silenceSeconds.least / 60}
              max={silenceSeconds.most / 60}
              suffix={t('iot.product.minutes')}
            />
          </Form.Item>
        </div>
        <Form.Item name="note" label={t('iot.device.note')}>
          <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
        </Form.Item>
      </Form>
      <h3 className="iot-heading">{t('iot.product.points')}</h3>
      <div className="iot-point-lines">
        {points.map((point) => (
          <PointLine
            key={point.id}
            point={point}
            problems={tried ? problems.filter(({ id }) => id === point.id) : []}
            onChange={(part) => change(point.id, part)}
            onRemove={() => setPoints((before) => before.filter(({ id }) => id !== point.id))}
          />
        ))}
        {points.length < mostPoints && (
          <Button type="dashed" icon={<PlusOutlined />} onClick={() => setPoints((before) => [...before, newPoint()])}>
            {t('iot.point.add')}
          </Button>
        )}
      </div>
      {gone > 0 && <Alert type="warning" showIcon title={t('iot.product.points_go', { count: gone })} />}
    </Modal>
  );
}
