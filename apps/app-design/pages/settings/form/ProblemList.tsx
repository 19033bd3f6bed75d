import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Problem } from '@formwork/contract/forms/problems.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { fieldsOf, type Selection } from './edits.ts';
import { partOf } from './part-of.ts';

/** What keeps the draft from being released; a click jumps there. */
export function ProblemList({ definition, problems, onSelect }: { definition: FormDefinition; problems: Problem[]; onSelect: (selection: Selection) => void }) {
  const t = useT();
  const locale = useLocale();
  if (problems.length === 0) return null;
  const nameOf = ({ table, field, part }: Problem) => {
    if (part !== undefined) return partOf(definition, part, locale, t).name;
    const owner = definition.tables.find(({ id }) => id === table);
    const found = field === undefined ? undefined : fieldsOf(definition, table).find(({ id }) => id === field);
    return [owner && textIn(owner.title, locale), found && textIn(found.title, locale)].filter(Boolean).join(' / ');
  };
  return (
    <section className="designer-problems" aria-label={t('design.form.problems')}>
      <h2>{t('design.form.problems_count', { count: problems.length })}</h2>
      <ul>
        {problems.map((problem, at) => (
          <li key={at} data-level={problem.level}>
            <button type="button" onClick={() => onSelect(problem.part !== undefined ? partOf(definition, problem.part, locale, t).selection : problem.field !== undefined ? { kind: 'field', field: problem.field, table: problem.table } : problem.table !== undefined ? { kind: 'table', table: problem.table } : { kind: 'form' })}>
              {nameOf(problem) && <b>{nameOf(problem)}</b>} {t(problem.code, problem.data)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
