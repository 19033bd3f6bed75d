import { hueNames, type HueName } from '@formwork/contract/hues/hues.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Select } from 'antd';

const byItself = 'auto';

/** One of the colours of the house, or what it would have by itself. */
export function HueSelect({
  value,
  label,
  readOnly,
  small = false,
  needed = false,
  onHue,
}: {
  value: HueName | undefined;
  label?: string;
  readOnly: boolean;
  small?: boolean;
  /** There is no colour that it would have by itself. */
  needed?: boolean;
  onHue: (hue: HueName | undefined) => void;
}) {
  const t = useT();
  return (
    <Select
      {...(small && { size: 'small' as const })}
      {...(label !== undefined && { 'aria-label': label })}
      disabled={readOnly}
      value={value ?? byItself}
      options={[
        ...(needed ? [] : [{ value: byItself, label: t('analytics.by_itself') }]),
        ...hueNames.map((hue) => ({ value: hue, label: t(`analytics.hue.${hue}`) })),
      ]}
      onChange={(hue: string) => onHue(hue === byItself ? undefined : (hue as HueName))}
    />
  );
}
