import { dictionariesApi } from './dictionaries.ts';
import { holidaysApi } from './holidays.ts';
import { regionsApi } from './regions.ts';
import { unitsApi } from './units.ts';

export const basedataApi = { ...dictionariesApi, ...regionsApi, ...unitsApi, ...holidaysApi };
