import { DeleteOutlined } from '@ant-design/icons';
import { pointTypes } from '@formwork/contract/iot/thing-model.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import type { PointDraft, PointProblem } from './point-drafts.ts';

interface PointLineProps {
  point: PointDraft;
  problems: readonly PointProblem[];
  onChange: (part: Partial<PointDraft>) => void;
  onRemove: () => void;
}

/** One point of a product: what it is called, and what may be reported of it. */
export function PointLine({ point, problems, onChange, onRemove }: PointLineProps) {
  const t = useT();
  const counts = point.type === 'number' || point.type === 'integer';
  const wrong = (part: PointProblem['part']) =>
    problems.some((one) => one.part === part) ? { status: 'error' as const, 'aria-invalid': true } : {};
  // the first line's stand for all of them where there is room for one line each
  const part = (name: string, control: ReactNode) => (
    <span className="iot-part">
      <small aria-hidden>{t(`iot.point.${name}`)}</small>
      {control}
    </span>
  );
  const label = (name: string) => ({ 'aria-label': t(`iot.point.${name}`) });
  return (
    <div className="iot-point-line" role="group" aria-label={point.zh || point.key || t('iot.point.point')}>
      {part(
        'key',
        <Input
          {...label('key')}
          {...wrong('key')}
          maxLength={40}
          value={point.key}
          onChange={(event) => onChange({ key: event.target.value })}
        />,
      )}
      {part(
        'zh',
        <Input
          {...label('zh')}
          {...wrong('zh')}
          maxLength={50}
          value={point.zh}
          onChange={(event) => onChange({ zh: event.target.value })}
        />,
      )}
      {part(
        'en',
        <Input
          {...label('en')}
          maxLength={50}
          value={point.en}
          onChange={(event) => onChange({ en: event.target.value })}
        />,
      )}
      {part(
        'type',
        <Select
          {...label('type')}
          value={point.type}
          onChange={(type) => onChange({ type })}
          options={pointTypes.map((value) => ({ value, label: t(`iot.point.type_${value}`) }))}
        />,
      )}
      {part(
        'unit',
        <Input
          {...label('unit')}
          maxLength={20}
          disabled={point.type === 'boolean'}
          value={point.unit}
          onChange={(event) => onChange({ unit: event.target.value })}
        />,
      )}
      {part(
        'min',
        <InputNumber {...label('min')} disabled={!counts} value={point.min} onChange={(min) => onChange({ min })} />,
      )}
      {part(
        'max',
        <InputNumber
          {...label('max')}
          {...wrong('max')}
          disabled={!counts}
          value={point.max}
          onChange={(max) => onChange({ max })}
        />,
      )}
      {part(
        'decimals',
        <InputNumber
          {...label('decimals')}
          min={0}
          max={9}
          precision={0}
          disabled={point.type !== 'number'}
          value={point.decimals}
          onChange={(decimals) => onChange({ decimals })}
        />,
      )}
      <button
        type="button"
        className="fw-icon-button"
        aria-label={t('iot.point.remove')}
        title={t('iot.point.remove')}
        onClick={onRemove}
      >
        <DeleteOutlined />
      </button>
      {problems.map(({ part: name, text }) => (
        <p key={name} className="iot-point-problem" role="alert">
          {t(text)}
        </p>
      ))}
    </div>
  );
}
