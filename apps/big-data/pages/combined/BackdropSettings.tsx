import { backdropFits, type Backdrop, type Screen } from '@formwork/contract/analytics/screen.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { ColorPicker, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { FieldRow } from '../../parts/FieldRow.tsx';
import { PictureInput } from '../../parts/PictureInput.tsx';

interface Props {
  backdrop: Screen['backdrop'];
  readOnly: boolean;
  onBackdrop: (backdrop: Screen['backdrop'], group?: string) => void;
}

const kinds = ['none', 'gradient', 'picture'] as const;
const gradient: Backdrop = { is: 'gradient', from: '#0b2a4a', to: '#04101d', angle: 160 };

/** What lies over the ground of a screen: colours of one's own, or a picture. */
export function BackdropSettings({ backdrop, readOnly, onBackdrop }: Props) {
  const t = useT();
  // a picture lies there once one was chosen
  const [wanted, setWanted] = useState(false);
  const kind = wanted && backdrop?.is !== 'picture' ? 'picture' : (backdrop?.is ?? 'none');
  const choose = (next: (typeof kinds)[number]) => {
    setWanted(next === 'picture');
    if (next === 'none') onBackdrop(null);
    else if (next === 'gradient' && backdrop?.is !== 'gradient') onBackdrop(gradient);
  };
  return (
    <>
      <FieldRow label={t('analytics.backdrop')}>
        <Select
          disabled={readOnly}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`analytics.backdrop.${value}`) }))}
          onChange={choose}
        />
      </FieldRow>
      {kind === 'gradient' && backdrop?.is === 'gradient' && (
        <>
          {(['from', 'to'] as const).map((end) => (
            <FieldRow key={end} label={t(`analytics.backdrop.${end}`)}>
              <ColorPicker
                disabled={readOnly}
                disabledAlpha
                value={backdrop[end]}
                onChangeComplete={(colour) => onBackdrop({ ...backdrop, [end]: colour.toHexString() }, end)}
              />
            </FieldRow>
          ))}
          <FieldRow label={t('analytics.backdrop.angle')}>
            <InputNumber
              min={0}
              max={360}
              precision={0}
              disabled={readOnly}
              value={backdrop.angle}
              onChange={(angle) => angle !== null && onBackdrop({ ...backdrop, angle }, 'angle')}
            />
          </FieldRow>
        </>
      )}
      {kind === 'picture' && (
        <>
          {!readOnly && (
            <PictureInput
              onPicture={(src) =>
                onBackdrop({ is: 'picture', src, fit: backdrop?.is === 'picture' ? backdrop.fit : 'cover' })
              }
            />
          )}
          {backdrop?.is === 'picture' && (
            <FieldRow label={t('analytics.stage_fit')}>
              <Select
                disabled={readOnly}
                value={backdrop.fit}
                options={backdropFits.map((fit) => ({ value: fit, label: t(`analytics.backdrop_fit.${fit}`) }))}
                onChange={(fit) => onBackdrop({ ...backdrop, fit })}
              />
            </FieldRow>
          )}
        </>
      )}
    </>
  );
}
