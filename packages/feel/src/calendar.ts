/** The proleptic Gregorian calendar on day numbers; day 0 is 1970-01-01. Good for the billion years the standard allows. */
export interface Civil {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DAYS_IN_ERA = 146_097;

export function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_IN_ERA + dayOfEra - 719_468;
}

export function civil(dayNo: number): Civil {
  const z = dayNo + 719_468;
  const era = Math.floor(z / DAYS_IN_ERA);
  const dayOfEra = z - era * DAYS_IN_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1 };
}

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

export const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** The same day so many months later, or the last day of a month that is too short for it. */
export function addMonths(dayNo: number, months: number): number {
  const { year, month, day } = civil(dayNo);
  const total = year * 12 + month - 1 + months;
  const toYear = Math.floor(total / 12);
  const toMonth = total - toYear * 12 + 1;
  return dayNumber(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)));
}

/** Monday is 1, Sunday is 7. */
export const weekday = (dayNo: number): number => ((((dayNo + 3) % 7) + 7) % 7) + 1;
