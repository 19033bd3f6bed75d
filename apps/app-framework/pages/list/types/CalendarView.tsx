import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import FullCalendar from '@fullcalendar/react';
import type { DateSelectArg, EventApi, EventInput } from '@fullcalendar/core';
import zhLocale from '@fullcalendar/core/locales/zh-cn';
import dayGrid from '@fullcalendar/daygrid';
import interaction from '@fullcalendar/interaction';
import list from '@fullcalendar/list';
import timeGrid from '@fullcalendar/timegrid';
import { todayIn } from '@formwork/contract/condition/calendar.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { addDays, addMinutes, spanOf, spanValues, type Span } from '@formwork/contract/views/span.ts';
import { isOffline, Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { fieldText } from '@formwork/records-ui/record-list/record-columns.tsx';
import { useQueryText, useRouter } from '@formwork/web/router/page-context.ts';
import { groupOptions } from '@formwork/records-ui/views/group-options.ts';
import { spanFields } from '@formwork/records-ui/views/view-fields.ts';
import { Alert, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { paths } from '../../../paths.ts';
import type { TypeProps } from '../type-props.ts';
import '@formwork/ui/skin/hues.css';
import './calendar.css';
import { useSaveValues } from './use-save-values.ts';
import { useSpanRows } from './use-span-rows.ts';

const modes = ['month', 'week', 'day', 'list'] as const;
type Mode = (typeof modes)[number];
const timed: Record<Mode, string> = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  day: 'timeGridDay',
  list: 'listMonth',
};
/** Days have no hours to stand at. */
const whole: Record<Mode, string> = { ...timed, week: 'dayGridWeek', day: 'dayGridDay' };
/** Where a day is chosen and a moment is meant. */
const workBegins = '09:00:00';

/** Records by day, week, month or as a list; moving and stretching one saves its time. What is in view is asked for, nothing else. */
export default function CalendarView({ plan: { appId, formId, can }, view, settings, fields, cardFields }: TypeProps) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const phone = usePhone();
  const calendar = settings.calendar!;
  const span = useMemo(() => spanFields(fields, calendar), [fields, calendar]);
  const [mode, setMode] = useQueryText('mode');
  const [at, setAt] = useQueryText('at');
  const [range, setRange] = useState<{ from: string; before: string }>();
  const found = useSpanRows(formId, view, span, range);
  const { moved, save } = useSaveValues(formId);
  const colourField = calendar.colour === undefined ? undefined : fields.get(calendar.colour);
  const hues = useMemo(
    () =>
      new Map(
        colourField && fieldKind(colourField) === 'option'
          ? groupOptions(colourField, locale).map(({ id, hue }) => [id, hue])
          : [],
      ),
    [colourField, locale],
  );
  const zone = useTimeZone();
  const today = todayIn(new Date(), zone);
  const shownDay = at !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(at) ? at : today;
  const shownMode = modes.find((one) => one === mode) ?? calendar.mode ?? (phone ? 'list' : 'month');
  const rows = found.data?.rows ?? [];
  const wholeDays = span?.start.kind === 'date' || span?.start.kind === 'dateRange';
  const movable =
    can.edit &&
    span !== undefined &&
    [span.start, ...(span.end ? [span.end] : [])].every(
      ({ id }) => !id.startsWith('_') && fields.get(id)?.readOnly !== true,
    );

  const events = rows.map(moved).flatMap((row): EventInput[] => {
    const when = span && spanOf(span, row.values, zone);
    if (!when) return [];
    const hue = (colourField && hues.get(String(row.values[colourField.id]))) ?? 'blue';
    const title =
      cardFields
        .map((field) => fieldText(field, row.values[field.id], locale))
        .filter((text) => text !== '')
        .slice(0, 2)
        .join(' · ') || '—';
    return [
      {
        id: row.id,
        title,
        start: when.start.replace(' ', 'T'),
        end: when.end.replace(' ', 'T'),
        allDay: when.wholeDays,
        extendedProps: { row },
        classNames: ['fw-event', `fw-hued-${hue}`],
      },
    ];
  });

  /** Where the calendar put it, by the wall clock. */
  const timeOf = (start: string, end: string | null): Pick<Span, 'start' | 'end'> => {
    const from = wholeDays ? start.slice(0, 10) : start.slice(0, 19).replace('T', ' ');
    const until =
      end === null
        ? wholeDays
          ? addDays(from, 1)
          : addMinutes(from, 60)
        : wholeDays
          ? end.slice(0, 10)
          : end.slice(0, 19).replace('T', ' ');
    return { start: from, end: until };
  };
  const put = ({ event, revert }: { event: EventApi; revert: () => void }) => {
    if (span)
      void save(
        event.extendedProps.row as RecordRow,
        spanValues(span, timeOf(event.startStr, event.endStr || null), zone),
      ).then((saved) => {
        if (!saved) revert();
      });
  };
  const begin = ({ startStr, endStr, allDay }: DateSelectArg) => {
    const when =
      !allDay || wholeDays ? timeOf(startStr, endStr) : timeOf(`${startStr.slice(0, 10)}T${workBegins}`, null);
    void router.go(paths.newRecord(appId, formId, span && spanValues(span, when, zone)));
  };

  if (!found.data && (found.error || isOffline([found]))) return <Unread of={[found]} skeleton={null} />;
  return (
    <div className="fw-calendar">
      {found.data?.cut && <Alert type="info" showIcon title={t('views.drawn.cut', { count: rows.length })} />}
      <Segmented
        className="fw-calendar-modes"
        aria-label={t('views.calendar.modes')}
        value={shownMode}
        options={modes.map((value) => ({ value, label: t(`views.calendar.mode.${value}`) }))}
        onChange={setMode}
      />
      {(!found.data || (events.length === 0 && !found.isPlaceholderData && shownMode !== 'list')) && (
        <p className="fw-calendar-note" role="status">
          {t(found.data ? 'views.drawn.nothing' : 'ui.state.loading')}
        </p>
      )}
      <FullCalendar
        key={shownMode}
        plugins={[dayGrid, timeGrid, list, interaction]}
        locale={locale === 'zh-CN' ? zhLocale : 'en-gb'}
        // wall clock times throughout: what the calendar takes for UTC is the clock of the enterprise
        timeZone="UTC"
        now={() => wallText(new Date().toISOString(), zone).replace(' ', 'T')}
        firstDay={1}
        height="100%"
        initialView={(wholeDays ? whole : timed)[shownMode]}
        initialDate={shownDay}
        headerToolbar={{ left: 'prev,next today', center: 'title', right: '' }}
        buttonHints={{ prev: t('views.time.earlier'), next: t('views.time.later'), today: t('views.time.today') }}
        events={events}
        editable={movable}
        eventDurationEditable={
          movable && (span?.end !== undefined || (span?.start.kind !== 'date' && span?.start.kind !== 'dateTime'))
        }
        selectable={can.create}
        allDaySlot={wholeDays}
        dayMaxEvents
        moreLinkContent={({ num }) => `+${num}`}
        moreLinkClick={({ date }) => {
          setAt(date.toISOString().slice(0, 10));
          setMode('day');
        }}
        nowIndicator
        datesSet={({ start, end, view: { currentStart, currentEnd } }) => {
          setRange({ from: start.toISOString().slice(0, 10), before: end.toISOString().slice(0, 10) });
          // a day within what is shown stays, so that a month leads to the week one came from
          const [first, after] = [currentStart, currentEnd].map((day) => day.toISOString().slice(0, 10)) as [
            string,
            string,
          ];
          if (shownDay < first || shownDay >= after) setAt(first <= today && today < after ? undefined : first);
        }}
        eventClick={({ event, jsEvent }) => {
          jsEvent.preventDefault();
          void router.go(paths.record(appId, formId, event.id, view));
        }}
        eventDrop={put}
        eventResize={put}
        select={begin}
      />
    </div>
  );
}
