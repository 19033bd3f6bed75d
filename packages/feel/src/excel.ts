import type { Definition } from './builtins/builtin.ts';
import { dates } from './excel/dates.ts';
import { idCard } from './excel/id-card.ts';
import { logic } from './excel/logic.ts';
import { math } from './excel/math.ts';
import { spelling } from './excel/pinyin.ts';
import { text } from './excel/text.ts';
import { workdayFunctions } from './excel/workdays.ts';

/** The functions an accountant knows. An empty cell stays empty through a calculation, and is skipped where many are taken together. */
export const excel: Readonly<Record<string, Definition>> = {
  ...logic,
  ...math,
  ...text,
  ...spelling,
  ...dates,
  ...workdayFunctions,
  ...idCard,
};
