import { instantFromWall, wallText } from '@formwork/contract/forms/values/dates.ts';
import type { Timing } from '@formwork/contract/schedules/timing.ts';

export const ways = ['daily', 'every', 'cron', 'once'] as const;

/** A timing as it is asked for: each way keeps what was typed while another is looked at. */
export interface Asked {
  way: (typeof ways)[number];
  clock: string;
  minutes: number;
  cron: string;
  /** A day and a time of day by the clocks of the zone, as `2026-12-01T02:00`; blank while nothing is chosen. */
  moment: string;
  /** Blank: the enterprise's own. */
  zone: string;
  workdays: boolean;
  from: string;
  to: string;
  overlap: Timing['overlap'];
  missed: Timing['missed'];
}

export const first: Asked = {
  way: 'daily',
  clock: '02:00',
  minutes: 60,
  cron: '0 2 * * *',
  moment: '',
  zone: '',
  workdays: false,
  from: '',
  to: '',
  overlap: 'skip',
  missed: 'once',
};

const daily = /^(\d{1,2}) (\d{1,2}) \* \* \*$/;

/** The time of day of what runs daily; undefined of all else. */
export function clockOf(cron: string | undefined): string | undefined {
  const [, minute, hour] = daily.exec(cron ?? '') ?? [];
  return minute === undefined ? undefined : `${hour!.padStart(2, '0')}:${minute.padStart(2, '0')}`;
}

/** Undefined while a moment is not chosen, or is none in its zone. `home` is the enterprise's zone. */
export function timingOf(asked: Asked, home: string): Timing | undefined {
  const { zone, workdays, from, to, overlap, missed } = asked;
  const when = whenOf(asked, zone || home);
  if (!when) return undefined;
  return {
    ...when,
    ...(zone !== '' && { zone }),
    workdays,
    overlap,
    missed,
    ...(from !== '' && to !== '' && { window: { from, to } }),
  };
}

function whenOf(
  { way, clock, minutes, cron, moment }: Asked,
  zone: string,
): Pick<Timing, 'cron' | 'every' | 'at'> | undefined {
  switch (way) {
    case 'every':
      return { every: Math.max(10, Math.round(minutes * 60)) };
    case 'cron':
      return { cron };
    case 'once': {
      const at = moment === '' ? undefined : instantFromWall(`${moment.replace('T', ' ')}:00`, zone);
      return at ? { at } : undefined;
    }
    case 'daily': {
      const [hour, minute] = clock.split(':').map(Number);
      return { cron: `${minute ?? 0} ${hour ?? 0} * * *` };
    }
  }
}

/** The same back, for one that is there. */
export function askedOf(timing: Timing, home: string): Asked {
  const { cron, every, at, zone = '', workdays, window, overlap, missed } = timing;
  const clock = clockOf(cron);
  const way = at ? 'once' : every ? 'every' : clock ? 'daily' : 'cron';
  return {
    ...first,
    way,
    ...(clock !== undefined && { clock }),
    ...(cron !== undefined && { cron }),
    ...(every !== undefined && { minutes: every / 60 }),
    ...(at !== undefined && {
      moment: wallText(at, zone || home)
        .slice(0, 16)
        .replace(' ', 'T'),
    }),
    zone,
    workdays,
    from: window?.from ?? '',
    to: window?.to ?? '',
    overlap,
    missed,
  };
}
