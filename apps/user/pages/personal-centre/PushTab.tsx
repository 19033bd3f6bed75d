import { DeleteOutlined } from '@ant-design/icons';
import { formsApi, type App } from '@formwork/contract/forms/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import {
  digestTurns,
  hasWay,
  mostPushRules,
  pushApi,
  pushKinds,
  pushWays,
  scopeKey,
  type MailState,
  type PushKind,
  type PushRule,
  type PushScope,
  type PushSettings,
  type PushWay,
  type SmsState,
} from '@formwork/contract/workflow/push.ts';
import { ErrorState, SkeletonForm } from '@formwork/ui/feedback/state.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { ClockInput } from '@formwork/web/inputs/ClockInput.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, App as Messages, Button, Checkbox, Select, Switch } from 'antd';
import { useState } from 'react';

/** Of what in processes one is told, and how: for everything, and otherwise for single applications and forms. */
export default function PushTab() {
  const push = useQuery(q(pushApi.get));
  const apps = useQuery(q(formsApi.listApps));
  const error = push.error ?? apps.error;
  if (error)
    return (
      <ErrorState
        onRetry={() => void Promise.all([push.refetch(), apps.refetch()])}
        requestId={isApiError(error) ? error.requestId : undefined}
      />
    );
  if (!push.data || !apps.data) return <SkeletonForm fields={5} />;
  return <PushForm given={push.data.settings} mail={push.data.mail} sms={push.data.sms} apps={apps.data.apps} />;
}

function PushForm({ given, mail, sms, apps }: { given: PushSettings; mail: MailState; sms: SmsState; apps: App[] }) {
  const t = useT();
  const { message } = Messages.useApp();
  const [settings, setSettings] = useState(given);
  const [saved, setSaved] = useState(given);
  const changed = JSON.stringify(settings) !== JSON.stringify(saved);
  useConfirmLeave(changed);
  const save = useCommand(pushApi.save, {
    onDone: (answer) => {
      setSaved(answer.settings);
      void message.success(t('personal.push.saved'));
    },
  });
  const { rules, quiet } = settings;
  const put = (at: number, rule: PushRule) =>
    setSettings({ ...settings, rules: rules.map((one, index) => (index === at ? rule : one)) });
  const nameOf = useScopeNames(apps);
  // a service that is away comes back
  const arrives = {
    live: true,
    mail: mail === 'ready' || mail === 'down',
    sms: sms === 'ready' || sms === 'down',
  } satisfies Record<PushWay, boolean>;
  const digest = settings.digest ?? null;
  return (
    <div className="push">
      <p className="my-info-note">{t('personal.push.about')}</p>
      {mail !== 'ready' && (
        <Alert type={mail === 'down' ? 'warning' : 'info'} showIcon title={t(`personal.push.mail_${mail}`)} />
      )}
      {sms !== 'ready' && (
        <Alert type={sms === 'down' ? 'warning' : 'info'} showIcon title={t(`personal.push.sms_${sms}`)} />
      )}
      {rules.map((rule, at) => (
        <RuleTable
          key={scopeKey(rule.scope)}
          name={nameOf(rule.scope)}
          rule={rule}
          ways={pushWays.filter((way) => arrives[way])}
          onChange={(next) => put(at, next)}
          onRemove={
            rule.scope.kind === 'all'
              ? undefined
              : () => setSettings({ ...settings, rules: rules.filter((one) => one !== rule) })
          }
        />
      ))}
      {rules.length < mostPushRules && apps.length > 0 && (
        <ScopeChoice
          apps={apps}
          rules={rules}
          onChoose={(scope) => setSettings({ ...settings, rules: [...rules, { scope, ways: rules[0]!.ways }] })}
        />
      )}
      <div className="push-quiet">
        <label>
          <Switch
            checked={quiet !== null}
            onChange={(on) => setSettings({ ...settings, quiet: on ? { from: '22:00', until: '07:00' } : null })}
          />{' '}
          {t('personal.push.quiet')}
        </label>
        {quiet && (
          <>
            <ClockInput
              label={t('personal.push.quiet_from')}
              value={quiet.from}
              onChange={(from) => setSettings({ ...settings, quiet: { ...quiet, from } })}
            />
            –
            <ClockInput
              label={t('personal.push.quiet_until')}
              value={quiet.until}
              onChange={(until) => setSettings({ ...settings, quiet: { ...quiet, until } })}
            />
          </>
        )}
        <p className="my-info-note">{t('personal.push.quiet_help')}</p>
      </div>
      <div className="push-quiet">
        <label>
          <Switch
            checked={digest !== null}
            disabled={!arrives.mail}
            onChange={(on) => setSettings({ ...settings, digest: on ? { every: 'daily', at: '08:30' } : null })}
          />{' '}
          {t('personal.push.digest')}
        </label>
        {digest && (
          <>
            <Select
              value={digest.every}
              aria-label={t('personal.push.digest_every')}
              onChange={(every) => setSettings({ ...settings, digest: { ...digest, every } })}
              options={digestTurns.map((value) => ({ value, label: t(`personal.push.digest_${value}`) }))}
            />
            <ClockInput
              label={t('personal.push.digest_at')}
              value={digest.at}
              onChange={(at) => setSettings({ ...settings, digest: { ...digest, at } })}
            />
          </>
        )}
        <p className="my-info-note">{t('personal.push.digest_help')}</p>
      </div>
      <div className="my-info-actions">
        <Button
          type="primary"
          disabled={!changed}
          loading={save.pending}
          onClick={() => void save.run({ body: settings })}
        >
          {t('personal.info.save')}
        </Button>
        <Button disabled={!changed} onClick={() => setSettings(saved)}>
          {t('personal.info.undo')}
        </Button>
      </div>
    </div>
  );
}

interface RuleTableProps {
  name: string;
  rule: PushRule;
  /** Those that arrive. */
  ways: readonly PushWay[];
  onChange: (rule: PushRule) => void;
  onRemove: (() => void) | undefined;
}

/** Mail that was asked for stays asked for while it cannot arrive: it may again. */
function RuleTable({ name, rule, ways, onChange, onRemove }: RuleTableProps) {
  const t = useT();
  const toggle = (kind: PushKind, way: PushWay) => {
    const chosen = rule.ways[kind];
    onChange({
      ...rule,
      ways: { ...rule.ways, [kind]: chosen.includes(way) ? chosen.filter((one) => one !== way) : [...chosen, way] },
    });
  };
  return (
    <section className="push-rule" aria-label={name}>
      <header>
        <h2>{name}</h2>
        {onRemove && (
          <Button
            size="small"
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('personal.push.remove', { name })}
            onClick={onRemove}
          />
        )}
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('personal.push.kind')}</th>
            {ways.map((way) => (
              <th key={way} scope="col">
                {t(`personal.push.way_${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pushKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(`personal.push.kind_${kind}`)}</th>
              {ways.map((way) => (
                <td key={way}>
                  {hasWay(kind, way) && (
                    <Checkbox
                      aria-label={`${t(`personal.push.kind_${kind}`)} ${t(`personal.push.way_${way}`)}`}
                      checked={rule.ways[kind].includes(way)}
                      onChange={() => toggle(kind, way)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ScopeChoice({
  apps,
  rules,
  onChoose,
}: {
  apps: App[];
  rules: PushRule[];
  onChoose: (scope: PushScope) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const taken = new Set(rules.map(({ scope }) => scopeKey(scope)));
  const option = (scope: PushScope, label: string) => ({
    value: scopeKey(scope),
    label,
    scope,
    disabled: taken.has(scopeKey(scope)),
  });
  const groups = apps.map((app) => ({
    label: textIn(app.title, locale),
    options: [
      option({ kind: 'app', id: app.id }, t('personal.push.whole_app', { name: textIn(app.title, locale) })),
      ...app.forms.map((form) => option({ kind: 'form', id: form.id }, textIn(form.title, locale))),
    ],
  }));
  return (
    <Select
      className="push-add"
      aria-label={t('personal.push.add')}
      placeholder={t('personal.push.add')}
      value={null}
      showSearch={{ optionFilterProp: 'label' }}
      options={groups}
      onChange={(key: string | null) => {
        const chosen = groups.flatMap(({ options }) => options).find(({ value }) => value === key);
        if (chosen) onChoose(chosen.scope);
      }}
    />
  );
}

/** What a person no longer sees keeps its rule: it may be theirs again. */
function useScopeNames(apps: App[]): (scope: PushScope) => string {
  const t = useT();
  const locale = useLocale();
  return (scope) => {
    if (scope.kind === 'all') return t('personal.push.everything');
    const app = apps.find(({ id, forms }) =>
      scope.kind === 'app' ? id === scope.id : forms.some((form) => form.id === scope.id),
    );
    if (!app) return t('personal.push.gone');
    const title = textIn(app.title, locale);
    return scope.kind === 'app'
      ? title
      : `${title} / ${textIn(app.forms.find(({ id }) => id === scope.id)!.title, locale)}`;
  };
}
