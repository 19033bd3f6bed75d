import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import { handOverParts, HandOverPart, type HandOverResult } from '@formwork/contract/organization/people.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { conflict } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import type { Job } from '../../platform/runs/run-kinds.ts';
import { startRunNow, type RunName } from '../../platform/runs/runs.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeOrganization } from './change.ts';
import { directoryOf } from './directory/directory.ts';
import { personIn } from './people/person-in.ts';
import { shutOut } from './people/people.ts';
import { z } from 'zod';

/** From whom and to whom. */
export interface Hands {
  from: string;
  to: string;
}

/** Moves what a module keeps for a person, in pieces that commit one by one: it may be called again for what is left. */
export type HandOverStep = (job: Job, hands: Hands) => Promise<{ moved: number; kept?: number }>;

export const handOverRun = {
  kind: 'organization.hand_over',
  payload: z.object({ from: z.uuid(), to: z.uuid(), parts: z.array(HandOverPart) }),
} satisfies RunName<unknown>;

const steps = new WeakMap<Platform, Map<HandOverPart, HandOverStep>>();

/** A module says how what it keeps for people goes to somebody else. */
export function onHandOver(platform: Platform, part: HandOverPart, step: HandOverStep): void {
  const known = steps.get(platform) ?? new Map<HandOverPart, HandOverStep>();
  known.set(part, step);
  steps.set(platform, known);
}

/** Whoever leaves is out at once; moving may take a while. */
export async function handOver(
  ctx: Ctx,
  { params, body }: InputOf<typeof organizationApi.handOver>,
): Promise<{ jobId: string }> {
  const from = params.personId;
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  personIn(directory, from);
  if (personIn(directory, body.toId).disabled) throw conflict('organization.person.disabled');
  if (from === body.toId) throw conflict('organization.person.hand_over_to_self');
  if (body.disable) await shutOut(ctx, from);
  const job = await startRunNow(ctx, handOverRun, { from, to: body.toId, parts: body.parts });
  return { jobId: job.id };
}

export async function runHandOver(job: Job<Hands & { parts: HandOverPart[] }>): Promise<HandOverResult> {
  const { from, to, parts } = job.payload;
  const result: HandOverResult = { tasks: 0, records: 0, definitions: 0, roles: 0, kept: 0 };
  const wanted = handOverParts.filter((part) => parts.includes(part));
  for (const [at, part] of wanted.entries()) {
    if (job.cancelled()) return result;
    job.progress(at, wanted.length);
    const step = part === 'roles' ? handOverRoles : steps.get(job.platform)?.get(part);
    const { moved, kept = 0 } = step ? await step(job, { from, to }) : { moved: 0 };
    result[part] += moved;
    result.kept += kept;
  }
  job.progress(wanted.length, wanted.length);
  return result;
}

/** Roles held by name, departments led, and people whose superior somebody is. */
async function handOverRoles(job: Job, { from, to }: Hands): Promise<{ moved: number }> {
  const { result } = await changeOrganization(job, async (tx, before) => {
    const roles = [...before.roles.values()].filter(({ namedIds }) => namedIds.includes(from));
    const added = roles.filter(({ namedIds }) => !namedIds.includes(to));
    if (added.length > 0)
      await tx.tx
        .insertInto('organization.role_member')
        .values(added.map(({ id }) => ({ space_id: tx.spaceId, role_id: id, account_id: to })))
        .onConflict((on) => on.doNothing())
        .execute();
    await tx.tx.deleteFrom('organization.role_member').where('account_id', '=', from).execute();
    for (const { id } of roles)
      await record(tx, 'organization.role.members_changed', { id, added: [to], removed: [from] });

    const led = await tx.tx
      .updateTable('organization.department')
      .set({ head_id: to })
      .where('head_id', '=', from)
      .returning('id')
      .execute();
    // nobody is their own superior: the one who takes over gets the superior of the one who leaves
    const above = before.people.get(from)?.superiorId ?? null;
    const below = await tx.tx
      .updateTable('organization.person')
      .set({
        superior_id: sql`case when account_id = ${to}::uuid then ${above === to ? null : above}::uuid else ${to}::uuid end`,
      })
      .where('superior_id', '=', from)
      .returning('account_id')
      .execute();
    const departments = led.map(({ id }) => id);
    const people = below.map((row) => row.account_id);
    if (departments.length > 0) await record(tx, 'organization.department.handed_over', { ids: departments, from, to });
    if (people.length > 0) await record(tx, 'organization.person.superior_changed', { ids: people, from, to });
    tx.touch({ rest: true, departments, people });
    return roles.length + departments.length + people.length;
  });
  return { moved: result };
}
