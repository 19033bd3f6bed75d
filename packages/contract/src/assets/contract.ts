import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { AssetId } from './asset.ts';

/** What becomes of a release of a form that takes away what was promised: it is refused, or asks for a yes first. */
export const contractReleases = ['refuse', 'warn'] as const;

const columnKey = z.string().min(1).max(400);

/** What those who make an asset promise those who read it. */
export const ContractInput = z
  .object({
    /** 0 makes one where there is none. */
    version: z.int().min(0),
    about: z.string().max(4_000),
    /** These columns stay, as these types. */
    columns: z.array(z.object({ key: columnKey, type: z.string().max(400) })).max(2_000),
    /** The newest value of this column is never older. */
    fresh: z.object({ column: columnKey, hours: z.number().min(0.1).max(87_600) }).nullable(),
    leastScore: z.int().min(1).max(100).nullable(),
    /** Rules of quality that pass. */
    rules: z.array(uuid).max(100),
    /** Who relies on it and is told, beside the owners of what reads it. */
    consumers: z.array(uuid).max(50),
    onRelease: z.enum(contractReleases),
  })
  .refine(
    ({ columns, fresh, leastScore, rules }) =>
      columns.length > 0 || fresh !== null || leastScore !== null || rules.length > 0,
    { path: ['columns'] },
  );
export type ContractInput = z.infer<typeof ContractInput>;

/** Why it is not kept; each has a text `assets.contract.broken.<what>`. */
export const Breach = z.discriminatedUnion('what', [
  z.object({ what: z.literal('gone') }),
  z.object({ what: z.literal('column'), key: z.string() }),
  z.object({ what: z.literal('type'), key: z.string(), was: z.string(), is: z.string() }),
  z.object({ what: z.literal('stale'), column: z.string(), hours: z.number().nullable() }),
  z.object({ what: z.literal('score'), least: z.int(), score: z.int() }),
  z.object({ what: z.literal('rule'), name: z.string() }),
  z.object({ what: z.literal('unread'), code: z.string() }),
]);
export type Breach = z.infer<typeof Breach>;

export const Contract = z.object({
  asset: AssetId,
  ...ContractInput.shape,
  state: z.enum(['kept', 'broken']),
  broken: z.array(Breach),
  changedBy: uuid,
  changedAt: z.iso.datetime(),
  /** Owners of what reads it, as far as the reader sees that. */
  readers: z.array(uuid),
});
export type Contract = z.infer<typeof Contract>;

const ofAsset = z.object({ assetId: z.number().int().min(1).max(2_147_483_647) });

export const assetContractApi = {
  contract: endpoint({
    method: 'GET',
    path: '/assets/:assetId/contract',
    permission: 'assets.asset.read',
    summary: 'What is promised of an asset, and whether it is kept; null where nothing is.',
    params: ofAsset,
    response: Contract.nullable(),
  }),
  putContract: endpoint({
    method: 'PUT',
    path: '/assets/:assetId/contract',
    permission: 'assets.asset.edit',
    summary: 'Promises something of an asset; freshness is read with the rights of who says so.',
    params: ofAsset,
    body: ContractInput,
    response: Contract,
  }),
  removeContract: endpoint({
    method: 'DELETE',
    path: '/assets/:assetId/contract',
    permission: 'assets.asset.edit',
    summary: 'Nothing is promised of an asset any more.',
    params: ofAsset,
    response: nothing,
  }),
};
