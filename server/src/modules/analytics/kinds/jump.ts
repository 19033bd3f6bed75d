import { isJump, type Jump } from '@formwork/contract/analytics/jump.ts';
import type { DefinitionProblem, DefinitionReference } from '@formwork/contract/definitions/kind.ts';

interface Leading {
  id: string;
  jump?: Jump | undefined;
}

/** What a panel or element leads to, and the filter or field there that is set: without it a click leads nowhere. */
export function jumpReferences({ id: part, jump }: Leading): DefinitionReference[] {
  if (!jump || jump.to === 'address' || jump.id === null) return [];
  const to = { kind: jump.to, id: jump.id };
  const there = jump.to === 'form' ? jump.field : jump.filter;
  return [
    { part, to: { ...to, part: '' }, how: 'warn' },
    ...(there !== undefined && !there.startsWith('_')
      ? [{ part, to: { ...to, part: there }, how: 'warn' as const }]
      : []),
  ];
}

export function renamedJump<L extends { jump?: Jump | undefined }>(of: L, ids: ReadonlyMap<string, string>): L {
  const { jump } = of;
  if (!jump || jump.to === 'address' || jump.id === null) return of;
  return { ...of, jump: { ...jump, id: ids.get(jump.id) ?? jump.id } };
}

/** An address that is none is refused; what is not chosen yet leads nowhere, which is said. */
export function jumpProblems({ id, jump }: Leading, click: string | undefined, list: string): DefinitionProblem[] {
  const at = [list, `#${id}`];
  if (!jump) return click === 'jump' ? [{ code: 'analytics.jump.nowhere', level: 'warning', at }] : [];
  if (isJump(jump)) return [];
  return jump.to === 'address'
    ? [{ code: 'analytics.jump.address_wrong', level: 'error', at }]
    : [{ code: 'analytics.jump.nowhere', level: 'warning', at }];
}
