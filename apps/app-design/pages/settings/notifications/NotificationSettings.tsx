import { PlusOutlined } from '@ant-design/icons';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newElementId } from '@formwork/contract/forms/field.ts';
import {
  mostNotifications,
  notificationProblems,
  type NotificationRule,
  type NotificationSettings as Saved,
} from '@formwork/contract/forms/notifications.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { GoneUses } from '@formwork/web/uses/GoneUses.tsx';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { NotificationCard } from './NotificationCard.tsx';
import '../form/designer.css';
import './notifications.css';

interface Props {
  formId: string;
  definition: FormDefinition;
  readOnly: boolean;
}

/** Who is told of what happens to records of the form. It holds at once, without a release. */
export function NotificationSettings(props: Props) {
  const { formId } = props;
  const saved = useQuery(q(formsApi.notifications, { params: { formId } }));
  if (saved.isPending) return <SkeletonRows rows={4} columns={2} />;
  if (saved.isError) return <ErrorState onRetry={() => void saved.refetch()} />;
  return <Rules key={saved.data.version} saved={saved.data} {...props} />;
}

function Rules({ formId, definition, readOnly, saved }: Props & { saved: Saved }) {
  const t = useT();
  const { message } = App.useApp();
  const [rules, setRules] = useState(saved.rules);
  const [tried, setTried] = useState(false);
  const [at, setAt] = useQueryText('at');
  const [open, setOpen] = useState<string | undefined>(() => at ?? undefined);
  // what somebody has just chosen is not known to what was saved
  const [names, setNames] = useState(saved.names);
  const changed = rules !== saved.rules;
  useConfirmLeave(changed);
  const save = useCommand(formsApi.putNotifications, {
    refresh: [formsApi.notifications, formsApi.formUses],
    onDone: () => void message.success(t('design.notify.saved')),
  });
  const shown = (id: string | undefined) => {
    setOpen(id);
    if (at !== undefined) setAt(undefined);
  };
  const add = () => {
    const rule: NotificationRule = {
      id: newElementId(),
      title: { zh: '新通知', en: 'New notification' },
      enabled: true,
      when: { on: 'created' },
      receivers: [],
      named: ['_owner'],
      ways: ['message', 'live'],
      text: { zh: '{{doer}}：{{recordTitle}}', en: '{{doer}}: {{recordTitle}}' },
    };
    setRules([...rules, rule]);
    shown(rule.id);
  };
  const problemsOf = (rule: NotificationRule, index: number): Record<string, string> => {
    const refused = Object.entries(save.fieldErrors).flatMap(([path, text]) =>
      path.startsWith(`body.rules.${index}.`) ? [[path.slice(`body.rules.${index}.`.length), text]] : [],
    );
    const missing = notificationProblems(rule, definition).map(({ path, code }) => [path, t(code)]);
    const blank = rule.title.zh.trim() === '' ? [['title', t('forms.problem.blank_title')]] : [];
    return Object.fromEntries(tried ? [...refused, ...missing, ...blank] : refused) as Record<string, string>;
  };
  const send = () => {
    const wrong = rules.find(
      (rule) => notificationProblems(rule, definition).length > 0 || rule.title.zh.trim() === '',
    );
    setTried(true);
    if (wrong) return shown(wrong.id);
    void save.run({ params: { formId }, body: { expectedVersion: saved.version, rules } });
  };
  const addButton = !readOnly && rules.length < mostNotifications && (
    <Button icon={<PlusOutlined />} onClick={add}>
      {t('design.notify.add')}
    </Button>
  );
  return (
    <div className="notify-rules">
      <p className="notify-hint">{t('design.notify.hint')}</p>
      <GoneUses formId={formId} kind="notifications" />
      {rules.length === 0 && (
        <EmptyState small title={t('design.notify.empty')} hint={t('design.notify.empty_hint')} action={addButton} />
      )}
      {rules.map((rule, index) => (
        <NotificationCard
          key={rule.id}
          rule={rule}
          definition={definition}
          readOnly={readOnly}
          open={open === rule.id}
          names={names}
          problems={problemsOf(rule, index)}
          onOpen={() => shown(open === rule.id ? undefined : rule.id)}
          onNames={(chosen) => setNames({ ...names, ...chosen })}
          onChange={(next) => setRules(rules.map((one) => (one.id === rule.id ? next : one)))}
          onRemove={() => setRules(rules.filter((one) => one.id !== rule.id))}
        />
      ))}
      {!readOnly && (rules.length > 0 || changed) && (
        <footer>
          {rules.length > 0 ? addButton : <span />}
          <Button type="primary" disabled={!changed} loading={save.pending} onClick={send}>
            {t('design.action.save')}
          </Button>
        </footer>
      )}
    </div>
  );
}
