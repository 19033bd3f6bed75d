import { formsApi } from '@formwork/contract/forms/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { groupKinds, type GroupKind, type GroupPart, type UserGroup } from '@formwork/contract/organization/groups.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import type { Choice, ChoiceKind } from '@formwork/web/pickers/choice.ts';
import { OrganizationScope } from '@formwork/web/pickers/OrganizationScope.tsx';
import { useCan } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Modal, Radio, Select } from 'antd';

interface Values {
  name: string;
  kind: GroupKind;
  appIds: string[];
  scope: Choice[];
}

const offered = ['people', 'departments', 'posts'] as const;
const partKinds = { people: 'person', departments: 'department', posts: 'post' } as const satisfies Record<
  (typeof offered)[number],
  GroupPart['kind']
>;
const choiceKinds = { person: 'people', department: 'departments', post: 'posts' } as const satisfies Record<
  GroupPart['kind'],
  ChoiceKind
>;

/** A new group of users, or one that may be changed. */
export function UserGroupDialog({ group, onClose }: { group: UserGroup | undefined; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const mayPublish = useCan()('organization.person.edit');
  const [form] = Form.useForm<Values>();
  const apps = useQuery(q(formsApi.listApps)).data?.apps ?? [];
  const options = {
    refresh: [organizationApi.listGroups, organizationApi.pickGroups],
    onDone: onClose,
    onPrepared: onClose,
  };
  const create = useCommand(organizationApi.createGroup, options);
  const update = useCommand(organizationApi.updateGroup, options);
  const submit = ({ name, kind, appIds, scope }: Values) => {
    const body = { name: name.trim(), kind, appIds, scope: scope.flatMap(partOf) };
    return group ? update.run({ params: { userGroupId: group.id }, body }) : create.run({ body });
  };
  return (
    <Modal
      open
      width={600}
      title={t(group ? 'personal.groups.edit' : 'personal.groups.create')}
      okText={t('personal.groups.save')}
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
          name: group?.name ?? '',
          kind: group?.kind ?? 'private',
          appIds: group?.appIds ?? [],
          scope: group?.scope.map(choiceOf) ?? [],
        }}
      >
        <Form.Item
          name="name"
          label={t('personal.groups.name')}
          rules={[{ required: true, whitespace: true, message: t('personal.groups.name_required') }]}
        >
          <Input autoFocus maxLength={40} />
        </Form.Item>
        <Form.Item
          name="scope"
          label={t('personal.groups.scope')}
          rules={[{ required: true, type: 'array', min: 1, message: t('personal.groups.scope_required') }]}
        >
          <OrganizationScope kinds={offered} exceptions />
        </Form.Item>
        <Form.Item
          name="kind"
          label={t('personal.groups.kind')}
          extra={mayPublish ? t('personal.groups.kind_help') : undefined}
        >
          <Radio.Group
            options={groupKinds.map((value) => ({
              value,
              label: t(`personal.groups.${value}`),
              disabled: value === 'public' && !mayPublish,
            }))}
          />
        </Form.Item>
        <Form.Item name="appIds" label={t('personal.groups.apps')} extra={t('personal.groups.apps_help')}>
          <Select
            mode="multiple"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={apps.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

function partOf({ kind, id, except }: Choice): GroupPart[] {
  return kind === 'groups' || kind === 'roles' ? [] : [{ kind: partKinds[kind], id, ...(except ? { except } : {}) }];
}

function choiceOf({ kind, id, name, except }: UserGroup['scope'][number]): Choice {
  return { kind: choiceKinds[kind], id, name, ...(except ? { except } : {}) };
}
