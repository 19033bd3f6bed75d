import type { ConditionValue } from '@formwork/contract/condition/condition.ts';
import { InputNumber } from 'antd';
import { useT } from '@formwork/web/i18n/i18n.ts';

const parts = { circle: ['lat', 'lng', 'km'], box: ['south', 'west', 'north', 'east'] } as const;
const most = { lat: 90, lng: 180, km: 20_040, south: 90, west: 180, north: 90, east: 180 } as const;

/** Around a point, or between two corners: degrees as numbers, so that they can be copied from anywhere. */
export function PlaceOperand({
  shape,
  value,
  onChange,
}: {
  shape: 'circle' | 'box';
  value: ConditionValue | undefined;
  onChange: (value: ConditionValue) => void;
}) {
  const t = useT();
  const numbers = Array.isArray(value) ? value : [];
  return (
    <span className="fw-condition-place">
      {parts[shape].map((name, index) => (
        <InputNumber
          key={name}
          aria-label={t(`records.place.${name}`)}
          placeholder={t(`records.place.${name}`)}
          min={name === 'km' ? 0 : -most[name]}
          max={most[name]}
          value={typeof numbers[index] === 'number' ? numbers[index] : null}
          onChange={(next) =>
            onChange(parts[shape].map((_, place) => (place === index ? (next ?? '') : (numbers[place] ?? ''))))
          }
        />
      ))}
    </span>
  );
}
