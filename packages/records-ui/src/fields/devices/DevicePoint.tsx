import { capturedText, pointName } from '@formwork/contract/forms/field-types/device-point.ts';
import { isReading, type Reading } from '@formwork/contract/forms/values/reading.ts';
import { readingText } from '@formwork/contract/iot/thing-model.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { lazy, Suspense } from 'react';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import './device-point.css';
import { useDevice } from './devices.ts';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { FullText } from '../ShownText.tsx';

export const devicePointUi: FieldUi<'devicePoint'> = {
  Editor: DevicePointEditor,
  Cell: ReadingCell,
  Detail: ReadingView,
  Past: FullText,
  wide: true,
  width: 240,
};

const DevicePointInput = lazy(() => import('./DevicePointInput.tsx'));

function DevicePointEditor(props: EditorProps<'devicePoint'>) {
  return (
    <Suspense fallback={null}>
      <DevicePointInput {...props} />
    </Suspense>
  );
}

/** What the point says now with its age; where that cannot be known, what was captured. The device goes without saying where the form has one for all. */
function ReadingCell({ field, value }: ShownProps<'devicePoint'>) {
  const t = useT();
  const locale = useLocale();
  if (!isReading(value)) return null;
  const named = field.config.fixed === undefined;
  const captured = capturedText(value, locale);
  return (
    <span
      className="fw-list-cell-text fw-reading"
      title={[
        `${value.deviceName} · ${pointName(value, locale)}`,
        captured && `${t('records.reading.captured')} ${captured}`,
      ]
        .filter(Boolean)
        .join('\n')}
    >
      {named && (
        <span className="fw-reading-name">
          {value.deviceName} · {pointName(value, locale)}
        </span>
      )}
      <LiveReading reading={value} />
    </span>
  );
}

function ReadingView({ value }: ShownProps<'devicePoint'>) {
  const t = useT();
  const locale = useLocale();
  if (!isReading(value)) return null;
  const captured = capturedText(value, locale);
  return (
    <span className="fw-reading-view">
      <span>
        {value.deviceName} · {pointName(value, locale)}
      </span>
      <span className="fw-reading">
        <LiveReading reading={value} />
      </span>
      {captured !== '' && value.reportedAt && (
        <span className="fw-field-note">
          {t('records.reading.captured')} {captured} ·{' '}
          <Time at={value.reportedAt} locale={locale} precision="second" relative={false} />
        </span>
      )}
    </span>
  );
}

/** Follows the device; a retired or silent one says so beside its last value. */
export function LiveReading({
  reading,
}: {
  reading: Pick<Reading, 'device' | 'pointKey' | 'unitSign' | 'decimals' | 'value'>;
}) {
  const t = useT();
  const locale = useLocale();
  const device = useDevice(reading.device);
  const captured = capturedText(reading, locale);
  if (device === undefined) return <span>{captured}</span>;
  const last = device?.values[reading.pointKey];
  if (!device)
    return (
      <>
        <span>{captured}</span> <span className="fw-reading-age">{t('records.reading.device_gone')}</span>
      </>
    );
  return (
    <>
      <span
        className="fw-reading-dot"
        data-state={device.state}
        role="img"
        aria-label={t(`records.reading.state_${device.state}`)}
        title={t(`records.reading.state_${device.state}`)}
      />
      {last ? (
        <>
          <strong>{readingText(last.value, { unit: reading.unitSign, decimals: reading.decimals }, locale)}</strong>{' '}
          <span className="fw-reading-age">
            <Time at={last.at} locale={locale} />
          </span>
        </>
      ) : (
        <span className="fw-reading-age">{t('records.reading.none')}</span>
      )}
      {device.state === 'retired' && <span className="fw-reading-age">{t('records.reading.state_retired')}</span>}
    </>
  );
}
