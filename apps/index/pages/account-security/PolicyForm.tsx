import { policyApi, type SecurityPolicy } from '@formwork/contract/identity/policy.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { Arranged } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button, Input, InputNumber, Segmented, Switch } from 'antd';
import { useState, type ReactNode } from 'react';
import './account-security.css';

interface PolicyFormProps {
  policy: SecurityPolicy;
  ownAddress: string;
  platformSessionHours: number;
  lock: { entries: number; minutes: number };
}

type NumberField = 'minLength' | 'history' | 'expiryDays';
type Flag = 'changeGiven' | 'twoStep' | 'oneSessionPerDevice';

export function PolicyForm({ policy, ownAddress, platformSessionHours, lock }: PolicyFormProps) {
  const t = useT();
  const elements = useElements('accountSecurity');
  const { message } = App.useApp();
  const [form, setForm] = useState(policy);
  // typed line by line, cut into ranges when it is saved
  const [ranges, setRanges] = useState(policy.ipRanges.join('\n'));
  const save = useCommand(policyApi.save, {
    quiet: true,
    refresh: [policyApi.read],
    onDone: () => void message.success(t('policy.saved')),
  });
  const next: SecurityPolicy = { ...form, ipRanges: ranges.split(/[\s,;，；]+/).filter((range) => range !== '') };
  const changed = JSON.stringify(next) !== JSON.stringify(policy);
  useConfirmLeave(changed);

  const set = (changes: Partial<SecurityPolicy>) => {
    setForm({ ...form, ...changes });
    save.reset();
  };
  const number = (field: NumberField, { min, max, unit }: { min: number; max: number; unit: string }) => (
    <FieldRow
      name={field}
      label={t(`policy.${field}`)}
      help={t(`policy.${field}_help`)}
      error={save.fieldErrors[field]}
    >
      {(input) => (
        <InputNumber
          {...input}
          className="policy-number"
          min={min}
          max={max}
          precision={0}
          suffix={unit}
          value={form[field]}
          onChange={(value) => set({ [field]: value ?? min })}
        />
      )}
    </FieldRow>
  );
  const flag = (field: Flag) => (
    <div className="policy-flag">
      <Switch
        id={field}
        checked={form[field]}
        onChange={(value) => set({ [field]: value })}
        aria-describedby={`${field}-help`}
      />
      <div>
        <label htmlFor={field}>{t(`policy.${field}`)}</label>
        <div className="policy-help" id={`${field}-help`}>
          {t(`policy.${field}_help`)}
        </div>
      </div>
    </div>
  );
  const undo = () => {
    setForm(policy);
    setRanges(policy.ipRanges.join('\n'));
    save.reset();
  };
  const general = save.error && Object.keys(save.fieldErrors).length === 0 ? save.errorText : undefined;

  return (
    <Page
      title={t('policy.title')}
      width="settings"
      footer={
        <>
          <Button
            type="primary"
            disabled={!changed}
            loading={save.pending}
            onClick={() => void save.run({ body: next })}
          >
            {t('policy.save')}
          </Button>
          <Button disabled={!changed || save.pending} onClick={undo}>
            {t('policy.undo')}
          </Button>
          {general && (
            <span className="policy-error" role="alert">
              {general}
            </span>
          )}
        </>
      }
    >
      <Arranged className="policy" of={elements} group="sections">
        <PolicySection key="passwords" title={elements.title('sections', 'passwords', t('policy.passwords'))}>
          <div className="policy-grid">
            {number('minLength', { min: 8, max: 64, unit: t('policy.unit_characters') })}
            <FieldRow name="kinds" label={t('policy.kinds')} help={t('policy.kinds_help')}>
              <Segmented
                aria-labelledby="kinds-label"
                value={form.kinds}
                onChange={(kinds) => set({ kinds })}
                options={[1, 2, 3, 4].map((kinds) => ({ value: kinds, label: kinds }))}
              />
            </FieldRow>
            <FieldRow name="grade" label={t('policy.grade')} help={t(`policy.grade_${form.grade}`)}>
              <Segmented
                aria-labelledby="grade-label"
                value={form.grade}
                onChange={(grade) => set({ grade })}
                options={(['low', 'medium', 'high'] as const).map((grade) => ({
                  value: grade,
                  label: t(`login.change.${grade}`),
                }))}
              />
            </FieldRow>
            {number('history', { min: 0, max: 24, unit: t('policy.unit_passwords') })}
            {number('expiryDays', { min: 0, max: 3650, unit: t('policy.unit_days') })}
          </div>
          {flag('changeGiven')}
        </PolicySection>
        <PolicySection key="signing_in" title={elements.title('sections', 'signing_in', t('policy.signing_in'))}>
          <p className="policy-help">{t('policy.lock_note', lock)}</p>
          {flag('twoStep')}
          <FieldRow
            name="ipRanges"
            label={t('policy.ipRanges')}
            help={t('policy.ipRanges_help', { address: ownAddress })}
            error={save.fieldErrors.ipRanges}
          >
            {(input) => (
              <Input.TextArea
                {...input}
                className="policy-ranges"
                spellCheck={false}
                autoSize={{ minRows: 2, maxRows: 10 }}
                placeholder={'10.1.0.0/16\n203.0.113.8'}
                value={ranges}
                onChange={(event) => {
                  setRanges(event.target.value);
                  save.reset();
                }}
              />
            )}
          </FieldRow>
        </PolicySection>
        <PolicySection key="sessions" title={elements.title('sections', 'sessions', t('policy.sessions'))}>
          <FieldRow
            name="sessionHours"
            label={t('policy.sessionHours')}
            help={t('policy.sessionHours_help', { hours: platformSessionHours })}
            error={save.fieldErrors.sessionHours}
          >
            {(input) => (
              <InputNumber
                {...input}
                className="policy-number"
                min={0.1}
                max={2160}
                suffix={t('policy.unit_hours')}
                value={form.sessionHours}
                placeholder={String(platformSessionHours)}
                onChange={(sessionHours) => set({ sessionHours })}
              />
            )}
          </FieldRow>
          {flag('oneSessionPerDevice')}
        </PolicySection>
      </Arranged>
    </Page>
  );
}

function PolicySection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="policy-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
