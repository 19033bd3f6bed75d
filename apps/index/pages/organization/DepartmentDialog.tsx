import { organizationApi } from '@formwork/contract/organization/api.ts';
import { departmentNameMax, type Department } from '@formwork/contract/organization/departments.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { DepartmentPicker } from '@formwork/web/pickers/DepartmentPicker.tsx';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { useAdministering } from '@formwork/web/session/administering.tsx';
import { Form, Input, Modal, Switch } from 'antd';

export interface DepartmentDraft {
  /** Undefined for a new one. */
  department?: Department;
  parentId: string | null;
}

interface Values {
  name: string;
  parent: string[];
  head: string[];
  virtual: boolean;
}

/** A new department, or name, parent and head of one that is there. */
export function DepartmentDialog({
  draft: { department, parentId },
  onClose,
}: {
  draft: DepartmentDraft;
  onClose: () => void;
}) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const asked = useAdministering();
  const options = {
    refresh: [
      organizationApi.listTree,
      organizationApi.pickDepartments,
      organizationApi.getDepartment,
      organizationApi.listPeople,
    ],
    onDone: onClose,
    onPrepared: onClose,
  };
  const create = useCommand(organizationApi.createDepartment, options);
  const update = useCommand(organizationApi.updateDepartment, options);
  const submit = ({ name, parent, head, virtual }: Values) => {
    const next = parent[0] ?? null;
    const shared = { name: name.trim(), headId: head[0] ?? null };
    if (!department) return create.run({ body: { ...shared, parentId: next, virtual } });
    // only a parent that was changed: naming the old one again would move the department behind its siblings
    return update.run({
      params: { departmentId: department.id },
      body: { ...shared, ...(next === department.parentId ? {} : { parentId: next }) },
    });
  };
  return (
    <Modal
      open
      title={t(department ? 'organization.department.edit' : 'organization.department.create')}
      okText={t('organization.person.save')}
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
        initialValues={{
          name: department?.name ?? '',
          parent: parentId === null ? [] : [parentId],
          head: department?.head ? [department.head.id] : [],
          virtual: false,
        }}
      >
        <Form.Item
          name="name"
          label={t('organization.department.name')}
          rules={[{ required: true, whitespace: true, message: t('organization.department.name_required') }]}
        >
          <Input autoFocus maxLength={departmentNameMax} />
        </Form.Item>
        <Form.Item
          name="parent"
          label={t('organization.department.parent')}
          help={t('organization.department.parent_help')}
          rules={
            asked.administering === undefined
              ? []
              : [{ required: true, message: t('organization.delegates.department_required') }]
          }
        >
          <DepartmentPicker />
        </Form.Item>
        <Form.Item name="head" label={t('organization.department.head')}>
          <PersonPicker />
        </Form.Item>
        {!department && (
          <Form.Item
            name="virtual"
            label={t('organization.department.virtual')}
            extra={t('organization.department.virtual_help')}
            valuePropName="checked"
          >
            <Switch />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}
