import type { Person } from '@formwork/contract/organization/people.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';

/** Where somebody works: department and post, and each part-time place beside them. */
export function positionsOf(
  person: Pick<Person, 'department' | 'post' | 'partTime'> | undefined,
  t: Translate,
): [label: string, value: string | undefined][] {
  return [
    [t('personal.info.department'), person?.department?.name],
    [t('personal.info.position'), person?.post?.name],
    ...(person?.partTime ?? []).map(({ department, post }): [string, string] => [
      t('personal.info.part_time'),
      [department.name, post?.name].filter(Boolean).join(' · '),
    ]),
  ];
}
