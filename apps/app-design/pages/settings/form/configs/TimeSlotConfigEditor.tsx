import { resourceKinds, type TimeSlotConfig } from '@formwork/contract/forms/field-types/time-slot.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Checkbox } from 'antd';
import { Choose, Line } from '../inspector-parts.tsx';
import { ChoicePart, NumberPart, type ConfigProps } from './parts.tsx';

export function TimeSlotConfigEditor(props: ConfigProps<TimeSlotConfig>) {
  const t = useT();
  const locale = useLocale();
  const { config, onChange, definition, table } = props;
  const ownFields = definition.tables.find(({ id }) => id === table)?.fields ?? [];
  const named = [...ownFields, ...definition.fields].filter(
    (field) => field.type !== 'autoNumber' && resourceKinds.has(fieldKind(field)),
  );
  return (
    <>
      <Line label={t('design.config.slot_resources')} help={t('design.config.slot_resources_help')}>
        <Choose
          mode="multiple"
          value={config.resources}
          maxCount={5}
          placeholder={t('design.config.slot_form')}
          onChange={(resources: string[]) => onChange({ ...config, resources })}
          options={named.map((field) => ({ value: field.id, label: textIn(field.title, locale) }))}
        />
      </Line>
      <ChoicePart
        {...props}
        name="choice"
        label={t('design.config.slot_choice')}
        options={['slots', 'free']}
        labels="design.config.slot_choice_"
      />
      {config.choice === 'slots' && (
        <>
          <NumberPart
            {...props}
            name="minutes"
            label={t('design.config.slot_minutes')}
            min={5}
            max={1440}
            empty={false}
          />
          <NumberPart {...props} name="most" label={t('design.config.slot_most')} min={1} max={48} empty={false} />
        </>
      )}
      {(['opensAt', 'closesAt'] as const).map((name) => (
        <Line key={name} label={t(`design.config.slot_${name}`)}>
          <Choose
            showSearch
            value={config[name]}
            onChange={(clock: string) => onChange({ ...config, [name]: clock })}
            options={clocks.map((value) => ({ value, label: value }))}
          />
        </Line>
      ))}
      <fieldset className="designer-line">
        <legend>{t('design.config.slot_weekdays')}</legend>
        <Checkbox.Group
          value={config.weekdays}
          onChange={(weekdays) => {
            if (weekdays.length > 0)
              onChange({ ...config, weekdays: [...weekdays].sort((left, right) => left - right) });
          }}
          options={[1, 2, 3, 4, 5, 6, 7].map((value) => ({ value, label: t(`design.config.weekday_${value}`) }))}
        />
      </fieldset>
      <NumberPart
        {...props}
        name="daysAhead"
        label={t('design.config.slot_days_ahead')}
        min={0}
        max={730}
        empty={false}
      />
    </>
  );
}

/** Every half hour, the end of the day included. */
const clocks = Array.from(
  { length: 49 },
  (_, index) => `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`,
);
