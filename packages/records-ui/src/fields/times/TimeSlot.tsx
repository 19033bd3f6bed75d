import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { atMinute, lastDay, minuteOf, slotsOfDay, slotText } from '@formwork/contract/forms/field-types/time-slot.ts';
import { addDays, dateText, instantText, wallText } from '@formwork/contract/forms/values/dates.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { ClockInput } from '@formwork/web/inputs/ClockInput.tsx';
import { DayInput } from '@formwork/web/inputs/DayInput.tsx';
import type { EditorProps, FieldUi } from '../field-ui.ts';
import { FullText, ShownText } from '../ShownText.tsx';
import './time-slot.css';
import { useTaken, type Stretch } from '../use-taken.ts';
import { today } from '@formwork/web/inputs/wall-clock.ts';

export const timeSlotUi: FieldUi<'timeSlot'> = {
  Editor: TimeSlotEditor,
  Cell: ShownText,
  Detail: FullText,
  wide: true,
  width: 190,
};

/** A day with what is free and what is taken; one chooses a slot, or times within the opening hours. */
function TimeSlotEditor({ field, value, onChange, input }: EditorProps<'timeSlot'>) {
  const t = useT();
  const { config } = field;
  const chosen = stretchOf(value);
  const zone = useTimeZone();
  const first = today();
  const last = lastDay(config, new Date(), zone);
  const [day, setDay] = useState(() => (chosen ? wallText(chosen[0], zone).slice(0, 10) : first));
  const refused = input['aria-invalid'] === true;
  const { named, taken, failed, reading } = useTaken(field, day, refused);
  const clash = chosen !== undefined && taken.some((other) => overlap(other, chosen));
  const move = (days: number) => setDay(addDays(day, days));
  return (
    <div className="fw-slots" role="group" id={input.id} tabIndex={-1} aria-describedby={input['aria-describedby']}>
      <div className="fw-slots-day">
        <Button
          icon={<LeftOutlined />}
          aria-label={t('records.slot.day_before')}
          disabled={day <= first}
          onClick={() => move(-1)}
        />
        <DayInput
          value={day}
          earliest={first}
          latest={last}
          onChange={(next) => next && dateText(next) && setDay(next)}
        />
        <Button
          icon={<RightOutlined />}
          aria-label={t('records.slot.day_after')}
          disabled={day >= last}
          onClick={() => move(1)}
        />
        {chosen && <span className="fw-slots-chosen">{slotText(chosen, { timeZone: zone })}</span>}
        {chosen && (
          <Button type="link" size="small" onClick={() => onChange(null)}>
            {t('records.slot.clear')}
          </Button>
        )}
      </div>
      {!named && <p className="fw-field-note">{t('records.value.slot_no_resource')}</p>}
      {failed && (
        <p className="fw-field-error" role="alert">
          {failed}
        </p>
      )}
      {config.choice === 'slots' ? (
        <SlotButtons
          field={field}
          day={day}
          chosen={chosen}
          taken={taken}
          shut={!named || reading}
          refused={refused}
          onChoose={onChange}
        />
      ) : (
        <FreeTimes field={field} day={day} chosen={chosen} taken={taken} onChoose={onChange} />
      )}
      {clash && !refused && (
        <p className="fw-field-error" role="alert">
          {t('records.value.slot_taken')}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps extends Pick<EditorProps<'timeSlot'>, 'field'> {
  day: string;
  chosen: Stretch | undefined;
  taken: readonly Stretch[];
  onChoose: (value: Stretch | null) => void;
}

function SlotButtons({
  field: { config },
  day,
  chosen,
  taken,
  shut,
  refused,
  onChoose,
}: ChoiceProps & { shut: boolean; refused: boolean }) {
  const t = useT();
  const zone = useTimeZone();
  const slots = slotsOfDay(config, day, zone);
  const now = new Date().toISOString();
  if (slots.length === 0) return <p className="fw-field-note">{t('records.slot.closed')}</p>;
  const choose = (slot: Stretch) => {
    if (chosen && overlap(slot, chosen)) return onChoose(null);
    // what somebody else has taken meanwhile is left behind, not added to
    const kept = chosen && !refused && !taken.some((other) => overlap(other, chosen)) ? chosen : undefined;
    const joined: Stretch | undefined =
      kept && (kept[1] === slot[0] ? [kept[0], slot[1]] : kept[0] === slot[1] ? [slot[0], kept[1]] : undefined);
    const length = joined ? (Date.parse(joined[1]) - Date.parse(joined[0])) / 60_000 / config.minutes : 0;
    onChoose(joined && length <= config.most ? joined : slot);
  };
  return (
    <div className="fw-slots-list">
      {slots.map(({ from, to }) => {
        const slot: Stretch = [from, to];
        const isTaken = taken.some((other) => overlap(other, slot));
        const past = to <= now;
        const mine = chosen !== undefined && overlap(slot, chosen);
        const word = isTaken
          ? t('records.slot.taken')
          : past
            ? t('records.slot.past')
            : mine
              ? t('records.slot.chosen')
              : t('records.slot.free');
        return (
          <button
            key={from}
            type="button"
            aria-pressed={mine}
            data-taken={isTaken || undefined}
            disabled={shut || past || (isTaken && !mine)}
            onClick={() => choose(slot)}
          >
            <span>{slotText(slot, { timeZone: zone }).slice(11)}</span>
            <small>{word}</small>
          </button>
        );
      })}
    </div>
  );
}

function FreeTimes({ field: { config }, day, chosen, taken, onChoose }: ChoiceProps) {
  const t = useT();
  const zone = useTimeZone();
  const at = (instant: string | undefined, otherwise: string) =>
    instant ? wallText(instant, zone).slice(11, 16) : otherwise;
  const [from, to] = [at(chosen?.[0], config.opensAt), at(chosen?.[1], '')];
  const set = (begin: string, end: string) => {
    const after =
      end > begin
        ? end
        : wallText(atMinute(day, Math.min(minuteOf(begin) + 60, minuteOf(config.closesAt)), zone), zone).slice(11, 16);
    onChoose([
      atMinute(day, minuteOf(begin), zone),
      atMinute(day, minuteOf(after === '00:00' ? '24:00' : after), zone),
    ]);
  };
  return (
    <>
      <div className="fw-slots-free">
        <ClockInput label={t('records.slot.from')} value={from} onChange={(clock) => set(clock, to)} />
        <span>–</span>
        <ClockInput
          label={t('records.slot.to')}
          value={to === '' ? config.closesAt.replace('24:00', '23:55') : to}
          onChange={(clock) => set(from, clock)}
        />
        <span className="fw-field-note">{t('records.slot.hours', { from: config.opensAt, to: config.closesAt })}</span>
      </div>
      {taken.length > 0 && (
        <ul className="fw-slots-taken" aria-label={t('records.slot.taken')}>
          {taken.map((stretch) => (
            <li key={stretch[0]}>
              {slotText(stretch, { timeZone: zone }).slice(11)} {t('records.slot.taken')}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function stretchOf(value: unknown): Stretch | undefined {
  if (!Array.isArray(value)) return undefined;
  const from = instantText(value[0]);
  const to = instantText(value[1]);
  return from && to ? [from, to] : undefined;
}

function overlap(left: Stretch, right: Stretch): boolean {
  return left[0] < right[1] && right[0] < left[1];
}
