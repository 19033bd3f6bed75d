import { addDays, instantFromWall, wallText } from '@formwork/contract/forms/values/dates.ts';
import { customersApi, editions, type Customer, type Edition } from '@formwork/contract/operations/customers.ts';
import { loginPattern } from '@formwork/contract/organization/people.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { DayInput } from '@formwork/web/inputs/DayInput.tsx';
import { today } from '@formwork/web/inputs/wall-clock.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PasswordDialog } from '@formwork/web/session/PasswordDialog.tsx';
import { useMe } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';

interface Values {
  name: string;
  creditCode: string;
  edition: Edition;
  expires: string | null;
  providerId: string | undefined;
  administratorName: string;
  login: string;
}

/** A new enterprise, whose administrator's password is then shown once, or one that is there. */
export function CustomerDialog({ customer, onClose }: { customer?: Customer; onClose: () => void }) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const assigns = useMe().role === 'root';
  const [made, setMade] = useState<{ name: string; login: string; password: string }>();
  const providers = useQuery({ ...q(customersApi.providers), enabled: assigns }).data ?? [];
  const refresh = [customersApi.list];
  const create = useCommand(customersApi.create, {
    refresh,
    onDone: ({ customer: { name }, login, password }) => setMade({ name, login, password }),
  });
  const update = useCommand(customersApi.update, { refresh, onDone: onClose });
  const command = customer ? update : create;
  const submit = ({ name, creditCode, edition, expires, providerId, administratorName, login }: Values) => {
    const body = {
      name: name.trim(),
      creditCode: creditCode.trim().toUpperCase(),
      edition,
      expiresAt: endOf(expires),
      ...(assigns && { providerId: providerId ?? null }),
    };
    if (!customer)
      return create.run({ body: { ...body, administrator: { name: administratorName.trim(), login: login.trim() } } });
    return update.run({
      params: { customerId: customer.id },
      body: { ...body, ...(expires === dayOf(customer.expiresAt) && { expiresAt: customer.expiresAt }) },
    });
  };
  const refused = (field: string) =>
    command.fieldErrors[field] === undefined
      ? {}
      : { validateStatus: 'error' as const, help: command.fieldErrors[field] };
  if (made) return <PasswordDialog name={made.name} login={made.login} password={made.password} onClose={onClose} />;
  return (
    <Modal
      open
      width={640}
      title={t(customer ? 'operations.customers.edit_title' : 'operations.customers.create')}
      okText={t('operations.customers.save')}
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
        scrollToFirstError
        onFinish={submit}
        initialValues={valuesOf(customer)}
      >
        <div className="operations-grid">
          <Form.Item
            name="name"
            label={t('operations.customers.name')}
            {...refused('name')}
            rules={[{ required: true, whitespace: true, min: 2, message: t('operations.customers.name_required') }]}
          >
            <Input autoFocus maxLength={60} />
          </Form.Item>
          <Form.Item name="creditCode" label={t('operations.customers.credit_code')} {...refused('creditCode')}>
            <Input maxLength={18} />
          </Form.Item>
          <Form.Item name="edition" required label={t('operations.customers.edition')}>
            <Select options={editions.map((value) => ({ value, label: t(`operations.customers.edition_${value}`) }))} />
          </Form.Item>
          <Form.Item
            name="expires"
            label={t('operations.customers.expires')}
            extra={t('operations.customers.expires_help')}
            {...refused('expiresAt')}
          >
            <Day {...(!customer && { earliest: today() })} />
          </Form.Item>
          {assigns && (
            <Form.Item name="providerId" label={t('operations.customers.provider')} {...refused('providerId')}>
              <Select
                allowClear
                placeholder={t('operations.customers.own')}
                showSearch={{ optionFilterProp: 'label' }}
                options={providers.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Form.Item>
          )}
        </div>
        {!customer && (
          <>
            <h3 className="operations-section">{t('operations.customers.administrator')}</h3>
            <div className="operations-grid">
              <Form.Item
                name="administratorName"
                label={t('operations.customers.administrator_name')}
                {...refused('administrator.name')}
                rules={[
                  { required: true, whitespace: true, message: t('operations.customers.administrator_required') },
                ]}
              >
                <Input maxLength={60} />
              </Form.Item>
              <Form.Item
                name="login"
                label={t('organization.person.login')}
                extra={t('organization.person.login_help')}
                {...refused('administrator.login')}
                rules={[
                  {
                    required: true,
                    pattern: loginPattern,
                    transform: (value: string) => value.trim(),
                    message: t('organization.person.login_required'),
                  },
                ]}
              >
                <Input maxLength={64} />
              </Form.Item>
            </div>
          </>
        )}
      </Form>
    </Modal>
  );
}

/** What a form item hands over. */
function Day({
  value = null,
  onChange,
  ...input
}: {
  value?: string | null;
  onChange?: (day: string | null) => void;
  id?: string;
  earliest?: string;
}) {
  return <DayInput {...input} value={value} onChange={(day) => onChange?.(day)} />;
}

function valuesOf(customer: Customer | undefined): Values {
  return {
    name: customer?.name ?? '',
    creditCode: customer?.creditCode ?? '',
    edition: customer?.edition ?? 'enterprise',
    expires: dayOf(customer?.expiresAt ?? null),
    providerId: customer?.provider?.id,
    administratorName: '',
    login: '',
  };
}

/** The last day on which people work; it ends where the operator is. */
function endOf(day: string | null): string | null {
  return day === null
    ? null
    : new Date(Date.parse(instantFromWall(`${addDays(day, 1)} 00:00:00`, timeZone())!) - 1).toISOString();
}

function dayOf(at: string | null): string | null {
  return at === null ? null : wallText(at, timeZone()).slice(0, 10);
}
