import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { asPerson, asSystem } from '../identity/public.ts';
import { authorOf } from '../definitions/public.ts';
import { requestOf, type Cause } from './cause.ts';
import type { ReleasedFlow } from './start-flow.ts';

/** As whom the steps of a run are done, with the rights they have now; what they write tells which run it came of. */
export async function actorOf(ctx: Ctx, { body, id, number, name }: ReleasedFlow, cause: Cause): Promise<Ctx> {
  const requestId = requestOf(cause);
  if (body.runsAs === 'person' && !ctx.user.system) return { ...ctx, requestId };
  if (body.runsAs === 'system')
    return { ...asSystem(ctx.platform, ctx.spaceId, `flow ${name.zh}`.slice(0, 100)), requestId };
  return authorCtx(ctx, id, number, cause);
}

/** Who released it: for a flow as its author, and for what only a person can ask for. */
export async function authorCtx(ctx: Ctx, id: string, number: number, cause: Cause): Promise<Ctx> {
  const author = await inControl(ctx.platform.facts, ctx.spaceId, (tx) =>
    authorOf({ ...ctx, tx }, flowKind.kind, id, number),
  );
  const as = await asPerson({ ...ctx, requestId: requestOf(cause) }, author ?? ctx.user.id, 'flow');
  return { ...as, requestId: requestOf(cause) };
}
