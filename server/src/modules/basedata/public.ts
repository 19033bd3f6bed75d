export { dictionaryItems } from './dictionary-items.ts';
export { allHolidays } from './holidays.ts';
export { placesInTexts, placesOf, type Place } from './places.ts';
