import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { RuleSubject } from '@formwork/contract/forms/permission.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import {
  isComplete,
  viewTypes,
  type View,
  type ViewInput,
  type ViewSettings,
  type ViewType,
} from '@formwork/contract/views/view.ts';
import { App, AutoComplete, Form, Input, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import type { Choice } from '@formwork/web/pickers/choice.ts';
import { OrganizationScope } from '@formwork/web/pickers/OrganizationScope.tsx';
import { useNames } from '@formwork/web/pickers/names.ts';
import { firstSettings, TypeFields } from './TypeFields.tsx';
import { viewFields } from './view-fields.ts';
import './views.css';

interface Props {
  formId: string;
  definition: FormDefinition;
  /** The label to change; without it a new one is made of `settings`. */
  view?: View | undefined;
  type?: ViewType;
  /** Types that are offered. */
  types?: readonly ViewType[];
  settings?: ViewSettings;
  /** Whether labels may be shared with others. */
  canShare: boolean;
  /** Nothing but shared labels are made here. */
  sharedOnly?: boolean;
  categories?: readonly string[];
  onClose: () => void;
  onSaved: (view: View) => void;
}

const noCategories: readonly string[] = [];

/** A label of the list is made or changed: its name, what it shows, and for whom. */
export default function ViewDialog({
  formId,
  definition,
  view,
  type = 'list',
  types = viewTypes,
  settings,
  canShare,
  sharedOnly = false,
  categories = noCategories,
  onClose,
  onSaved,
}: Props) {
  const t = useT();
  const { message } = App.useApp();
  const fields = viewFields(definition);
  const [draft, setDraft] = useState<ViewInput>(
    () =>
      view ?? {
        type,
        title: { zh: '' },
        scope: sharedOnly ? 'shared' : 'personal',
        settings: { ...firstSettings(type, fields, formId), ...settings },
      },
  );
  const people = useAudience(view?.audience ?? []);
  const [audience, setAudience] = useState<Choice[]>();
  const [tried, setTried] = useState(false);
  const done = {
    refresh: [viewsApi.list, viewsApi.ofApp],
    onDone: (saved: View) => {
      void message.success(t('views.dialog.saved'));
      onSaved(saved);
      onClose();
    },
  };
  const create = useCommand(viewsApi.create, done);
  const update = useCommand(viewsApi.update, done);

  const change = (part: Partial<ViewInput>) => setDraft((now) => ({ ...now, ...part }));
  const toType = (next: ViewType) =>
    setDraft((now) => ({ ...now, type: next, settings: { ...firstSettings(next, fields, formId), ...now.settings } }));
  const named = draft.title.zh.trim() !== '';
  const complete = isComplete(draft.type, draft.settings);
  const save = () => {
    setTried(true);
    if (!named || !complete) return;
    const title = { zh: draft.title.zh.trim(), ...(draft.title.en?.trim() && { en: draft.title.en.trim() }) };
    const body: ViewInput = {
      type: draft.type,
      title,
      category: draft.category?.trim() || null,
      scope: draft.scope,
      settings: draft.settings,
      audience: draft.scope === 'shared' ? subjectsOf(audience ?? people) : [],
    };
    void (view
      ? update.run({ params: { formId, viewId: view.id }, body: { ...body, expectedVersion: view.version } })
      : create.run({ params: { formId }, body }));
  };
  return (
    <Modal
      open
      width={560}
      title={t(view ? 'views.dialog.edit' : 'views.dialog.new')}
      okText={t('views.action.save')}
      cancelText={t('ui.action.cancel')}
      confirmLoading={create.pending || update.pending}
      onOk={save}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label={t('views.dialog.title')}
          required
          validateStatus={tried && !named ? 'error' : ''}
          help={tried && !named ? t('views.dialog.title_needed') : undefined}
        >
          <Input
            autoFocus
            aria-label={t('views.dialog.title')}
            maxLength={60}
            value={draft.title.zh}
            onChange={({ target }) => change({ title: { ...draft.title, zh: target.value } })}
          />
        </Form.Item>
        <Form.Item label={t('views.dialog.title_en')}>
          <Input
            aria-label={t('views.dialog.title_en')}
            maxLength={60}
            value={draft.title.en ?? ''}
            onChange={({ target }) => change({ title: { ...draft.title, en: target.value } })}
          />
        </Form.Item>
        <Form.Item label={t('views.dialog.type')}>
          <Select
            aria-label={t('views.dialog.type')}
            value={draft.type}
            options={types.map((value) => ({ value, label: t(`views.type.${value}`) }))}
            onChange={toType}
          />
        </Form.Item>
        <TypeFields
          type={draft.type}
          fields={fields}
          formId={formId}
          settings={draft.settings}
          onChange={(part) => setDraft((now) => ({ ...now, settings: { ...now.settings, ...part } }))}
        />
        {tried && !complete && (
          <div role="alert" className="fw-view-missing">
            {t('views.view.incomplete')}
          </div>
        )}
        <Form.Item label={t('views.dialog.category')}>
          <AutoComplete
            aria-label={t('views.dialog.category')}
            maxLength={60}
            value={draft.category ?? ''}
            options={categories.map((value) => ({ value }))}
            onChange={(category: string) => change({ category })}
            placeholder={t('views.dialog.category_hint')}
          />
        </Form.Item>
        {canShare && !sharedOnly && (
          <Form.Item label={t('views.dialog.scope')}>
            <Radio.Group
              value={draft.scope}
              onChange={({ target }) => change({ scope: target.value as ViewInput['scope'] })}
              options={(['personal', 'shared'] as const).map((value) => ({ value, label: t(`views.scope.${value}`) }))}
            />
          </Form.Item>
        )}
        {draft.scope === 'shared' && (
          <Form.Item label={t('views.dialog.audience')} extra={t('views.dialog.audience_hint')}>
            <OrganizationScope
              kinds={['people', 'departments', 'posts', 'groups', 'roles']}
              publicOnly
              value={audience ?? people}
              onChange={setAudience}
            />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}

const kindOf = { person: 'people', department: 'departments', post: 'posts', group: 'groups', role: 'roles' } as const;
const subjectKind = {
  people: 'person',
  departments: 'department',
  posts: 'post',
  groups: 'group',
  roles: 'role',
} as const;

function subjectsOf(choices: readonly Choice[]): RuleSubject[] {
  return choices.map(
    ({ kind, id }) =>
      (kind === 'departments'
        ? { kind: 'department', id, below: true }
        : { kind: subjectKind[kind], id }) as RuleSubject,
  );
}

/** Whom a label is for, with their names. */
function useAudience(audience: readonly RuleSubject[]): Choice[] {
  const named = audience.flatMap((subject) =>
    subject.kind === 'everyone' ? [] : [{ kind: kindOf[subject.kind], id: subject.id }],
  );
  const ids = (kind: Choice['kind']) => named.filter((one) => one.kind === kind).map(({ id }) => id);
  const names = {
    people: useNames('people', ids('people')),
    departments: useNames('departments', ids('departments')),
    posts: useNames('posts', ids('posts')),
    groups: useNames('groups', ids('groups')),
    roles: useNames('roles', ids('roles')),
  };
  return named.map(({ kind, id }) => ({ kind, id, name: names[kind](id) ?? '…' }));
}
