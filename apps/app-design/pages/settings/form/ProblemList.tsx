import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Problem } from '@formwork/contract/forms/problems.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { fieldsOf, type Selection } from './edits.ts';
import { partOf } from './part-of.ts';
import { problemWords } from './problem-words.ts';

interface Props {
  definition: FormDefinition;
  problems: Problem[];
  onSelect: (selection: Selection) => void;
}

/** What keeps the draft from being released; a click jumps there. */
export function ProblemList(props: Props) {
  const t = useT();
  if (props.problems.length === 0) return null;
  return (
    <section className="designer-problems" aria-label={t('design.form.problems')}>
      <h2>{t('design.form.problems_count', { count: props.problems.length })}</h2>
      <ProblemLines {...props} />
    </section>
  );
}

export function ProblemLines({ definition, problems, onSelect }: Props) {
  const t = useT();
  const locale = useLocale();
  const nameOf = ({ table, field, part }: Problem) => {
    if (part !== undefined) return partOf(definition, part, locale, t).name;
    const owner = definition.tables.find(({ id }) => id === table);
    const found = field === undefined ? undefined : fieldsOf(definition, table).find(({ id }) => id === field);
    return [
      owner && (textIn(owner.title, locale) || t('design.form.table')),
      found && (textIn(found.title, locale) || t(`design.type.${found.type}`)),
    ]
      .filter(Boolean)
      .join(' / ');
  };
  return (
    <ul className="designer-problem-lines">
      {problems.map((problem, at) => (
        <li key={at} data-level={problem.level}>
          <button
            type="button"
            onClick={() =>
              onSelect(
                problem.part !== undefined
                  ? partOf(definition, problem.part, locale, t).selection
                  : problem.field !== undefined
                    ? { kind: 'field', field: problem.field, table: problem.table }
                    : problem.table !== undefined
                      ? { kind: 'table', table: problem.table }
                      : { kind: 'form' },
              )
            }
          >
            {nameOf(problem) && <b>{nameOf(problem)}</b>} {problemWords(problem, definition, locale, t)}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Said right where it is set. */
const saidBelow: ReadonlySet<Problem['code']> = new Set([
  'forms.problem.range',
  'forms.problem.pattern',
  'forms.problem.default',
  'forms.problem.point_fixed',
  'forms.problem.blank_title',
]);

/** What is wrong with the one thing that is selected, at the top of its settings. */
export function ProblemsOf({ definition, problems, selection }: Omit<Props, 'onSelect'> & { selection: Selection }) {
  const t = useT();
  const locale = useLocale();
  const own = problems.filter((problem) => isOf(problem, selection) && !saidBelow.has(problem.code));
  return own.map((problem, at) => (
    <p key={at} className="designer-own-problem" data-level={problem.level} role="alert">
      {problemWords(problem, definition, locale, t)}
    </p>
  ));
}

function isOf({ field, table, part }: Problem, selection: Selection): boolean {
  if (selection.kind === 'field') return field === selection.field && table === selection.table;
  if (selection.kind === 'table') return field === undefined && table === selection.table;
  if (selection.kind === 'form') return field === undefined && table === undefined && part === undefined;
  return (
    part !== undefined &&
    part ===
      (selection.kind === 'item' ? selection.item : selection.kind === 'section' ? selection.section : selection.tabs)
  );
}
