import type { FieldOf } from '@formwork/contract/forms/field.ts';
import { isPlace, type Place } from '@formwork/contract/forms/values/place.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { callWith, spacePath } from '@formwork/web/http/call.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRecordContext } from '../record-context.ts';
import { usePosition } from './use-position.ts';

const PlaceMap = lazy(() => import('./place-map.tsx'));

interface PlaceDialogProps {
  field: FieldOf<'location'>;
  value: Place | undefined;
  onClose: () => void;
  /** Absent where the place is only shown. */
  onChoose?: (place: Place) => void;
}

/** The map with what is chosen. A search finds places that records of this form already name. */
export default function PlaceDialog({ field, value, onClose, onChoose }: PlaceDialogProps) {
  const t = useT();
  const [place, setPlace] = useState(value);
  const [search, setSearch] = useState('');
  const known = useKnownPlaces(field, search.trim());
  const position = usePosition((found) => setPlace({ ...place, ...found }));
  const degrees = place ? `${place.lat}, ${place.lng}` : '';
  const [wrong, setWrong] = useState(false);
  const type = (text: string) => {
    const typed = text.trim();
    const found = placeAt(typed);
    setWrong(typed !== '' && found === undefined);
    if (found) setPlace({ ...place, ...found });
  };
  return (
    <Modal
      open
      width={760}
      title={t('records.place.title')}
      okText={t('records.place.use')}
      okButtonProps={{ disabled: !place }}
      cancelText={t('ui.action.cancel')}
      onCancel={onClose}
      onOk={() => place && onChoose?.(place)}
      {...(!onChoose && { footer: null })}
    >
      <div className="fw-place-dialog">
        {onChoose && (
          <div className="fw-place-line">
            <SearchInput
              label={t('records.place.search')}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <Input
              key={degrees}
              className="fw-place-typed"
              aria-label={t('records.place.degrees')}
              placeholder={t('records.place.degrees')}
              defaultValue={degrees}
              status={wrong ? 'error' : ''}
              aria-invalid={wrong || undefined}
              onChange={() => setWrong(false)}
              onPressEnter={(event) => {
                event.preventDefault();
                type(event.currentTarget.value);
              }}
              onBlur={(event) => type(event.currentTarget.value)}
            />
            <Button loading={position.looking} onClick={position.look}>
              {t('records.place.here')}
            </Button>
          </div>
        )}
        {wrong && (
          <p className="fw-field-error" role="alert">
            {t('records.place.wrong_degrees')}
          </p>
        )}
        {position.failed && (
          <p className="fw-field-error" role="alert">
            {t('records.place.failed')} {position.failed}
          </p>
        )}
        {search.trim() !== '' && (
          <ul className="fw-place-known" aria-label={t('records.place.known')}>
            {known.places.map((one) => (
              <li key={`${one.name} ${one.lat} ${one.lng}`}>
                <button
                  type="button"
                  onClick={() => {
                    setPlace(one);
                    setSearch('');
                  }}
                >
                  <strong>{one.name ?? one.address}</strong>{' '}
                  <small>
                    {one.name ? one.address : ''} {one.lat}, {one.lng}
                  </small>
                </button>
              </li>
            ))}
            {known.places.length === 0 && !known.searching && (
              <li className="fw-field-note">{t('records.place.none_known')}</li>
            )}
          </ul>
        )}
        <Suspense fallback={<span className="fw-bone fw-place-map" />}>
          <PlaceMap
            place={place}
            centre={field.config.centre}
            label={t('records.place.title')}
            onChoose={onChoose ? (at) => setPlace({ ...at }) : undefined}
          />
        </Suspense>
        <p className="fw-field-note">
          {place ? [place.name, place.address, degrees].filter(Boolean).join(' · ') : t('records.place.click')}
        </p>
      </div>
    </Modal>
  );
}

/** Latitude and longitude as people write them, also with a Chinese comma or blanks between. */
function placeAt(text: string): Pick<Place, 'lat' | 'lng'> | undefined {
  const [lat, lng, ...more] = text.split(/\s*[,，]\s*|\s+/).map(Number);
  if (lat === undefined || lng === undefined || more.length > 0) return undefined;
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined;
}

const mostKnown = 8;

/** Of records this person sees, or of their rows where the field stands in a slave table, each place once. */
function useKnownPlaces(field: FieldOf<'location'>, search: string): { places: Place[]; searching: boolean } {
  const record = useRecordContext();
  const { formId = '', table } = record ?? {};
  const { data, isPending } = useQuery({
    queryKey: ['knownPlaces', spacePath(), formId, table, field.id, search],
    queryFn: ({ signal }) =>
      table === undefined
        ? placesOfRecords(formId, field.id, search, signal)
        : placesOfRows(formId, table, field.id, search, signal),
    enabled: record !== undefined && search !== '',
    placeholderData: (before) => before,
  });
  // places that were typed and are not saved yet are one's own too
  const typed = (record?.otherRows?.() ?? [])
    .map((row) => row[field.id])
    .filter(isPlace)
    .filter((place) => says(place, search));
  const found = new Map([...typed, ...(data ?? [])].map((place) => [JSON.stringify(place), place]));
  return { places: [...found.values()].slice(0, mostKnown), searching: isPending };
}

async function placesOfRecords(formId: string, field: string, search: string, signal: AbortSignal): Promise<Place[]> {
  const filter = JSON.stringify({ field, operator: 'contains', value: search });
  const { rows } = await callWith(recordsApi.list, { params: { formId }, query: { filter, limit: 50 } }, { signal });
  return rows.map(({ values }) => values[field]).filter(isPlace);
}

/** A list tells of records that have such a row; the rows are read with them. */
async function placesOfRows(
  formId: string,
  table: string,
  field: string,
  search: string,
  signal: AbortSignal,
): Promise<Place[]> {
  const filter = JSON.stringify({
    rows: table,
    where: { field, operator: 'contains', value: search },
    fn: 'count',
    operator: 'gte',
    value: 1,
  });
  const { rows } = await callWith(
    recordsApi.list,
    { params: { formId }, query: { filter, limit: mostKnown } },
    { signal },
  );
  const records = await Promise.all(
    rows.map(({ id }) => callWith(recordsApi.get, { params: { formId, recordId: id } }, { signal })),
  );
  return records
    .flatMap(({ slaves }) => (slaves[table] ?? []).map(({ values }) => values[field]).filter(isPlace))
    .filter((place) => says(place, search));
}

function says({ name = '', address = '' }: Place, search: string): boolean {
  return `${name} ${address}`.toLowerCase().includes(search.toLowerCase());
}
