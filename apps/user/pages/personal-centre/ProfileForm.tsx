import { profileApi, signatureLetters, type Profile } from '@formwork/contract/profile/api.ts';
import { FieldGrid, FieldRow } from '@formwork/ui/input/field-row.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { DayInput } from '@formwork/web/inputs/DayInput.tsx';
import { today } from '@formwork/web/inputs/wall-clock.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button, Input, Radio } from 'antd';
import { useState, type FormEvent } from 'react';
import { DrawnSignature } from './DrawnSignature.tsx';
import { inputOf, problemsIn, valuesOf, type ProfileValues } from './profile-values.ts';

type Field = keyof ProfileValues;

/** The fields a person fills in about themselves. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const t = useT();
  const { message } = App.useApp();
  const [changes, setChanges] = useState<Partial<ProfileValues>>({});
  const [found, setFound] = useState<Partial<Record<Field, string>>>({});
  const save = useCommand(profileApi.update, {
    refresh: [profileApi.get],
    onDone: () => {
      setChanges({});
      void message.success(t('personal.info.saved'));
    },
  });
  const changed = Object.keys(changes).length > 0;
  useConfirmLeave(changed);
  const values = { ...valuesOf(profile), ...changes };
  const set = (field: Field, value: string | undefined) => setChanges({ ...changes, [field]: value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problems = problemsIn(values);
    setFound(problems);
    if (Object.keys(problems).length === 0) void save.run({ body: inputOf(values) });
  };
  const errorOf = (field: Field) =>
    found[field] ? t(found[field], { max: signatureLetters }) : save.fieldErrors[field];
  const text = (field: Exclude<Field, 'gender'>, maxLength: number, extra: object = {}) => (
    <FieldRow name={field} label={t(`personal.info.${field}`)} error={errorOf(field)} {...extra}>
      {(input) => (
        <Input
          {...input}
          maxLength={maxLength}
          value={values[field]}
          onChange={(event) => set(field, event.target.value)}
        />
      )}
    </FieldRow>
  );
  const date = (field: 'birthday' | 'entryDate') => (
    <FieldRow name={field} label={t(`personal.info.${field}`)} error={errorOf(field)}>
      {(input) => (
        <DayInput {...input} latest={today()} value={values[field]} onChange={(day) => set(field, day ?? '')} />
      )}
    </FieldRow>
  );
  return (
    <form className="my-info-form" onSubmit={submit} noValidate>
      <FieldGrid>
        <FieldRow name="gender" label={t('personal.info.gender')}>
          <Radio.Group
            id="gender"
            value={values.gender}
            onChange={(event) => set('gender', event.target.value as string)}
            options={(['male', 'female', ''] as const).map((value) => ({
              value,
              label: t(`personal.gender.${value || 'unsaid'}`),
            }))}
          />
        </FieldRow>
        {date('birthday')}
        {text('qq', 12)}
        <IdCardField
          kept={profile.idCard}
          value={values.idCard}
          error={errorOf('idCard')}
          onChange={(value) => set('idCard', value)}
        />
        {text('extension', 20)}
        {date('entryDate')}
        {text('address', 200, { wide: true })}
        <FieldRow
          name="jobDescription"
          wide
          label={t('personal.info.jobDescription')}
          error={errorOf('jobDescription')}
        >
          {(input) => (
            <Input.TextArea
              {...input}
              rows={3}
              maxLength={500}
              showCount
              value={values.jobDescription}
              onChange={(event) => set('jobDescription', event.target.value)}
            />
          )}
        </FieldRow>
        <FieldRow
          name="signature"
          wide
          label={t('personal.info.signature')}
          help={t('personal.info.signature_help', { max: signatureLetters })}
          error={errorOf('signature')}
        >
          {(input) => (
            <Input
              {...input}
              count={{ show: true, max: signatureLetters, strategy: (typed) => [...typed].length }}
              value={values.signature}
              onChange={(event) => set('signature', event.target.value)}
            />
          )}
        </FieldRow>
        <DrawnSignature profile={profile} />
      </FieldGrid>
      <div className="my-info-actions">
        <Button type="primary" htmlType="submit" loading={save.pending} disabled={!changed}>
          {t('personal.info.save')}
        </Button>
        {changed && (
          <Button
            onClick={() => {
              setChanges({});
              setFound({});
              save.reset();
            }}
          >
            {t('personal.info.undo')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** A kept number is shown with all but its ends hidden; another one takes its place. */
function IdCardField({
  kept,
  value,
  error,
  onChange,
}: {
  kept: string | null;
  value: string | undefined;
  error: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const t = useT();
  return (
    <FieldRow name="idCard" label={t('personal.info.idCard')} error={error} help={t('personal.info.idCard_help')}>
      {(input) =>
        value === undefined ? (
          <div className="my-info-kept">
            <span id={input.id} className="fw-field-value">
              {kept}
            </span>
            <Button size="small" onClick={() => onChange('')}>
              {t('personal.info.idCard_change')}
            </Button>
          </div>
        ) : (
          <Input
            {...input}
            maxLength={18}
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </FieldRow>
  );
}
