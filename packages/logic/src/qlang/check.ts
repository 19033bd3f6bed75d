import type { Rule } from '@formwork/contract/rules/rule.ts';
import { compileRule } from '../compile.ts';
import type { Facts } from '../facts.ts';
import type { Problem } from '../problem.ts';
import { readRules, type ReadRule } from './read.ts';

/** Something wrong with a text, for the editor that shows it. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly code: Problem['code'];
  readonly data?: Problem['data'];
}

/** Everything that is wrong with a text of rules, in its places. */
export function checkText(text: string, facts: Facts, before: readonly Rule[] = []): Mark[] {
  const { rules, problems } = readRules(text, before);
  const marks: Mark[] = problems.map((problem) => ({ ...problem }));
  for (const read of rules) {
    const compiled = compileRule(read.rule, facts);
    for (const problem of compiled.ok ? [] : compiled.problems) {
      // what is missing has been told of already
      if (problem.code === 'feel.empty' && !read.places.has(`${problem.at}/${problem.part}`)) continue;
      marks.push({ ...placeOf(read, problem), code: problem.code, ...(problem.data && { data: problem.data }) });
    }
  }
  return marks.toSorted((a, b) => a.from - b.from);
}

function placeOf(read: ReadRule, { at, part, span }: Problem): { from: number; to: number } {
  const place = at === undefined ? undefined : (read.places.get(`${at}/${part}`) ?? read.places.get(`${at}/`));
  if (!place) return { from: read.from, to: read.from + 'rule'.length };
  if (!span || !place.exact) return { from: place.from, to: place.to };
  const from = Math.min(place.from + span.from, place.to);
  return { from, to: Math.min(Math.max(place.from + span.to, from), place.to) };
}
