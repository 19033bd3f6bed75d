import type { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import type { Incident } from '@formwork/contract/assets/quality.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { cursorOf, exactTime, readCursor } from '../../../platform/db/paging.ts';
import { inSpace, reader, type SpaceTx } from '../../../platform/db/space-data.ts';
import { notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { named, requirePeople } from '../known-people.ts';
import type { StoredAsset } from '../rows.ts';
import { visibleAssets } from '../visible.ts';
import type { StoredRule } from './rules.ts';

type Input<Name extends keyof typeof assetQualityApi> = InputOf<(typeof assetQualityApi)[Name]>;
type Answer<Name extends keyof typeof assetQualityApi> = Promise<ResponseOf<(typeof assetQualityApi)[Name]>>;

/** An incident that began or came back, and what tells of it. */
export interface IncidentOf {
  event: string;
  title: string;
}

/** So many good results in a row solve an incident; one that was solved no longer ago comes back as itself. */
const goodRuns = 2;
const comesBack = '7 days';

/** One incident a rule: opened by a result that fails, solved by itself after two that pass. */
export async function settleIncident(
  tx: SpaceTx,
  asset: StoredAsset,
  rule: StoredRule,
  state: 'passed' | 'failed' | 'broken',
): Promise<IncidentOf | undefined> {
  const table = `${tx.schema}.assets_incident`;
  if (state === 'broken') return undefined;
  if (state === 'passed') {
    const { rows } = await tx.query<{ id: string; solved: boolean }>({
      text: `update ${table} set good_runs = good_runs + 1, state = case when good_runs + 1 >= $2 then 'solved' else state end,
        solved_at = case when good_runs + 1 >= $2 then $3 else solved_at end where rule = $1 and state <> 'solved' returning id, state = 'solved' as solved`,
      values: [rule.id, goodRuns, new Date()],
    });
    if (rows[0]?.solved) await tx.event('assets.incident.solved', rows[0].id, { id: rows[0].id, name: rule.name });
    return undefined;
  }
  const { rows: open } = await tx.query({
    text: `update ${table} set good_runs = 0 where rule = $1 and state <> 'solved' returning 1`,
    values: [rule.id],
  });
  if (open.length > 0) return undefined;
  const {
    rows: [back],
  } = await tx.query<{ id: string }>({
    text: `update ${table} set state = 'open', good_runs = 0, reopened = reopened + 1, solved_at = null
      where id = (select id from ${table} where rule = $1 and state = 'solved' and solved_at > now() - interval '${comesBack}' order by solved_at desc limit 1) returning id`,
    values: [rule.id],
  });
  const id = back?.id ?? newId();
  if (!back)
    await tx.query({
      text: `insert into ${table} (id, asset, rule, title, state, owner) values ($1, $2, $3, $4, 'open', $5)`,
      values: [id, asset.id, rule.id, rule.name, asset.owner],
    });
  await tx.event('assets.incident.opened', id, { id, name: rule.name });
  return { event: newId(), title: `${asset.title.zh}: ${rule.name}` };
}

interface StoredIncident {
  id: string;
  asset: number;
  assetTitle: Text;
  rule: string | null;
  title: string;
  state: Incident['state'];
  owner: string | null;
  note: string;
  opened_at: Date;
  reopened: number;
  solved_at: Date | null;
}

const columns = `i.id, i.asset, a.title as "assetTitle", i.rule, i.title, i.state, i.owner, i.note, i.opened_at, i.reopened, i.solved_at`;

export async function listIncidents(ctx: Ctx, { query }: Input<'incidents'>): Answer<'incidents'> {
  const visible = await visibleAssets(ctx);
  const from = reader(ctx);
  const place = readCursor(query.after);
  const values: unknown[] = [];
  // each an index of its own: none is asked for what was not given
  const parts = [
    visible.sql(values),
    query.state === undefined ? `i.state <> 'solved'` : `i.state = $${values.push(query.state)}`,
    ...(query.asset === undefined ? [] : [`i.asset = $${values.push(query.asset)}`]),
    ...(place
      ? [`(i.opened_at, i.id) < ($${values.push(place.at)}::timestamptz, $${values.push(place.id)}::uuid)`]
      : []),
  ];
  const { rows } = await from.query<StoredIncident & { exact: string }>({
    text: `select ${columns}, ${exactTime('i.opened_at')} as exact from ${from.schema}.assets_incident i join ${from.schema}.assets_asset a on a.id = i.asset
      where ${parts.join(' and ')} order by i.opened_at desc, i.id desc limit ${query.limit + 1}`,
    values,
  });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ exact: _, ...row }) => incidentOf(row)),
    next: rows.length > shown.length && last ? cursorOf({ at: last.exact, id: last.id }) : null,
  };
}

export async function updateIncident(ctx: Ctx, { params, body }: Input<'updateIncident'>): Answer<'updateIncident'> {
  const before = await storedIncident(ctx, params.incidentId);
  await requirePeople(ctx, 'owner', named(body.owner), [before.owner]);
  await inSpace(ctx, async (tx) => {
    await tx.query({
      text: `update ${tx.schema}.assets_incident set state = coalesce($2, state), owner = case when $3 then $4::uuid else owner end, note = coalesce($5, note),
        solved_at = case when $2 = 'solved' then coalesce(solved_at, $6) when $2 is null then solved_at end, good_runs = case when $2 is null then good_runs else 0 end where id = $1`,
      values: [
        before.id,
        body.state ?? null,
        body.owner !== undefined,
        body.owner ?? null,
        body.note ?? null,
        new Date(),
      ],
    });
    await tx.event('assets.incident.changed', before.id, {
      id: before.id,
      name: before.title,
      ...(body.state !== undefined && { state: body.state }),
    });
  });
  return incidentOf(await storedIncident(ctx, before.id));
}

async function storedIncident(ctx: Ctx, id: string): Promise<StoredIncident> {
  const visible = await visibleAssets(ctx);
  const from = reader(ctx);
  const values: unknown[] = [id];
  const { rows } = await from.query<StoredIncident>({
    text: `select ${columns} from ${from.schema}.assets_incident i join ${from.schema}.assets_asset a on a.id = i.asset where i.id = $1 and ${visible.sql(values)}`,
    values,
  });
  if (!rows[0]) throw notFound('assets.incident.not_found');
  return rows[0];
}

function incidentOf({ opened_at: opened, solved_at: solved, ...row }: StoredIncident): Incident {
  return { ...row, openedAt: opened.toISOString(), solvedAt: solved?.toISOString() ?? null };
}
