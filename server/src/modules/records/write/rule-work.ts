import type { Cause, Ctx } from '../../../platform/context.ts';
import type { SpaceTx } from '../../../platform/db/space-data.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import { invalid, notFound, refuse } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { directoryOf, type Directory } from '../../organization/public.ts';
import { canEditTogether, writeMany, type Edited } from '../bulk/edit-many.ts';
import { planOf, storedRecord, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import { lockedAndGranted } from '../relations/recalculate.ts';
import { prepareLinked } from '../relations/prepare-linked.ts';
import { grantedMask, maskedRecord, readGrants, type Mask } from '../rights/mask.ts';
import { factsOfRecord, hiddenBy, reaches, viewerOf, type Viewer } from '../rights/reach.ts';
import { requireAction, rightsFor, type GrantRank } from '../rights/rights.ts';
import type { Rights } from '../../forms/public.ts';
import { changesOf } from './changes.ts';
import { withKnownOf } from './known-values.ts';
import { prepareRecord, type GivenRecord } from './prepare.ts';
import { insertWithSlaves, writeChanges } from './save.ts';
import { takenValue } from './taken.ts';
import { changeable, removeWithin } from './update.ts';

/** So many records are read at a time, and looked through at most. */
const scanned = 1_000;
const mostScanned = 10_000;

interface Form {
  plan: FormPlan;
  rights: Rights;
  viewer: Viewer;
  /** Whether its records are written with one statement. */
  together: boolean;
}

interface Held {
  form: Form;
  before: StoredRecord;
  /** As the rules before left it. */
  now: StoredRecord;
  rank: GrantRank;
  granted: Mask | undefined;
  given: Required<GivenRecord>;
  ruled: Edited['after']['ruled'];
  cause: Cause | undefined;
}

/** Values by field, and rows by sub-table. */
export type RuleValues = Readonly<Record<string, unknown>>;

/**
 * Records that rules read and write together, in one transaction, with the rights of one person or of the system. Each is locked and
 * read once; who writes it twice makes one version of it.
 */
export class RuleWork {
  private readonly forms = new Map<string, Promise<Form>>();
  private readonly held = new Map<string, Held>();
  private readonly tx: SpaceTx;
  private readonly ctx: Ctx;
  private readonly writes: ReadonlySet<string>;

  /** `writes`: the forms of which it is going to write records, as far as the rules say. */
  constructor(tx: SpaceTx, ctx: Ctx, writes: ReadonlySet<string>) {
    this.tx = tx;
    this.ctx = ctx;
    this.writes = writes;
  }

  /** Locks records of a form in the order of their ids; those that are not there are passed over. */
  async load(formId: string, ids: Iterable<string>): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => !this.held.has(`${formId}/${id}`)).toSorted();
    if (wanted.length === 0) return;
    const form = await this.formOf(formId);
    const { plan } = form;
    for (const row of await lockedAndGranted(this.tx, plan, wanted, this.ctx.user.id)) {
      const before = storedRecord(plan, row);
      const { rank, mask } = readGrants(plan, row.at(-2));
      this.held.set(`${formId}/${before.id}`, {
        form,
        before,
        now: before,
        rank,
        granted: mask,
        given: { values: {}, slaves: {} },
        ruled: undefined,
        cause: undefined,
      });
    }
  }

  /** The same for what some relations name, by the forms they lead to: form after form in the order of their ids too. */
  async loadNamed(
    relations: ReadonlyMap<string, string>,
    named: (relation: string) => readonly string[],
  ): Promise<void> {
    const forms = Map.groupBy(relations, ([, form]) => form);
    for (const [form, all] of [...forms].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      await this.load(
        form,
        all.flatMap(([relation]) => named(relation)),
      );
  }

  /** As whoever it is for sees it, with what was written to it here; undefined where it is not loaded, not there or not to be seen. */
  read(formId: string, id: string): StoredRecord | undefined {
    const one = this.held.get(`${formId}/${id}`);
    if (!one) return undefined;
    const { plan, rights, viewer } = one.form;
    const facts = factsOfRecord(one.before);
    const reached = reaches(plan, rights.view, facts, viewer);
    if (!reached && one.rank === 0) return undefined;
    return maskedRecord(one.now, reached ? hiddenBy(plan, rights, facts, viewer) : grantedMask(rights, one.granted));
  }

  /** Ids of records that may be seen and pass, the oldest first; refused where there are more than are looked at. */
  async find(formId: string, passes: (record: StoredRecord) => boolean, most: number): Promise<string[]> {
    await this.flush();
    const { plan, rights, viewer } = await this.formOf(formId);
    const found: string[] = [];
    let after: string | null = null;
    for (let seen = 0; found.length < most;) {
      const page: { rows: { id: string }[] } = await this.tx.query<{ id: string }>({
        text: `select id from ${plan.table} where ($1::uuid is null or id > $1) order by id limit ${scanned}`,
        values: [after],
      });
      const ids = page.rows.map(({ id }) => id);
      const { rows } = await this.tx.query<TextRow>({
        ...plan.statements.getManyGranted,
        values: [ids, ids.map(() => this.ctx.user.id)],
      });
      for (const row of rows) {
        const record = storedRecord(plan, row);
        const { rank, mask } = readGrants(plan, row.at(-2));
        const facts = factsOfRecord(record);
        const reached = reaches(plan, rights.view, facts, viewer);
        if (!reached && rank === 0) continue;
        const shown = maskedRecord(record, reached ? hiddenBy(plan, rights, facts, viewer) : grantedMask(rights, mask));
        if (found.length < most && passes(shown)) found.push(record.id);
      }
      after = ids.at(-1) ?? null;
      if (ids.length < scanned) return found;
      seen += ids.length;
      if (seen >= mostScanned) throw refuse('rules.too_many_records', { most: mostScanned });
    }
    return found;
  }

  /** Throws where the person may not change it so, or the form refuses the values. */
  async change(formId: string, id: string, values: RuleValues, cause: Cause): Promise<void> {
    await this.load(formId, [id]);
    const one = this.held.get(`${formId}/${id}`);
    if (!one) throw notFound('records.record.not_found');
    const { plan, rights, viewer, together } = one.form;
    const { mask, closed } = changeable(
      plan,
      rights,
      viewer,
      { record: one.before, rank: one.rank, mask: one.granted },
      'edit',
    );
    const given = givenOf(plan, values);
    one.cause = cause;
    Object.assign(one.given.values, given.values);
    Object.assign(one.given.slaves, given.slaves);
    if (together) {
      const options = { ...(await this.options(plan)), hidden: mask, closed };
      const { errors, ruled, ...after } = prepareRecord(plan, given, one.now, options);
      if (errors.length > 0) throw invalid('records.record.invalid', errors);
      one.now = { ...one.now, values: { ...one.now.values, ...after.values }, slaves: after.slaves };
      if (ruled) one.ruled = [...(one.ruled ?? []), ...ruled];
      return;
    }
    one.now = { ...one.now, values: { ...one.now.values, ...(given.values as StoredRecord['values']) } };
  }

  async create(formId: string, values: RuleValues, cause: Cause, id = newId()): Promise<string> {
    const { plan, rights } = await this.formOf(formId);
    if (rights.create === null) await requireAction(plan, this.ctx, rights, 'create', 'records.record.no_create');
    const { given, known } = await withKnownOf(this.ctx, plan, givenOf(plan, values), true, this.tx);
    const options = await this.options(plan);
    const prepared = await prepareLinked(this.tx, this.ctx, plan, given, undefined, {
      ...options,
      known,
      writes: this.writes,
      hidden: rights.fields?.newHidden,
      closed: rights.fields?.newClosed,
    });
    if (prepared.errors.length > 0) throw invalid('records.record.invalid', prepared.errors);
    const doer = this.doer(cause);
    try {
      await insertWithSlaves(this.tx, doer, plan, {
        ...prepared,
        id,
        at: options.now.toISOString(),
        creator: this.ctx.user.system ? null : this.ctx.user.id,
        department: options.directory.people.get(this.ctx.user.id)?.departmentId ?? null,
      });
    } catch (error) {
      throw takenValue(plan, error);
    }
    return id;
  }

  async remove(formId: string, id: string, cause: Cause): Promise<void> {
    await this.flush();
    await removeWithin(this.tx, this.doer(cause), { formId, recordId: id });
    this.held.delete(`${formId}/${id}`);
  }

  /** Writes what was changed; the ids of the records that are others now. */
  async flush(): Promise<Set<string>> {
    const written = new Set<string>();
    const changed = [...this.held.values()].filter(({ cause }) => cause !== undefined);
    for (const [form, all] of Map.groupBy(changed, (one) => one.form)) {
      const { plan } = form;
      try {
        if (form.together) {
          const edited = all.flatMap(({ before, now, ruled, cause }): Edited[] => {
            const changes = changesOf(plan, before, now);
            return changes.any
              ? [{ before, after: { values: now.values, slaves: now.slaves, ruled }, changes, cause }]
              : [];
          });
          if (edited.length > 0) await writeMany(this.tx, this.ctx, plan, edited);
          for (const { before } of edited) written.add(before.id);
        } else for (const one of all) if (await this.writeOne(one)) written.add(one.before.id);
      } catch (error) {
        throw takenValue(plan, error);
      }
    }
    for (const one of changed) this.held.delete(`${one.form.plan.form.formId}/${one.before.id}`);
    return written;
  }

  private async writeOne({ form, before, rank, granted, given, cause }: Held): Promise<boolean> {
    const { plan, rights, viewer } = form;
    const { mask, closed } = changeable(plan, rights, viewer, { record: before, rank, mask: granted }, 'edit');
    const { given: asked, known } = await withKnownOf(this.ctx, plan, given, false, this.tx);
    const named = { values: asked.values, ...(Object.keys(given.slaves).length > 0 && { slaves: asked.slaves }) };
    const { errors, ...after } = await prepareLinked(this.tx, this.ctx, plan, named, before, {
      ...(await this.options(plan)),
      known,
      writes: this.writes,
      hidden: mask,
      closed,
    });
    if (errors.length > 0) throw invalid('records.record.invalid', errors);
    const { changes } = await writeChanges(this.tx, this.doer(cause), plan, before, after, 'updated');
    return changes.any;
  }

  private doer(cause: Cause | undefined): Ctx {
    return cause ? { ...this.ctx, user: { ...this.ctx.user, cause } } : this.ctx;
  }

  private async options(
    plan: FormPlan,
  ): Promise<{
    allowed: 'person' | 'all';
    files: Set<string>;
    userId: string;
    now: Date;
    timeZone: string;
    directory: Directory;
  }> {
    return {
      // the system is bound by no field that people may not change
      allowed: this.ctx.user.system ? 'all' : 'person',
      files: new Set(),
      userId: this.ctx.user.id,
      now: new Date(),
      timeZone: plan.timeZone,
      directory: await directoryOf(this.ctx.platform, this.ctx.spaceId),
    };
  }

  private formOf(formId: string): Promise<Form> {
    let form = this.forms.get(formId);
    if (!form) this.forms.set(formId, (form = this.openForm(formId)));
    return form;
  }

  private async openForm(formId: string): Promise<Form> {
    const plan = await planOf(this.ctx, formId);
    return {
      plan,
      rights: await rightsFor(plan, this.ctx),
      viewer: await viewerOf(this.ctx),
      together: !plan.hasAddresses && !plan.hasReadings && (await canEditTogether(this.ctx, plan, {})),
    };
  }
}

/** Lists of contexts under the name of a sub-table are its rows. */
function givenOf(plan: FormPlan, values: RuleValues): Required<GivenRecord> {
  const tables = new Set(plan.slaves.map(({ id }) => id));
  const slaves: Record<string, { id?: string | undefined; values: Record<string, unknown> }[]> = {};
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (!tables.has(name)) own[name] = value;
    else if (Array.isArray(value))
      slaves[name] = value.map((row) => {
        const { id, ...rest } = row as Record<string, unknown>;
        return { ...(typeof id === 'string' && { id }), values: rest };
      });
  }
  return { values: own, slaves: slaves as Required<GivenRecord>['slaves'] };
}
