import { DeleteOutlined, EditOutlined, PlusOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Supplier } from '@formwork/contract/organization/suppliers.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Form, Input, Modal } from 'antd';
import { useMemo, useState } from 'react';

const refresh = [organizationApi.listSuppliers, organizationApi.listPeople];

/** The enterprises whose people work in the space. */
export function SuppliersDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { modal } = App.useApp();
  const [editing, setEditing] = useState<Supplier | 'new'>();
  const suppliers = useQuery(q(organizationApi.listSuppliers));
  const update = useCommand(organizationApi.updateSupplier, { refresh });
  const remove = useCommand(organizationApi.deleteSupplier, { refresh });
  const columns = useMemo(
    (): ListColumn<Supplier>[] => [
      {
        id: 'name',
        title: t('organization.suppliers.name'),
        width: 200,
        render: ({ name, disabled }) => (
          <>
            {name} {disabled && <StateTag>{t('organization.suppliers.off')}</StateTag>}
          </>
        ),
      },
      {
        id: 'people',
        title: t('organization.suppliers.people'),
        width: 80,
        align: 'end',
        value: ({ people }) => people,
      },
      { id: 'contact', title: t('organization.suppliers.contact'), width: 120, value: ({ contact }) => contact },
      { id: 'phone', title: t('organization.suppliers.phone'), width: 130, value: ({ phone }) => phone },
    ],
    [t],
  );
  const actions = ({ id, name, disabled, people, ...supplier }: Supplier): MenuAction[] => [
    {
      id: 'edit',
      title: t('organization.suppliers.edit'),
      icon: <EditOutlined />,
      onSelect: () => setEditing({ id, name, disabled, people, ...supplier }),
    },
    disabled
      ? {
          id: 'enable',
          title: t('organization.suppliers.enable'),
          icon: <UndoOutlined />,
          onSelect: () => void update.run({ params: { supplierId: id }, body: { disabled: false } }),
        }
      : {
          id: 'disable',
          title: t('organization.suppliers.disable'),
          icon: <StopOutlined />,
          onSelect: () => void update.run({ params: { supplierId: id }, body: { disabled: true } }),
        },
    {
      id: 'delete',
      title: t('organization.suppliers.delete'),
      icon: <DeleteOutlined />,
      danger: true,
      onSelect: () =>
        void modal.confirm({
          title: t('organization.suppliers.delete_title', { name }),
          okText: t('organization.suppliers.delete'),
          okButtonProps: { danger: true },
          onOk: () => remove.run({ params: { supplierId: id } }),
        }),
    },
  ];
  return (
    <Modal
      open
      width={760}
      title={t('organization.suppliers.title')}
      footer={
        <Button icon={<PlusOutlined />} onClick={() => setEditing('new')}>
          {t('organization.suppliers.create')}
        </Button>
      }
      onCancel={onClose}
    >
      <div className="organization-dialog-list">
        <DataList<Supplier>
          label={t('organization.suppliers.title')}
          rows={suppliers.data ?? []}
          columns={columns}
          rowKey={({ id }) => id}
          onOpen={setEditing}
          rowActions={actions}
          status={suppliers.isPending ? 'loading' : suppliers.isError ? 'error' : 'ready'}
          onRetry={() => void suppliers.refetch()}
          empty={
            <EmptyState small title={t('organization.suppliers.none')} hint={t('organization.suppliers.none_hint')} />
          }
        />
      </div>
      {editing && (
        <SupplierDialog supplier={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </Modal>
  );
}

type Values = Pick<Supplier, 'name' | 'creditCode' | 'contact' | 'phone' | 'note'>;

function SupplierDialog({ supplier, onClose }: { supplier: Supplier | undefined; onClose: () => void }) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const create = useCommand(organizationApi.createSupplier, { refresh, onDone: onClose });
  const update = useCommand(organizationApi.updateSupplier, { refresh, onDone: onClose });
  const submit = (body: Values) =>
    supplier ? update.run({ params: { supplierId: supplier.id }, body }) : create.run({ body });
  const initial: Values = supplier ?? { name: '', creditCode: '', contact: '', phone: '', note: '' };
  return (
    <Modal
      open
      title={supplier?.name ?? t('organization.suppliers.create')}
      okText={t('organization.person.save')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={create.pending || update.pending}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" requiredMark="optional" onFinish={submit} initialValues={initial}>
        <Form.Item
          name="name"
          label={t('organization.suppliers.name')}
          rules={[{ required: true, whitespace: true, message: t('organization.suppliers.name_required') }]}
        >
          <Input autoFocus maxLength={100} />
        </Form.Item>
        <Form.Item
          name="creditCode"
          label={t('organization.suppliers.credit_code')}
          rules={[{ pattern: /^([0-9A-HJ-NPQRTUWXY]{18})?$/, message: t('organization.suppliers.credit_code_wrong') }]}
        >
          <Input maxLength={18} />
        </Form.Item>
        <Form.Item name="contact" label={t('organization.suppliers.contact')}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="phone" label={t('organization.suppliers.phone')}>
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item name="note" label={t('organization.suppliers.note')}>
          <Input.TextArea maxLength={500} rows={2} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
