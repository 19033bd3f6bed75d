import type { Ctx } from '../../../platform/context.ts';
import { inSpace } from '../../../platform/db/space-data.ts';
import { conflict } from '../../../platform/errors.ts';
import { grantAccess, takeBack, tellRequester } from './grant.ts';
import type { StoredRequest } from './stored.ts';

export interface Decision {
  granted: boolean;
  note: string;
  sensitive: boolean;
  by: string | null;
}

/**
 * Does what was decided and writes it down: by one at a time, others are refused. Rights stand on another plane than requests, so that
 * whatever dies between the two may be done again. `claim`: its own from an earlier try is taken over.
 */
export async function carryOut(ctx: Ctx, request: StoredRequest, decision: Decision, claim: string): Promise<void> {
  await claimRequest(ctx, request.id, claim);
  try {
    if (decision.granted) await grantAccess(ctx, request, decision.sensitive);
    else await takeBack(ctx, request);
    await writeDecision(ctx, request, decision, claim);
  } catch (error) {
    await inSpace(ctx, (tx) =>
      tx.query({
        text: `update ${tx.schema}.assets_request set claim = null where id = $1 and claim = $2`,
        values: [request.id, claim],
      }),
    );
    throw error;
  }
  await tellRequester(ctx, { ...request, title: request.assetTitle.zh });
}

async function claimRequest(ctx: Ctx, id: string, claim: string): Promise<void> {
  const { rows } = await inSpace(ctx, (tx) =>
    tx.query({
      text: `update ${tx.schema}.assets_request set claim = $2, claimed_at = now() where id = $1 and state in ('asked', 'approved')
        and (claim is null or claim = $2 or claimed_at < now() - interval '2 minutes') returning 1`,
      values: [id, claim],
    }),
  );
  if (rows.length === 0) throw conflict('assets.request.decided');
}

function writeDecision(
  ctx: Ctx,
  request: StoredRequest,
  { granted, note, sensitive, by }: Decision,
  claim: string,
): Promise<void> {
  return inSpace(ctx, async (tx) => {
    const { rows } = await tx.query({
      text: `update ${tx.schema}.assets_request set state = $2, note = $3, decided_by = $4, sensitive = $5, decided_at = now(), claim = null where id = $1 and claim = $6 returning 1`,
      values: [request.id, granted ? 'granted' : 'refused', note, by, sensitive, claim],
    });
    if (rows.length === 0) throw conflict('assets.request.decided');
    await tx.event('assets.request.decided', request.id, {
      id: request.id,
      name: request.assetTitle.zh,
      person: request.person,
      granted,
    });
  });
}
