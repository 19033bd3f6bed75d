import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { formActions, rowScopes, type PermissionRule } from '@formwork/contract/forms/permission.ts';
import { newElementId } from '@formwork/contract/forms/field.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { useIsDeleted } from '@formwork/web/pickers/names.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Checkbox, Select } from 'antd';
import { useState } from 'react';
import { namedKind, SubjectPicker } from './SubjectPicker.tsx';
import './permissions.css';

/** Who may do what with the form's records. The rules add up and hold at once, without a release. */
export function PermissionSettings({ formId, readOnly }: { formId: string; readOnly: boolean }) {
  const { data, isPending, isError, refetch, dataUpdatedAt } = useQuery(
    q(formsApi.getPermissions, { params: { formId } }),
  );
  if (isPending) return <SkeletonRows rows={4} columns={3} />;
  if (isError) return <ErrorState onRetry={() => void refetch()} />;
  return <Rules key={dataUpdatedAt} formId={formId} saved={data.rules} readOnly={readOnly} />;
}

function Rules({ formId, saved, readOnly }: { formId: string; saved: PermissionRule[]; readOnly: boolean }) {
  const t = useT();
  const { message } = App.useApp();
  const [rules, setRules] = useState(saved);
  const changed = rules !== saved;
  const save = useCommand(formsApi.putPermissions, {
    refresh: [formsApi.getPermissions, formsApi.listApps],
    onDone: () => void message.success(t('design.permission.saved')),
  });
  useConfirmLeave(changed);
  const change = (id: string, part: Partial<PermissionRule>) =>
    setRules(rules.map((rule) => (rule.id === id ? { ...rule, ...part } : rule)));
  const remove = (id: string) => setRules(rules.filter((rule) => rule.id !== id));
  const complete = rules.every(
    (rule) => rule.actions.length > 0 && (rule.subject.kind === 'everyone' || rule.subject.id !== ''),
  );
  const add = () =>
    setRules([...rules, { id: newElementId(), subject: { kind: 'everyone' }, actions: ['view'], scope: 'own' }]);
  const addButton = !readOnly && (
    <Button icon={<PlusOutlined />} onClick={add}>
      {t('design.permission.add')}
    </Button>
  );
  return (
    <div className="permission-rules">
      <p className="permission-hint">{t('design.permission.hint')}</p>
      {rules.length === 0 && (
        <EmptyState
          small
          title={t('design.permission.empty')}
          hint={t('design.permission.empty_hint')}
          action={addButton}
        />
      )}
      {rules.map((rule) => (
        <div key={rule.id} className="permission-rule">
          <Select
            disabled={readOnly}
            value={rule.effect ?? 'grant'}
            aria-label={t('rights.effect')}
            onChange={(effect) => change(rule.id, { effect })}
            options={(['grant', 'refuse'] as const).map((value) => ({
              value,
              label: t(value === 'grant' ? 'rights.grants' : 'rights.refuses'),
            }))}
          />
          <SubjectPicker
            subject={rule.subject}
            disabled={readOnly}
            onChange={(subject) => change(rule.id, { subject })}
          />
          <Checkbox.Group
            disabled={readOnly}
            value={rule.actions}
            onChange={(actions) => change(rule.id, { actions: actions })}
            options={formActions.map((action) => ({ value: action, label: t(`rights.action_${action}`) }))}
          />
          <Select
            disabled={readOnly}
            value={rule.scope}
            aria-label={t('design.permission.scope')}
            onChange={(scope) =>
              change(rule.id, { scope, condition: scope === 'condition' ? rule.condition : undefined })
            }
            options={rowScopes
              .filter((scope) => scope !== 'condition' || rule.scope === scope)
              .map((scope) => ({ value: scope, label: t(`rights.scope_${scope}`) }))}
          />
          {!readOnly && (
            <button
              type="button"
              className="fw-icon-button"
              aria-label={t('design.permission.remove')}
              onClick={() => remove(rule.id)}
            >
              <DeleteOutlined />
            </button>
          )}
          <NobodyLeft rule={rule} onRemove={readOnly ? undefined : () => remove(rule.id)} />
        </div>
      ))}
      {!readOnly && (
        <footer>
          {rules.length > 0 && addButton}
          <Button
            type="primary"
            disabled={!changed || !complete}
            loading={save.pending}
            onClick={() => void save.run({ params: { formId }, body: { rules } })}
          >
            {t('design.action.save')}
          </Button>
        </footer>
      )}
    </div>
  );
}

/** Says that whom the rule was for is gone: it holds for nobody, and would hold for nobody else by mistake. */
function NobodyLeft({ rule: { subject }, onRemove }: { rule: PermissionRule; onRemove: (() => void) | undefined }) {
  const t = useT();
  const kind = namedKind(subject);
  const deleted = useIsDeleted(
    kind ?? 'people',
    kind && subject.kind !== 'everyone' && subject.id !== '' ? subject.id : undefined,
  );
  return (
    deleted && (
      <Alert
        className="permission-deleted"
        type="warning"
        showIcon
        title={t('design.permission.deleted', { kind: t(`design.permission.subject_${subject.kind}`) })}
        action={
          onRemove && (
            <Button size="small" onClick={onRemove}>
              {t('design.permission.remove')}
            </Button>
          )
        }
      />
    )
  );
}
