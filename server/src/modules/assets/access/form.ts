import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import type { ApproveNode, FieldRight, FillInNode, ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import type { Text } from '@formwork/contract/text.ts';
import { startingGraph } from '@formwork/process/starting-graph.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { createApp, createFormWithRelease } from '../../forms/public.ts';
import { releaseProcess } from '../../workflow/public.ts';

/** Ids of the fields that the house fills and reads; whatever designers add beside them is theirs. */
export const accessFields = {
  asset: 'asset',
  kind: 'kind',
  link: 'link',
  reason: 'reason',
  until: 'until',
  owner: 'owner',
  decision: 'decision',
  sensitive: 'sensitive',
  note: 'note',
} as const;
export const granted = 'grant';

const field = <T extends Field['type']>(type: T, id: string, title: Text, config?: object): Field => {
  const made = newField(type, title, id);
  return { ...made, config: { ...made.config, ...config } } as Field;
};

const definition: FormDefinition = {
  format: 1,
  title: { zh: '数据访问申请', en: 'Requests for data' },
  layout: [],
  titleField: accessFields.asset,
  fields: [
    field('text', accessFields.asset, { zh: '数据资产', en: 'Data asset' }),
    field('text', accessFields.kind, { zh: '类型', en: 'Kind' }),
    field('url', accessFields.link, { zh: '资产地址', en: 'Where it is' }),
    field('longText', accessFields.reason, { zh: '申请理由', en: 'Reason' }),
    field('date', accessFields.until, { zh: '使用至', en: 'Until' }),
    field('member', accessFields.owner, { zh: '负责人', en: 'Owner' }),
    field(
      'singleSelect',
      accessFields.decision,
      { zh: '决定', en: 'Decision' },
      {
        options: [
          { id: granted, label: { zh: '同意', en: 'Grant' } },
          { id: 'refuse', label: { zh: '拒绝', en: 'Refuse' } },
        ],
      },
    ),
    field('switch', accessFields.sensitive, { zh: '包含敏感列', en: 'With sensitive columns' }),
    field('longText', accessFields.note, { zh: '说明', en: 'Note' }),
  ],
  tables: [],
};

const decided = [accessFields.decision, accessFields.sensitive, accessFields.note] as const;

/** Whoever owns the asset decides, or the administrators where nobody owns it; nobody decides on a request of their own. */
function graph(): ProcessGraph {
  const { nodes, edges, settings } = startingGraph();
  const at = (right: FieldRight, ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, right]));
  const all = Object.values(accessFields);
  return {
    settings,
    edges,
    nodes: nodes.map((node) => {
      if (node.kind === 'start') return { ...node, fields: { ...at('read', all), ...at('hidden', decided) } };
      if (node.kind !== 'approve') return node;
      return {
        ...fillIn(node),
        fields: { ...at('read', all), ...at('edit', decided), [accessFields.decision]: 'required' },
        executors: {
          rules: [{ by: 'member-field', field: accessFields.owner }],
          nobody: 'administrator',
          sameAsPrevious: 'again',
          isInitiator: 'superior',
        },
      };
    }),
  };
}

const fillIn = ({ name: _, kind: _k, ...node }: ApproveNode): FillInNode => ({
  ...node,
  kind: 'fill-in',
  name: { zh: '负责人决定', en: 'The owner decides' },
});

/** The application, its form and the process, in use at once: everybody asks and sees what they asked. */
export async function makeForm(ctx: Ctx): Promise<{ appId: string; formId: string }> {
  const { id: appId } = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    createApp(
      { ...ctx, tx },
      { params: {}, query: {}, body: { title: { zh: '数据访问申请', en: 'Requests for data' } } },
    ),
  );
  const formId = await createFormWithRelease(ctx, appId, definition, [
    { id: 'own', subject: { kind: 'everyone' }, actions: ['view', 'create'], scope: 'own' },
  ]);
  await releaseProcess(ctx, formId, graph());
  return { appId, formId };
}
