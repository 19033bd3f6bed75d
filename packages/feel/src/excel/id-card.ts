import { todayOf } from '../builtins/other.ts';
import { type Definition, fn } from '../builtins/builtin.ts';
import { makeDate, monthsBetween, type Day } from '../temporal.ts';
import { fault, type Fault, type Val } from '../values.ts';

/** A Chinese identity number: 18 places with a check digit (GB 11643-1999), or 15 digits as before 1999. */
interface IdCard {
  readonly region: string;
  readonly birthday: Day;
  readonly male: boolean;
}

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

function readCard(text: string): IdCard | null {
  const number = text.trim().toUpperCase();
  const long = /^(\d{6})(\d{4})(\d\d)(\d\d)\d\d(\d)([\dX])$/.exec(number);
  const parts = long ?? /^(\d{6})(\d\d)(\d\d)(\d\d)\d\d(\d)$/.exec(number);
  if (!parts || (long && !checks(number))) return null;
  const birthday = makeDate(Number(long ? parts[2] : `19${parts[2]}`), Number(parts[3]), Number(parts[4]));
  return birthday && { region: parts[1]!, birthday, male: Number(parts[5]) % 2 === 1 };
}

const checks = (number: string): boolean =>
  '10X98765432'[weights.reduce((sum, weight, i) => sum + weight * Number(number[i]), 0) % 11] === number[17];

const ofCard = (text: string, use: (card: IdCard) => Val): Val | Fault => {
  const card = readCard(text);
  return card ? use(card) : fault('feel.unreadable', { text: text.slice(0, 60), type: 'ID number' });
};

export const idCard: Readonly<Record<string, Definition>> = {
  IDCARDVALID: fn<[string]>('(number: string) -> boolean', (_, text) => readCard(text) !== null),
  IDCARDBIRTHDAY: fn<[string]>('(number: string) -> date', (_, text) => ofCard(text, ({ birthday }) => birthday)),
  IDCARDAGE: fn<[string, Day?]>('(number: string, on?: date) -> number', (run, text, on) =>
    ofCard(text, ({ birthday }) => Math.trunc(monthsBetween(birthday, on ?? todayOf(run)) / 12) || 0),
  ),
  IDCARDSEX: fn<[string]>('(number: string) -> string', (_, text) => ofCard(text, ({ male }) => (male ? '男' : '女'))),
  IDCARDREGION: fn<[string]>('(number: string) -> string', (_, text) => ofCard(text, ({ region }) => region)),
};
