import type { DateRangeConfig } from '@formwork/contract/forms/field-types/date-range.ts';
import type { DateTimeConfig } from '@formwork/contract/forms/field-types/date-time.ts';
import type { DateConfig } from '@formwork/contract/forms/field-types/date.ts';
import type { TimeConfig } from '@formwork/contract/forms/field-types/time.ts';
import { DayInput } from '@formwork/web/inputs/DayInput.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Line } from '../inspector-parts.tsx';
import { ChoicePart, useLimitsText, withSetting, type ConfigProps } from './parts.tsx';

export function DateConfigEditor(props: ConfigProps<DateConfig>) {
  return <DayLimits {...props} />;
}

function DayLimits<Config extends DateConfig>({ config, onChange }: Pick<ConfigProps<Config>, 'config' | 'onChange'>) {
  const t = useT();
  const wrong = useLimitsText(config.earliest, config.latest);
  return (
    <>
      {(['earliest', 'latest'] as const).map((name) => (
        <Line key={name} label={t(`design.config.${name}`)} wrong={name === 'latest' ? wrong : undefined}>
          <DayInput value={config[name]} onChange={(day) => onChange(withSetting(config, name, day ?? undefined))} />
        </Line>
      ))}
    </>
  );
}

export function DateTimeConfigEditor(props: ConfigProps<DateTimeConfig>) {
  const t = useT();
  return (
    <>
      <ChoicePart
        {...props}
        name="precision"
        label={t('design.config.precision')}
        options={['minute', 'second']}
        labels="design.config.precision_"
      />
      <DayLimits {...props} />
    </>
  );
}

export function DateRangeConfigEditor(props: ConfigProps<DateRangeConfig>) {
  const t = useT();
  return (
    <>
      <ChoicePart
        {...props}
        name="precision"
        label={t('design.config.precision')}
        options={['day', 'minute', 'second']}
        labels="design.config.precision_"
      />
      <DayLimits {...props} />
    </>
  );
}

export function TimeConfigEditor(props: ConfigProps<TimeConfig>) {
  const t = useT();
  return (
    <ChoicePart
      {...props}
      name="precision"
      label={t('design.config.precision')}
      options={['minute', 'second']}
      labels="design.config.precision_"
    />
  );
}
