export { dictionaryOptions } from './options.ts';
export { allHolidays } from './holidays.ts';
