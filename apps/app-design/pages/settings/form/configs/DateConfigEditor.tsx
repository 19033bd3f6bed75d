import type { DateTimeConfig } from '@formwork/contract/forms/field-types/date-time.ts';
import type { DateConfig } from '@formwork/contract/forms/field-types/date.ts';
import type { TimeConfig } from '@formwork/contract/forms/field-types/time.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Line } from '../inspector-parts.tsx';
import { ChoicePart, withSetting, type ConfigProps } from './parts.tsx';

export function DateConfigEditor({ config, onChange }: ConfigProps<DateConfig>) {
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

export function TimeConfigEditor(props: ConfigProps<TimeConfig>) {
  const t = useT();
  return <ChoicePart {...props} name="precision" label={t('design.config.precision')} options={['minute', 'second']} labels="design.config.precision_" />;
}
