import type { PartOutcome } from '@formwork/contract/packages/api.ts';
import type { Job } from '../../platform/runs/run-kinds.ts';
import type { PackagePart } from '../../platform/package-part.ts';
import { refusal } from './refusal.ts';
import type { PartRow } from './tables.ts';

export interface Waiting {
  part: PartRow;
  kind: PackagePart;
  id: string;
  /** Nothing of it is in force yet. */
  first: boolean;
}

/**
 * Puts parts in force, each as soon as what it names is: those that are refused are tried again when others went. Where forms
 * lead to each other one goes first without the way to the others. Whatever is refused to the end stays a draft.
 */
export async function releaseAll(
  job: Job,
  waiting: readonly Waiting[],
  tell: (part: PartRow, outcome: PartOutcome) => Promise<void>,
): Promise<void> {
  let open = [...waiting];
  const refused = new Map<Waiting, PartOutcome>();
  const unreleased = new Set(open.flatMap(({ first, id }) => (first ? [id] : [])));
  const attempt = async (one: Waiting, without: ReadonlySet<string>): Promise<boolean> => {
    try {
      await one.kind.release!(job, one.id, without, one.part.applied?.body);
      return true;
    } catch (error) {
      refused.set(one, { state: 'draft', ...refusal(error) });
      return false;
    }
  };
  for (let moved = true; moved && open.length > 0 && !job.cancelled();) {
    moved = false;
    for (const one of open) {
      if (!(await attempt(one, new Set()))) continue;
      moved = true;
      unreleased.delete(one.id);
      open = open.filter((other) => other !== one);
      await tell(one.part, { state: 'released' });
    }
    if (moved) continue;
    for (const one of open) {
      const others = new Set([...unreleased].filter((id) => id !== one.id));
      if (!unreleased.has(one.id) || others.size === 0 || !(await attempt(one, others))) continue;
      moved = true;
      unreleased.delete(one.id);
      break;
    }
  }
  for (const one of open) await tell(one.part, refused.get(one) ?? { state: 'draft' });
}
