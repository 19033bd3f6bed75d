import type { AttachmentConfig } from '@formwork/contract/forms/field-types/attachment.ts';
import { autoNumberText, type AutoNumberConfig } from '@formwork/contract/forms/field-types/auto-number.ts';
import type { MemberConfig } from '@formwork/contract/forms/field-types/member.ts';
import type { PhoneConfig } from '@formwork/contract/forms/field-types/phone.ts';
import type { RatingConfig } from '@formwork/contract/forms/field-types/rating.ts';
import type { SliderConfig } from '@formwork/contract/forms/field-types/slider.ts';
import type { SwitchConfig } from '@formwork/contract/forms/field-types/switch.ts';
import { textIn } from '@formwork/contract/text.ts';
import { today } from '@formwork/web/inputs/wall-clock.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Input } from 'antd';
import { Choose, Line, TextPair } from '../inspector-parts.tsx';
import { UnitLine } from './NumberConfigEditor.tsx';
import { ChoicePart, FlagPart, NumberPart, withSetting, type ConfigProps } from './parts.tsx';

/** People, departments, posts and roles alike. */
export function MemberConfigEditor(props: ConfigProps<MemberConfig>) {
  const t = useT();
  return (
    <>
      <FlagPart {...props} name="multiple" label={t('design.config.multiple')} />
      {props.config.multiple && <NumberPart {...props} name="max" label={t('design.config.most')} min={1} max={500} />}
    </>
  );
}

export function AttachmentConfigEditor(props: ConfigProps<AttachmentConfig>) {
  const t = useT();
  return (
    <>
      <NumberPart {...props} name="max" label={t('design.config.most_files')} min={1} max={50} empty={false} />
      <NumberPart {...props} name="maxSize" label={t('design.config.max_size')} min={1} max={2000} empty={false} />
      <ChoicePart
        {...props}
        name="accept"
        label={t('design.config.accept')}
        options={['any', 'image', 'document']}
        labels="design.config.accept_"
      />
    </>
  );
}

export function AutoNumberConfigEditor(props: ConfigProps<AutoNumberConfig>) {
  const t = useT();
  const locale = useLocale();
  const { config, onChange } = props;
  return (
    <>
      <Line label={t('design.config.prefix')}>
        <Input
          value={config.prefix}
          maxLength={30}
          onChange={(event) => onChange({ ...config, prefix: event.target.value })}
        />
      </Line>
      <Line label={t('design.config.number_fields')}>
        <Choose
          mode="multiple"
          maxCount={5}
          value={config.fields ?? []}
          onChange={(fields: string[]) => onChange({ ...config, fields })}
          options={props.definition.fields
            .filter(({ type }) => type !== 'autoNumber')
            .map((field) => ({ value: field.id, label: textIn(field.title, locale) }))}
        />
      </Line>
      <ChoicePart
        {...props}
        name="date"
        label={t('design.config.number_date')}
        options={['none', 'yyyy', 'yyyyMM', 'yyyyMMdd']}
        labels="design.config.number_date_"
      />
      <NumberPart {...props} name="digits" label={t('design.config.digits')} min={1} max={12} empty={false} />
      <NumberPart {...props} name="start" label={t('design.config.start')} min={0} max={1_000_000_000} empty={false} />
      <ChoicePart
        {...props}
        name="reset"
        label={t('design.config.reset')}
        options={['never', 'year', 'month', 'day']}
        labels="design.config.reset_"
      />
      <FlagPart {...props} name="editable" label={t('design.config.number_editable')} />
      <p className="designer-example">
        {t('design.config.example')}{' '}
        <code>
          {autoNumberText(
            config,
            config.start,
            today(),
            (config.fields ?? []).map((id) =>
              textIn(props.definition.fields.find((field) => field.id === id)?.title, locale),
            ),
          )}
        </code>
      </p>
    </>
  );
}

export function PhoneConfigEditor(props: ConfigProps<PhoneConfig>) {
  const t = useT();
  return (
    <ChoicePart
      {...props}
      name="kind"
      label={t('design.config.phone_kind')}
      options={['any', 'mobile', 'landline']}
      labels="design.config.phone_"
    />
  );
}

export function RatingConfigEditor(props: ConfigProps<RatingConfig>) {
  const t = useT();
  return <NumberPart {...props} name="max" label={t('design.config.stars')} min={2} max={10} empty={false} />;
}

export function SliderConfigEditor(props: ConfigProps<SliderConfig>) {
  const t = useT();
  return (
    <>
      <NumberPart {...props} name="min" label={t('design.config.min')} empty={false} fraction />
      <NumberPart
        {...props}
        name="max"
        label={t('design.config.max')}
        empty={false}
        fraction
        wrong={props.config.min < props.config.max ? undefined : t('forms.problem.range')}
      />
      <NumberPart {...props} name="step" label={t('design.config.step')} min={0.000_001} empty={false} fraction />
      <UnitLine {...props} />
    </>
  );
}

export function SwitchConfigEditor({ config, onChange }: ConfigProps<SwitchConfig>) {
  const t = useT();
  return (
    <>
      <TextPair
        label={t('design.config.on')}
        value={config.on}
        onChange={(on) => onChange(withSetting(config, 'on', on))}
      />
      <TextPair
        label={t('design.config.off')}
        value={config.off}
        onChange={(off) => onChange(withSetting(config, 'off', off))}
      />
    </>
  );
}
