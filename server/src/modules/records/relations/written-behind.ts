import type { Platform } from '../../../platform/platform.ts';
import { AppError } from '../../../platform/errors.ts';
import type { FormRules } from '../plan/form-rules.ts';
import { planOf, type FormPlan } from '../plan/plan.ts';
import { linksOf } from './form-links.ts';

type Where = { platform: Platform; spaceId: string };

const known = new WeakMap<FormPlan, { engine: FormRules | undefined; forms: Promise<ReadonlySet<string>> }>();

/** Forms of which a save of this one may write records in its own transaction: by rules behind it, and because they count or show it. */
export function writtenBehind({ platform, spaceId }: Where, plan: FormPlan): Promise<ReadonlySet<string>> {
  const { engine } = plan;
  const there = known.get(plan);
  if (there && there.engine === engine) return there.forms;
  const forms = follow({ platform, spaceId }, plan);
  known.set(plan, { engine, forms });
  forms.catch(() => known.delete(plan));
  return forms;
}

async function follow(where: Where, plan: FormPlan): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const saved = new Set([plan.form.formId]);
  const recalculated = async (one: FormPlan): Promise<void> => {
    const { relations, referrers } = await linksOf(where, one);
    const next = [
      ...relations.flatMap(({ target, counted }) => (counted ? [target] : [])),
      ...referrers.flatMap((referrer) => (referrer.reads.size > 0 ? [referrer.plan] : [])),
    ];
    for (const other of next) {
      if (found.has(other.form.formId)) continue;
      found.add(other.form.formId);
      await recalculated(other);
    }
  };
  const save = async (one: FormPlan): Promise<void> => {
    await recalculated(one);
    for (const formId of one.engine?.touches ?? []) {
      found.add(formId);
      if (saved.has(formId)) continue;
      saved.add(formId);
      const other = await thereOrNone(where, formId);
      if (other) await save(other);
    }
  };
  await save(plan);
  return found;
}

async function thereOrNone(where: Where, formId: string): Promise<FormPlan | undefined> {
  try {
    return await planOf(where, formId);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}
