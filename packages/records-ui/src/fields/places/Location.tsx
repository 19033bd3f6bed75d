import { AimOutlined, EnvironmentOutlined } from '@ant-design/icons';
import { fieldTypes } from '@formwork/contract/forms/field-types/registry.ts';
import { isPlace, type Place } from '@formwork/contract/forms/values/place.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { Button, Input } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useT } from '@formwork/web/i18n/i18n.ts';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import './location.css';
import { ShownText } from '../ShownText.tsx';
import { usePosition } from './use-position.ts';

export const locationUi: FieldUi<'location'> = {
  Editor: LocationEditor,
  Cell: ShownText,
  Detail: PlaceView,
  wide: true,
  width: 220,
};

const PlaceDialog = lazy(() => import('./PlaceDialog.tsx'));

/** A place as it is typed: degrees are text until they are checked. */
export interface TypedPlace {
  lat?: number | string;
  lng?: number | string;
  name?: string;
  address?: string;
}

function LocationEditor({ field, value, onChange, input }: EditorProps<'location'>) {
  const t = useT();
  const place = typedPlace(value);
  const [choosing, setChoosing] = useState(false);
  const position = usePosition((found) => change({ ...place, ...found }));
  const { here } = field.config;
  const change = (next: TypedPlace) =>
    onChange(
      Object.values(next).every((part) => part === undefined || part === '') ? null : { lat: '', lng: '', ...next },
    );
  const box = (name: keyof TypedPlace, width: string, more: object = {}) => (
    <Input
      {...more}
      className={width}
      disabled={here && (name === 'lat' || name === 'lng')}
      aria-label={t(`records.place.${name}`)}
      placeholder={t(`records.place.${name}`)}
      value={String(place[name] ?? '')}
      onChange={(event) => change({ ...place, [name]: event.target.value })}
    />
  );
  return (
    <div className="fw-place" role="group">
      <div className="fw-place-line">
        {box('name', 'fw-place-name', {
          id: input.id,
          maxLength: 200,
          'aria-describedby': input['aria-describedby'],
          'aria-invalid': input['aria-invalid'],
        })}
        {box('address', 'fw-place-address', { maxLength: 500 })}
      </div>
      <div className="fw-place-line">
        {box('lat', 'fw-place-degrees', { inputMode: 'decimal' })}
        {box('lng', 'fw-place-degrees', { inputMode: 'decimal' })}
        {!here && (
          <Button icon={<EnvironmentOutlined />} onClick={() => setChoosing(true)}>
            {t('records.place.choose')}
          </Button>
        )}
        <Button icon={<AimOutlined />} loading={position.looking} onClick={position.look}>
          {t('records.place.here')}
        </Button>
        {value !== null && (
          <Button type="text" onClick={() => onChange(null)}>
            {t('records.place.clear')}
          </Button>
        )}
      </div>
      {position.failed && (
        <p className="fw-field-error" role="alert">
          {t('records.place.failed')} {position.failed}
        </p>
      )}
      {/* words typed before are those of the place that is chosen; those of another place go with it */}
      {choosing && (
        <Suspense fallback={null}>
          <PlaceDialog
            field={field}
            value={placeOf(place)}
            onClose={() => setChoosing(false)}
            onChoose={(chosen) => {
              onChange(placeOf(place) ? chosen : { ...place, ...chosen });
              setChoosing(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The words first, the degrees below; the map comes when it is asked for. */
function PlaceView({ field, value }: ShownProps<'location'>) {
  const t = useT();
  const [open, setOpen] = useState(false);
  if (!isPlace(value)) return null;
  return (
    <span className="fw-place-view">
      {value.name && <strong>{value.name}</strong>}
      {value.address && <span>{value.address}</span>}
      <span>
        <span className="fw-field-note">
          {value.lat}, {value.lng}
        </span>{' '}
        <Button type="link" size="small" icon={<EnvironmentOutlined />} onClick={() => setOpen(true)}>
          {t('records.place.show')}
        </Button>
      </span>
      {open && (
        <Suspense fallback={null}>
          <PlaceDialog field={field} value={value} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}

function typedPlace(value: unknown): TypedPlace {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** As far as both degrees can be read. */
export function placeOf(typed: TypedPlace): Place | undefined {
  return fieldTypes.location.parse(typed, fieldTypes.location.initial, timeZone()).value ?? undefined;
}
