import { joiningApi } from '@formwork/contract/joining/api.ts';
import { enterpriseRoles, type Role } from '@formwork/contract/roles.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { DepartmentPicker } from '@formwork/web/pickers/DepartmentPicker.tsx';
import { useMayAdminister } from '@formwork/web/session/administering.tsx';
import { Alert, Button, Checkbox, Form, Input, InputNumber, Modal, QRCode, Select, Typography } from 'antd';
import { useState } from 'react';

interface Values {
  note: string;
  days: number;
  mostPeople: number;
  role: (typeof enterpriseRoles)[number];
  department: string[];
  review: boolean;
}

const ordinary = ['user'] as const;
const lives = [1, 3, 7, 30, 90];
const initialValues: Values = { note: '', days: 7, mostPeople: 1, role: 'user', department: [], review: false };

/** A new invitation, whose link is then shown this once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const administers = useMayAdminister('registrations') === 'all';
  const role: Role = Form.useWatch('role', form) ?? 'user';
  const [link, setLink] = useState<string>();
  const invite = useCommand(joiningApi.invite, {
    refresh: [joiningApi.listInvitations],
    onDone: ({ token }) => setLink(new URL(pathTo('entRegist', {}, { invite: token }), location.origin).href),
  });
  if (link !== undefined) return <LinkDialog link={link} onClose={onClose} />;
  const submit = ({ department, review, note, ...values }: Values) =>
    invite.run({
      body: { ...values, note: note.trim(), review: review || role !== 'user', departmentId: department[0] ?? null },
    });
  return (
    <Modal
      open
      title={t('register.invitation.create')}
      okText={t('register.invitation.make')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={invite.pending}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark="optional"
        initialValues={initialValues}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item name="note" label={t('register.invitation.note')} extra={t('register.invitation.note_help')}>
          <Input autoFocus maxLength={60} />
        </Form.Item>
        <div className="register-grid">
          <Form.Item required name="days" label={t('register.invitation.days')}>
            <Select
              options={lives.map((value) => ({ value, label: t('register.invitation.days_count', { count: value }) }))}
            />
          </Form.Item>
          <Form.Item
            name="mostPeople"
            label={t('register.invitation.most_people')}
            rules={[{ required: true, message: t('register.invitation.most_people_required') }]}
          >
            <InputNumber min={1} max={10_000} precision={0} />
          </Form.Item>
          <Form.Item required name="role" label={t('register.request.role')}>
            <Select
              options={(administers ? enterpriseRoles : ordinary).map((value) => ({
                value,
                label: t(`organization.role.${value}`),
              }))}
            />
          </Form.Item>
          <Form.Item
            name="department"
            label={t('register.request.department')}
            rules={administers ? [] : [{ required: true, message: t('organization.delegates.department_required') }]}
          >
            <DepartmentPicker />
          </Form.Item>
        </div>
        {role === 'user' ? (
          <Form.Item name="review" valuePropName="checked">
            <Checkbox>{t('register.invitation.review_each')}</Checkbox>
          </Form.Item>
        ) : (
          <Alert type="info" showIcon title={t('register.invitation.review_role')} />
        )}
      </Form>
    </Modal>
  );
}

/** A click elsewhere does not close it: the link cannot be read again. */
function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const t = useT();
  return (
    <Modal
      open
      title={t('register.link.title')}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('register.link.done')}
        </Button>
      }
    >
      <div className="register-link">
        <div role="img" aria-label={t('register.link.qr')}>
          <QRCode value={link} type="svg" size={160} bordered={false} color="#000" bgColor="#fff" />
        </div>
        <Typography.Paragraph code copyable={{ text: link }}>
          {link}
        </Typography.Paragraph>
        <Alert type="info" showIcon title={t('register.link.hint')} />
      </div>
    </Modal>
  );
}
