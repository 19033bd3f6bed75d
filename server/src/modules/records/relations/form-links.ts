import type { FieldOf } from '@formwork/contract/forms/field.ts';
import { isLinkedRollup } from '@formwork/contract/records/linked.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { viaOf } from '../../forms/public.ts';
import type { PlanColumn } from '../plan/columns.ts';
import { planOf, type FormPlan, type SlavePlan } from '../plan/plan.ts';

/** A relation as its own form uses it. */
export interface OwnRelation {
  /** `field`, or `table.field` in a slave table. */
  key: string;
  slave: SlavePlan | undefined;
  column: PlanColumn;
  field: FieldOf<'relation'>;
  target: FormPlan;
  /** Lookups through it, with the column of the target each shows. */
  lookups: { id: string; source: PlanColumn }[];
  /** Fields beside it that roll-ups of the target count; undefined where none looks this way. */
  counted: ReadonlySet<string> | undefined;
}

/** A roll-up over records of `other`: those that a relation of this form names, or those whose relation names this one. */
export interface OtherRollup {
  field: FieldOf<'rollup'>;
  /** The relation of this form; undefined where the other form's leads here. */
  own: PlanColumn | undefined;
  other: FormPlan;
  /** Rows are counted in place of records. */
  slave: SlavePlan | undefined;
  /** The other form's relation. */
  via: PlanColumn | undefined;
  counted: PlanColumn | undefined;
}

/** A relation of another form, or of the form itself, whose records name those of this one. */
export interface Referrer {
  plan: FormPlan;
  slave: SlavePlan | undefined;
  key: string;
  column: PlanColumn;
  field: FieldOf<'relation'>;
  /** Fields of this form that it shows or counts. */
  reads: ReadonlySet<string>;
}

export interface FormLinks {
  relations: OwnRelation[];
  rollups: OtherRollup[];
  referrers: Referrer[];
}

type Where = { platform: Platform; spaceId: string };

const known = new WeakMap<FormPlan, Promise<FormLinks>>();

/** What the form has to do with others. It hangs on the plan, which goes when any of them is released again. */
export function linksOf(ctx: Where, plan: FormPlan): Promise<FormLinks> {
  let links = known.get(plan);
  if (!links) {
    known.set(plan, (links = compileLinks({ platform: ctx.platform, spaceId: ctx.spaceId }, plan)));
    links.catch(() => known.delete(plan));
  }
  return links;
}

export function touchesOthers(plan: FormPlan): boolean {
  return plan.linked || plan.form.speakers.length > 0;
}

async function compileLinks(ctx: Where, plan: FormPlan): Promise<FormLinks> {
  const { formId, definition, speakers } = plan.form;
  const planFor = async (id: string): Promise<FormPlan | undefined> => {
    if (id === formId) return plan;
    return planOf(ctx, id).catch((error: unknown) => {
      // removed meanwhile: it is as if nobody spoke of it
      if (error instanceof AppError && error.status === 404) return undefined;
      throw error;
    });
  };
  const links: FormLinks = { relations: [], rollups: [], referrers: [] };
  const speaking = (await Promise.all(speakers.map(planFor))).filter((one) => one !== undefined);
  for (const { slave, columns } of tablesOf(plan)) {
    for (const column of columns) {
      if (column.field.type !== 'relation') continue;
      const target = await planFor(column.field.config.form);
      if (!target) continue;
      const key = slave ? `${slave.id}.${column.id}` : column.id;
      const lookups = columns.flatMap(({ id, field }) => {
        const source =
          field.type === 'lookup' && field.config.relation === column.id
            ? target.byId.get(field.config.field)
            : undefined;
        return source ? [{ id, source }] : [];
      });
      links.relations.push({
        key,
        slave,
        column,
        field: column.field,
        target,
        lookups,
        counted: countedThrough(target, formId, key),
      });
    }
  }
  for (const field of definition.fields) {
    if (!isLinkedRollup(field)) continue;
    const rollup = await compileRollup(plan, field, planFor);
    if (rollup) links.rollups.push(rollup);
  }
  for (const speaker of speaking) links.referrers.push(...referrersIn(speaker, formId));
  return links;
}

export function tablesOf(plan: FormPlan): { slave: SlavePlan | undefined; columns: PlanColumn[] }[] {
  return [{ slave: undefined, columns: plan.own }, ...plan.slaves.map((slave) => ({ slave, columns: slave.columns }))];
}

/** Fields that the target's roll-ups take from records that name it by this relation. */
function countedThrough(target: FormPlan, formId: string, key: string): ReadonlySet<string> | undefined {
  const rollups = target.form.definition.fields.filter(
    (field) => isLinkedRollup(field) && field.config.form === formId && field.config.via === key,
  ) as FieldOf<'rollup'>[];
  return rollups.length === 0
    ? undefined
    : new Set(rollups.flatMap(({ config }) => (config.field === undefined ? [] : [config.field])));
}

async function compileRollup(
  plan: FormPlan,
  field: FieldOf<'rollup'>,
  planFor: (id: string) => Promise<FormPlan | undefined>,
): Promise<OtherRollup | undefined> {
  const { config } = field;
  if (config.form) {
    const other = await planFor(config.form);
    const [relation] = viaOf(other?.form.definition, config.via ?? '');
    if (!other || relation?.type !== 'relation' || relation.config.form !== plan.form.formId) return undefined;
    const [table] = config.via?.includes('.') ? config.via.split('.') : [undefined];
    const slave = other.slaves.find(({ id }) => id === table);
    const columns = slave?.columns ?? other.own;
    return {
      field,
      own: undefined,
      other,
      slave,
      via: columns.find(({ id }) => id === relation.id),
      counted: columns.find(({ id }) => id === config.field),
    };
  }
  const own = plan.own.find(({ id }) => id === config.relation);
  const other = own?.field.type === 'relation' ? await planFor(own.field.config.form) : undefined;
  return own && other
    ? { field, own, other, slave: undefined, via: undefined, counted: other.own.find(({ id }) => id === config.field) }
    : undefined;
}

function referrersIn(speaker: FormPlan, formId: string): Referrer[] {
  return tablesOf(speaker).flatMap(({ slave, columns }) =>
    columns.flatMap((column): Referrer[] => {
      if (column.field.type !== 'relation' || column.field.config.form !== formId) return [];
      const reads = columns.flatMap(({ field }) => {
        if (field.type === 'lookup' && field.config.relation === column.id) return [field.config.field];
        return field.type === 'rollup' &&
          !field.config.form &&
          field.config.relation === column.id &&
          field.config.field !== undefined
          ? [field.config.field]
          : [];
      });
      return [
        {
          plan: speaker,
          slave,
          key: slave ? `${slave.id}.${column.id}` : column.id,
          column,
          field: column.field,
          reads: new Set(reads),
        },
      ];
    }),
  );
}
