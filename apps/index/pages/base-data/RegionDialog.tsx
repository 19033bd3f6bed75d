import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { RegionCode, type Region } from '@formwork/contract/basedata/regions.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Form, Input, Modal } from 'antd';

interface Values {
  code: string;
  name: string;
  nameEn: string;
}

/** A new region, perhaps below another, or the names of one that is there. */
export function RegionDialog({
  region,
  parent,
  onClose,
  onDone,
}: {
  region?: Region;
  parent: Region | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const options = {
    refresh: [basedataApi.listRegions, basedataApi.findRegions],
    onDone: () => {
      onClose();
      onDone();
    },
  };
  const create = useCommand(basedataApi.createRegion, options);
  const update = useCommand(basedataApi.updateRegion, options);
  const submit = ({ code, name, nameEn }: Values) => {
    const body = { name: name.trim(), nameEn: nameEn.trim() };
    return region
      ? update.run({ params: { regionCode: region.id }, body })
      : create.run({ body: { ...body, code: code.trim(), parentId: parent?.id ?? null } });
  };
  return (
    <Modal
      open
      title={t(region ? 'basedata.region.edit' : 'basedata.region.add')}
      okText={t('basedata.save')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={create.pending || update.pending}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark="optional"
        onFinish={submit}
        initialValues={{ code: region?.id ?? '', name: region?.name ?? '', nameEn: region?.nameEn ?? '' }}
      >
        {parent && <p className="base-quiet">{t('basedata.item.below', { name: parent.name })}</p>}
        <Form.Item
          name="code"
          required
          label={t('basedata.region.code')}
          rules={[
            {
              validator: (_, code: string) =>
                RegionCode.safeParse(code.trim()).success
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('basedata.region.code_wrong'))),
            },
          ]}
        >
          <Input autoFocus disabled={region !== undefined} maxLength={20} />
        </Form.Item>
        <Form.Item
          name="name"
          label={t('basedata.region.name')}
          rules={[{ required: true, whitespace: true, message: t('basedata.name_required') }]}
        >
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="nameEn" label={t('basedata.name_en')}>
          <Input maxLength={100} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
