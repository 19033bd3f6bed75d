import { expect, test } from 'vitest';
import { askedAbove, askedFields, questions, type Asked } from '../../testing/questions.ts';
import { setCondition } from '../set-condition.ts';
import { setStatement } from '../set-sql.ts';
import { clickhouseWords } from './clickhouse.ts';
import { duckdbWords } from './duckdb.ts';
import type { NumberAs, SetColumn, SetWords } from './words.ts';

// What each engine is asked, letter by letter: a change of the embedded engine's texts may cost what was measured.

const as: Record<string, NumberAs> = {
  amount: { is: 'decimal', precision: 18, scale: 3 },
  long: { is: 'decimal', precision: 38, scale: 10 },
  whole: { is: 'whole' },
  rate: { is: 'double' },
};
const columnOf = (field: string): SetColumn => {
  const kind = askedFields[field as keyof typeof askedFields];
  return {
    kind,
    sql: `r."${field}"`,
    ...(kind === 'dateTime' && { day: `r."${field} day"` }),
    ...(as[field] && { as: as[field] }),
  };
};
const now = new Date('2026-11-30T03:00:00Z');

function textOf([name, question]: Asked, words: SetWords): string {
  const options = { columnOf, now, zone: 'Asia/Shanghai', words };
  // the question around a condition is the same for all of them
  if (question.where && name.startsWith('where')) return setCondition(question.where, options);
  return setStatement(question, { ...options, from: 'from (select * from rows_of_set) r', above: askedAbove }).sql;
}

/** All figures once by nothing and once as they are added up; by keys they say the same again. */
function shorter([name, question]: Asked): Asked {
  const { figures, limit } = question;
  const isWhole = name.startsWith('nothing') || name === 'two texts, what can be added' || limit < 10;
  return [name, isWhole ? question : { ...question, figures: figures.slice(0, 2) }];
}

test.each([
  ['duckdb', duckdbWords],
  ['clickhouse', clickhouseWords],
] as const)('%s is asked in these words', async (name, words) => {
  const asked = questions.filter(([title]) => !title.includes('least first')).map(shorter);
  const texts = asked.map((one) => `-- ${one[0]}\n${textOf(one, words)}\n`);
  await expect(texts.join('\n')).toMatchFileSnapshot(`${name}-texts.txt`);
});
