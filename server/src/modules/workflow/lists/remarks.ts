import { remarkKinds, type EventKind, type PersonRef, type RemarkView } from '@formwork/contract/workflow/process.ts';
import type { Actor } from '@formwork/process/state.ts';
import type { Ctx } from '../../../platform/context.ts';
import { reader } from '../../../platform/db/space-data.ts';
import type { PersonName } from '../rights/people.ts';
import { prepared } from './rows.ts';

/** What the history says that the rows of tasks do not: words about the whole process, and who acted for whom. */
interface Said {
  id: string;
  kind: EventKind;
  at: Date;
  actor: string | null;
  deputy: string | null;
  task: string | null;
  comment: string | null;
  persons: string[];
}

export async function saidIn(ctx: Ctx, instanceId: string): Promise<Said[]> {
  const tx = reader(ctx);
  const { rows } = await tx.query<Said>({
    ...prepared(`select id, kind, at, actor, deputy, task, comment, persons from ${tx.schema}.workflow_event
      where instance_id = $1 and (kind = any($2) or deputy is not null) order by version, position`),
    values: [instanceId, remarkKinds],
  });
  return rows;
}

export function remarksIn(said: readonly Said[], person: PersonName): RemarkView[] {
  return said.flatMap(({ id, kind, at, actor, deputy, comment, persons }) => {
    const remark = remarkKinds.find((one) => one === kind);
    if (!remark) return [];
    return [
      {
        id,
        kind: remark,
        at: at.toISOString(),
        by: actor === null ? null : person(actor),
        deputy: deputy === null ? null : person(deputy),
        text: comment ?? '',
        persons: remark === 'commented' ? persons.map(person) : [],
      },
    ];
  });
}

/** Deputies by task, person and the time at which they acted. */
export type Deputies = ReadonlyMap<string, string>;

const acting = new Set<EventKind>(['started', 'submitted', 'resubmitted', 'returned', 'transferred']);

export function deputiesIn(said: readonly Said[]): Deputies {
  return new Map(
    said.flatMap(({ kind, at, actor, deputy, task }) =>
      deputy !== null && acting.has(kind) ? [[keyOf(task, actor, at.toISOString()), deputy]] : [],
    ),
  );
}

export function deputyOf(
  { task, person: principal, actedAt }: Actor,
  deputies: Deputies,
  person: PersonName,
): PersonRef | null {
  const deputy = actedAt === null ? undefined : deputies.get(keyOf(task, principal, actedAt));
  return deputy === undefined ? null : person(deputy);
}

function keyOf(task: string | null, person: string | null, at: string): string {
  return `${task} ${person} ${at}`;
}
