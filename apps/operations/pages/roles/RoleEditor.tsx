import { holds, operatorPages, type OperatorPage } from '@formwork/contract/operations/grants.ts';
import { operatorRolesApi, type OperatorRole } from '@formwork/contract/operations/staff.ts';
import type { Permission } from '@formwork/contract/permissions.ts';
import { routeById } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { Alert, App, Button, Checkbox, Input } from 'antd';
import { useState } from 'react';

type Grants = readonly Permission[];

/** One role: its name, and the pages and actions that are ticked. */
export function RoleEditor({
  role,
  onSaved,
  onGone,
}: {
  role?: OperatorRole;
  onSaved: (id: string) => void;
  onGone: () => void;
}) {
  const t = useT();
  const { message, modal } = App.useApp();
  const [name, setName] = useState(role?.name ?? '');
  const [description, setDescription] = useState(role?.description ?? '');
  const [grants, setGrants] = useState<Grants>((role?.grants ?? []) as Grants);
  const mayEdit = role?.can.edit ?? true;
  const changed =
    name !== (role?.name ?? '') ||
    description !== (role?.description ?? '') ||
    JSON.stringify([...grants].sort()) !== JSON.stringify([...(role?.grants ?? [])].sort());
  useConfirmLeave(changed);
  const options = {
    refresh: [operatorRolesApi.list],
    onDone: ({ id }: OperatorRole) => {
      void message.success(t('operations.roles.saved'));
      onSaved(id);
    },
  };
  const create = useCommand(operatorRolesApi.create, options);
  const update = useCommand(operatorRolesApi.update, options);
  const remove = useCommand(operatorRolesApi.remove, { refresh: [operatorRolesApi.list], onDone: onGone });
  const { pending, fieldErrors } = role ? update : create;
  const save = () => {
    const body = { name: name.trim(), description: description.trim(), grants: [...grants] };
    return role ? update.run({ params: { roleId: role.id }, body }) : create.run({ body });
  };
  const confirmRemoval = () =>
    role &&
    void modal.confirm({
      title: t('operations.roles.remove_title', { name: role.name }),
      content: t('operations.roles.remove_hint', { count: role.holders }),
      okText: t('operations.roles.remove'),
      okButtonProps: { danger: true },
      onOk: () => remove.run({ params: { roleId: role.id } }),
    });
  return (
    <div className="operations-editor">
      {!mayEdit && <Alert type="info" showIcon title={t('operations.roles.beyond')} />}
      <div className="operations-grid">
        <FieldRow name="name" label={t('operations.roles.name')} error={fieldErrors.name}>
          {(input) => (
            <Input
              {...input}
              maxLength={40}
              disabled={!mayEdit}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FieldRow>
        <FieldRow name="description" label={t('operations.roles.description')} error={fieldErrors.description}>
          {(input) => (
            <Input
              {...input}
              maxLength={200}
              disabled={!mayEdit}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </FieldRow>
      </div>
      {operatorPages.map((page) => (
        <PageGrants key={page.page} page={page} grants={grants} disabled={!mayEdit} onChange={setGrants} />
      ))}
      {mayEdit && (
        <div className="operations-buttons">
          <Button
            type="primary"
            disabled={!changed || name.trim() === ''}
            loading={pending}
            onClick={() => void save()}
          >
            {t('operations.customers.save')}
          </Button>
          {role && (
            <Button danger onClick={confirmRemoval}>
              {t('operations.roles.remove')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** An action is of no use without its page: ticking one opens the page, closing the page takes them all. What one does not hold oneself cannot be given. */
function PageGrants({
  page: { page, view, actions },
  grants,
  disabled,
  onChange,
}: {
  page: OperatorPage;
  grants: Grants;
  disabled: boolean;
  onChange: (grants: Grants) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const can = useCan();
  const all = [view, ...actions];
  const others = grants.filter((one) => !all.includes(one));
  const held = all.filter((one) => grants.includes(one));
  const given = actions.filter((action) => holds({ role: 'root' }, action));
  return (
    <fieldset className="operations-group">
      <legend>
        <Checkbox
          disabled={disabled || !can(view)}
          checked={held.includes(view)}
          onChange={(event) => onChange(event.target.checked ? [...grants, view] : others)}
        >
          {textIn(routeById[page].title, locale)}
        </Checkbox>
      </legend>
      {given.length === 0 ? (
        <span className="operations-quiet">{t('operations.roles.view_only')}</span>
      ) : (
        <Checkbox.Group
          value={held}
          disabled={disabled}
          options={given.map((action) => ({
            value: action,
            label: t(`operations.grant.${action.replace('operations.', '')}`),
            disabled: disabled || !can(action),
          }))}
          onChange={(next) =>
            onChange([...others, ...new Set([...(next.length > 0 || held.includes(view) ? [view] : []), ...next])])
          }
        />
      )}
    </fieldset>
  );
}
