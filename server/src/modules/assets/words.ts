import type { assetsApi } from '@formwork/contract/assets/api.ts';
import type { Word } from '@formwork/contract/assets/asset.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../platform/context.ts';
import { inSpace, reader } from '../../platform/db/space-data.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';

type Input<Name extends keyof typeof assetsApi> = InputOf<(typeof assetsApi)[Name]>;

const columns = 'id, kind, name, about, also, owner';

/** Domains and terms of the glossary, by name. */
export async function listWords(ctx: Ctx, { query }: Pick<Input<'words'>, 'query'>): Promise<Word[]> {
  const from = reader(ctx);
  const { rows } = await from.query<Word>({
    text: `select ${columns} from ${from.schema}.assets_word where $1::text is null or kind = $1 order by kind, lower(name->>'zh')`,
    values: [query.kind ?? null],
  });
  return rows;
}

export async function createWord(ctx: Ctx, { body }: Input<'createWord'>): Promise<Word> {
  return inSpace(ctx, async (tx) => {
    const id = newId();
    const { rows } = await tx.query<Word>({
      text: `insert into ${tx.schema}.assets_word (id, kind, name, about, also, owner) values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
      values: [id, body.kind, JSON.stringify(body.name), body.about, body.also, body.owner],
    });
    await tx.event('assets.word.created', id, { id, name: body.name.zh });
    return rows[0]!;
  });
}

export async function updateWord(ctx: Ctx, { params, body }: Input<'updateWord'>): Promise<Word> {
  return inSpace(ctx, async (tx) => {
    const { rows } = await tx.query<Word>({
      text: `update ${tx.schema}.assets_word set name = $2, about = $3, also = $4, owner = $5, changed_at = now() where id = $1 and kind = $6 returning ${columns}`,
      values: [params.wordId, JSON.stringify(body.name), body.about, body.also, body.owner, body.kind],
    });
    if (!rows[0]) throw notFound('assets.word.not_found');
    await tx.event('assets.word.changed', params.wordId, { id: params.wordId, name: body.name.zh });
    return rows[0];
  });
}

export async function removeWord(ctx: Ctx, { params }: Input<'removeWord'>): Promise<null> {
  await inSpace(ctx, async (tx) => {
    const { rows } = await tx.query<Word>({
      text: `delete from ${tx.schema}.assets_word where id = $1 returning ${columns}`,
      values: [params.wordId],
    });
    if (!rows[0]) throw notFound('assets.word.not_found');
    await tx.query({
      text: `update ${tx.schema}.assets_asset set domain = nullif(domain, $1), terms = array_remove(terms, $1) where domain = $1 or $1 = any(terms)`,
      values: [params.wordId],
    });
    await tx.query({
      text: `update ${tx.schema}.assets_column set term = null where term = $1`,
      values: [params.wordId],
    });
    await tx.event('assets.word.removed', params.wordId, { id: params.wordId, name: rows[0].name.zh });
  });
  return null;
}
