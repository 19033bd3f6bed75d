import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { joiningApi } from '@formwork/contract/joining/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { forbidden, refuse } from '../../platform/errors.ts';
import type { CallGuard, CallInput, Server } from '../../platform/http/http.ts';
import { directoryOf } from '../organization/public.ts';
import { prepareChange } from './prepare.ts';
import { isSeparated } from './separation.ts';

/**
 * Where three-admin management is on: changes of rights wait for the security reviewer, auditors change nothing but their own
 * affairs, and nobody gets into the account of a reviewer or auditor by giving it a new password or taking away its second step, or into that of any of the three as its trustee.
 */
export function guardOf(server: Server): CallGuard {
  return (ctx, endpoint, input) => {
    const rights = changesRights(endpoint as Endpoint, input);
    const auditor = ctx.user.role === 'audit' && endpoint.method !== 'GET' && !isOwnAffair(endpoint as Endpoint);
    const password = endpoint === organizationApi.resetPassword || endpoint === organizationApi.endSecondStep;
    const unseen = placesUnseen(endpoint as Endpoint, input);
    const trustee =
      ctx.user.deputy !== undefined &&
      ctx.user.deputy.delegations === undefined &&
      ctx.user.role !== 'user' &&
      endpoint.permission !== 'signed-in';
    return rights || auditor || password || unseen || trustee
      ? look(ctx, { rights, auditor, password, unseen, trustee })
      : undefined;

    async function look(
      caller: Ctx,
      what: { rights: boolean; auditor: boolean; password: boolean; unseen: boolean; trustee: boolean },
    ): Promise<void> {
      if (!(await inControl(caller.platform.control, caller.spaceId, (tx) => isSeparated(tx, caller.spaceId)))) return;
      if (what.trustee) throw forbidden('review.separation.trustee_of_officer');
      if (what.auditor) throw forbidden('review.separation.auditor_changes_nothing');
      if (what.unseen) throw forbidden('review.separation.place_needs_review');
      if (what.password) await requireOrdinaryPerson(caller, (input.params as { personId: string }).personId);
      const id = what.rights ? await prepareChange(server, caller, endpoint as Endpoint, input) : undefined;
      if (id !== undefined) throw refuse('review.change.prepared', { id });
    }
  };
}

/** Accounts and links that would put people into a department at once: passwords and tokens of the answer cannot wait for a reviewer. */
function placesUnseen(endpoint: Endpoint, { body }: CallInput): boolean {
  if (endpoint !== joiningApi.createColleagues && endpoint !== joiningApi.invite) return false;
  const { departmentId, review } = body as { departmentId: string | null; review?: boolean };
  return departmentId !== null && review !== true;
}

function changesRights({ rights }: Endpoint, input: CallInput): boolean {
  return typeof rights === 'object' ? rights.when(input) : rights === true;
}

/** What belongs to a person or to the audit itself. */
function isOwnAffair({ permission }: Endpoint): boolean {
  return permission === 'signed-in' || permission === 'audit.trail.read' || permission.endsWith('.own.edit');
}

async function requireOrdinaryPerson(ctx: Ctx, personId: string): Promise<void> {
  const role = (await directoryOf(ctx.platform, ctx.spaceId)).people.get(personId)?.role;
  if (role === 'safe' || role === 'audit') throw forbidden('review.separation.password_of_officer');
}
