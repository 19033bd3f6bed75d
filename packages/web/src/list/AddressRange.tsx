import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { instantOf, wallClock } from '../inputs/wall-clock.ts';
import { useQueryText, useSetQuery } from '../router/page-context.ts';
import './list.css';

/** From a moment to another above a list: `from` and `to` of the address, by the enterprise's clock; either may be open. */
export function AddressRange({ label }: { label: string }) {
  const setQuery = useSetQuery();
  const [from] = useQueryText('from');
  const [to] = useQueryText('to');
  return (
    <DatePicker.RangePicker
      className="list-range"
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowEmpty={[true, true]}
      aria-label={label}
      title={label}
      value={[momentOf(from), momentOf(to)]}
      onChange={(range) => setQuery({ from: instantIn(range?.[0]), to: instantIn(range?.[1]) })}
    />
  );
}

/** What stands in an address may be anything. */
function momentOf(text: string | undefined): Dayjs | null {
  return text === undefined || Number.isNaN(Date.parse(text)) ? null : wallClock(text);
}

function instantIn(chosen: Dayjs | null | undefined): string | undefined {
  return chosen ? instantOf(chosen) : undefined;
}
