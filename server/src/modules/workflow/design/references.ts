import type { Named } from '@formwork/contract/condition/references.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import type { Text } from '@formwork/contract/text.ts';
import { processReferences, processWithOption } from '@formwork/process/references.ts';
import { sql } from 'kysely';
import type { TxCtx } from '../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { Asked, User, UserSource } from '../../forms/public.ts';
import { forgetCurrentRelease } from './released.ts';

interface Living {
  form_id: string;
  release: number;
  count: number;
}

/** In what is drawn and in every release that is followed: under way they go on by what the records hold from now on. */
async function follow(ctx: TxCtx, at: Required<Named>, to: string, { leadsTo }: Asked): Promise<(() => void)[]> {
  const forms = new Set<string>();
  const named = sql<boolean>`position(${at.option} in graph::text) > 0`;
  for (const { form_id: form, graph, version } of await ctx.tx
    .selectFrom('workflow.definition')
    .select(['form_id', 'graph', 'version'])
    .where(named)
    .forUpdate()
    .execute()) {
    const next = processWithOption(graph, form, leadsTo, at, to);
    if (next !== graph)
      await ctx.tx
        .updateTable('workflow.definition')
        .set({ graph: JSON.stringify(next), version: version + 1, saved_by: ctx.user.id, saved_at: new Date() })
        .where('form_id', '=', form)
        .execute();
  }
  for (const { form_id: form, number, graph } of await ctx.tx
    .selectFrom('workflow.release')
    .select(['form_id', 'number', 'graph'])
    .where(named)
    .execute()) {
    const next = processWithOption(graph, form, leadsTo, at, to);
    if (next === graph) continue;
    await ctx.tx
      .updateTable('workflow.release')
      .set({ graph: JSON.stringify(next) })
      .where('form_id', '=', form)
      .where('number', '=', number)
      .execute();
    forms.add(form);
  }
  return [...forms].map((form) => () => forgetCurrentRelease(ctx.platform, ctx.spaceId, form));
}

/** Processes: what is drawn, what is released, and the releases that processes under way still follow. */
export const processUsers: UserSource<Living[]> = {
  ahead: async ({ platform, spaceId }) =>
    (
      await spaceQuery<Living>(platform, {
        text: `select form_id, release, count(*)::integer as count from ${spaceSchema(spaceId)}.workflow_instance where state in ('processing', 'interrupted') group by form_id, release`,
      })
    ).rows,
  follow,
  follows: ['flow'],
  async find(tx, { forms }, living = []) {
    if (forms.length === 0) return [];
    const names = (graph: string) =>
      sql<boolean>`exists (select 1 from unnest(${[...forms]}::text[]) f where jsonb_path_exists(${sql.ref(graph)}, '$.nodes[*] ? (@.form == $f)', jsonb_build_object('f', f)))`;
    const drawn = await tx
      .selectFrom('workflow.definition')
      .select(['form_id', 'graph', 'released'])
      .where((either) => either.or([either('form_id', 'in', [...forms]), names('graph')]))
      .execute();
    const current = new Map(
      (
        await tx
          .selectFrom('workflow.definition')
          .select(['form_id', 'released'])
          .where('released', 'is not', null)
          .execute()
      ).map(({ form_id: id, released }) => [id, released!]),
    );
    const followed = [
      ...[...current].map(([form, number]) => ({ form, number })),
      ...living.map(({ form_id: form, release: number }) => ({ form, number })),
    ];
    const released = await tx
      .selectFrom('workflow.release')
      .select(['form_id', 'number', 'graph'])
      .where((either) => either.or([either('form_id', 'in', [...forms]), names('graph')]))
      .where(
        sql<boolean>`(form_id, number) in (select * from unnest(${followed.map(({ form }) => form)}::text[], ${followed.map(({ number }) => number)}::integer[]))`,
      )
      .execute();
    const user = (form: string, state: User['state'], graph: ProcessGraph): User => ({
      kind: 'flow',
      id: form,
      state,
      formId: form,
      references: processReferences(graph, form),
      partTitle: (part) => partTitle(graph, part),
    });
    return [
      ...released.map(({ form_id: form, number, graph }) =>
        user(form, current.get(form) === number ? 'released' : 'running', graph),
      ),
      // drawn and not released yet: what is released stands there already
      ...drawn.flatMap(({ form_id: form, graph, released: number }) => {
        const last = released.find((one) => one.form_id === form && one.number === number);
        return last && JSON.stringify(last.graph) === JSON.stringify(graph) ? [] : [user(form, 'draft', graph)];
      }),
      ...forms.flatMap((form): User[] => {
        const count = living.filter(({ form_id: id }) => id === form).reduce((sum, one) => sum + one.count, 0);
        return count === 0
          ? []
          : [
              {
                kind: 'process',
                id: form,
                state: 'running',
                formId: form,
                references: [{ part: '', place: 'running', to: { form, element: '' }, how: 'warn' }],
                count,
              },
            ];
      }),
    ];
  },
};

function partTitle({ nodes, edges }: ProcessGraph, part: string): Text | undefined {
  const name = (id: string): Text => nodes.find((node) => node.id === id)?.name ?? { zh: '' };
  const edge = edges.find(({ id }) => id === part);
  if (!edge) return nodes.find((node) => node.id === part)?.name;
  if (edge.name?.zh) return edge.name;
  const [from, to] = [name(edge.source), name(edge.target)];
  return { zh: `${from.zh} → ${to.zh}`, en: `${from.en ?? from.zh} → ${to.en ?? to.zh}` };
}
