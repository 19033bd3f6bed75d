import type { DateRangeConfig } from '@formwork/contract/forms/field-types/date-range.ts';
import type { DateTimeConfig } from '@formwork/contract/forms/field-types/date-time.ts';
import type { DateConfig } from '@formwork/contract/forms/field-types/date.ts';
import type { TimeConfig } from '@formwork/contract/forms/field-types/time.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Line } from '../inspector-parts.tsx';
import { ChoicePart, withSetting, type ConfigProps } from './parts.tsx';

export function DateConfigEditor(props: ConfigProps<DateConfig>) {
  return <DayLimits {...props} />;
}

function DayLimits<Config extends DateConfig>({ config, onChange }: Pick<ConfigProps<Config>, 'config' | 'onChange'>) {
  const t = useT();
  return (
    <>
      {(['earliest', 'latest'] as const).map((name) => (
        <Line key={name} label={t(`design.config.${name}`)}><input className="designer-date" type="date" value={config[name] ?? ''} onChange={(event) => onChange(withSetting(config, name, event.target.value || undefined))} /></Line>
      ))}
    </>
  );
}

export function DateTimeConfigEditor(props: ConfigProps<DateTimeConfig>) {
  const t = useT();
  return <ChoicePart {...props} name="precision" label={t('design.config.precision')} options={['minute', 'second']} labels="design.config.precision_" />;
}

export function DateRangeConfigEditor(props: ConfigProps<DateRangeConfig>) {
  const t = useT();
  return (
    <>
      <ChoicePart {...props} name="precision" label={t('design.config.precision')} options={['day', 'minute', 'second']} labels="design.config.precision_" />
      <DayLimits {...props} />
    </>
  );
}

export function TimeConfigEditor(props: ConfigProps<TimeConfig>) {
  const t = useT();
  return <ChoicePart {...props} name="precision" label={t('design.config.precision')} options={['minute', 'second']} labels="design.config.precision_" />;
}
