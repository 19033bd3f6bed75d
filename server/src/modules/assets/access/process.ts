import { wallText } from '@formwork/contract/forms/values/dates.ts';
import { textIn } from '@formwork/contract/text.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace, reader } from '../../../platform/db/space-data.ts';
import type { Subscriber } from '../../../platform/events/events.ts';
import type { Platform } from '../../../platform/platform.ts';
import { newId } from '../../../platform/ids.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { asSystem } from '../../identity/public.ts';
import { createRecord, getRecord } from '../../records/public.ts';
import { startProcess } from '../../workflow/public.ts';
import { AppError } from '../../../platform/errors.ts';
import type { StoredAsset } from '../rows.ts';
import { carryOut, type Decision } from './decision.ts';
import { accessFields, granted } from './form.ts';
import { kindIn } from './kind-names.ts';
import { requestColumns, type StoredRequest } from './stored.ts';
import { isReviewed } from './way.ts';

/** The request as a record of the form, by whoever asks, and its process begun. What cannot begin leaves the request to the administrators. */
export async function beginProcess(
  ctx: Ctx,
  request: string,
  asset: StoredAsset,
  { form, reason, until }: { app: string; form: string; reason: string; until: string | null },
): Promise<void> {
  const { publicUrl } = ctx.platform.config;
  const values = {
    [accessFields.asset]: textIn(asset.title, ctx.locale),
    [accessFields.kind]: kindIn(asset.kind, ctx.locale),
    [accessFields.reason]: reason,
    ...(publicUrl !== '' && {
      [accessFields.link]: new URL(pathTo('dataAssets', {}, { id: asset.id }), publicUrl).href,
    }),
    ...(until !== null && { [accessFields.until]: wallText(until, zoneOf(ctx.platform, ctx.spaceId)).slice(0, 10) }),
    ...(asset.owner !== null && { [accessFields.owner]: [asset.owner] }),
  };
  try {
    const { id: recordId } = await createRecord(ctx, {
      params: { formId: form },
      query: {},
      body: { commandId: newId(), values, slaves: {} },
    });
    await inSpace(ctx, (tx) =>
      tx.query({
        text: `update ${tx.schema}.assets_request set form = $2, record = $3 where id = $1`,
        values: [request, form, recordId],
      }),
    );
    await startProcess(ctx, { params: { formId: form, recordId }, query: {}, body: { commandId: newId() } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.platform.log.warn({ err: error, request }, 'the process of a request could not begin');
    await inSpace(ctx, (tx) =>
      tx.query({
        text: `update ${tx.schema}.assets_request set form = null, record = null where id = $1`,
        values: [request],
      }),
    );
  }
}

/** What a process came to is done: granted by the house in the name of whoever decided, or, under three-admin management, left to be granted under review. */
export const processesDecide: Subscriber = {
  name: 'assets.access',
  start: 'now',
  types: ['workflow.instance.'],
  async handle(platform, spaceId, events) {
    const over = events.flatMap(({ actor, data }) =>
      typeof data.recordId === 'string' && (data.finished === true || data.state === 'invalid')
        ? [{ record: data.recordId, isFinished: data.finished === true, by: actor }]
        : [],
    );
    if (over.length === 0) return;
    const from = reader({ platform, spaceId });
    const { rows } = await from.query<StoredRequest>({
      text: `select ${requestColumns} from ${from.schema}.assets_request r join ${from.schema}.assets_asset a on a.id = r.asset where r.record = any($1::uuid[]) and r.state = 'asked'`,
      values: [over.map(({ record }) => record)],
    });
    for (const request of rows) {
      const end = over.findLast(({ record }) => record === request.record)!;
      await decide(platform, spaceId, request, end);
    }
  },
};

async function decide(
  platform: Platform,
  spaceId: string,
  request: StoredRequest,
  { isFinished, by }: { isFinished: boolean; by: string | null },
): Promise<void> {
  const ctx = asSystem(platform, spaceId, 'a process decided on access to a data asset');
  const said = isFinished ? await decisionOf(ctx, request) : { granted: false, sensitive: false, note: '' };
  // the record went meanwhile, and what it said with it: administrators decide
  if (!said) return;
  const decision = { ...said, by };
  if (said.granted && (await isReviewed(ctx))) return leaveToAdministrators(ctx, request.id, decision);
  try {
    // told of again after a crash, it goes on where it was
    await carryOut(ctx, request, decision, request.id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // what cannot be given here stays as it is
    platform.log.warn({ err: error, request: request.id }, 'what a process decided could not be done');
    if (error.code !== 'assets.request.decided') await leaveToAdministrators(ctx, request.id, decision);
  }
}

async function leaveToAdministrators(ctx: Ctx, id: string, { note, sensitive, by }: Decision): Promise<void> {
  await inSpace(ctx, (tx) =>
    tx.query({
      text: `update ${tx.schema}.assets_request set state = 'approved', note = $2, sensitive = $3, decided_by = $4 where id = $1 and state = 'asked'`,
      values: [id, note, sensitive, by],
    }),
  );
}

async function decisionOf(ctx: Ctx, { form, record }: StoredRequest): Promise<Omit<Decision, 'by'> | undefined> {
  const answer = await getRecord(ctx, {
    params: { formId: form!, recordId: record! },
    query: {},
    body: undefined,
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });
  if (!answer) return undefined;
  const { values } = ('jsonText' in answer ? JSON.parse(String(answer.jsonText)) : answer) as {
    values: Record<string, unknown>;
  };
  return {
    granted: values[accessFields.decision] === granted,
    sensitive: values[accessFields.sensitive] === true,
    note: typeof values[accessFields.note] === 'string' ? (values[accessFields.note] as string).slice(0, 1_000) : '',
  };
}
