import type { PermissionRule, RuleSubject } from '@formwork/contract/forms/permission.ts';
import { describe, expect, it } from 'vitest';
import { cellOf, changesOf, isComplete, withChoice, withCondition, withFields } from './rights-draft.ts';

const subject: RuleSubject = { kind: 'role', id: 'r' };
const plain = (rules: PermissionRule[]) =>
  rules.map(({ effect = 'grant', actions, scope }) => [effect, scope, actions.join()]);

describe('the rules of a role on a form', () => {
  it('share one for what reaches as far, and lose those that say nothing any more', () => {
    const one = withChoice([], subject, 'view', 'all');
    const two = withChoice(one, subject, 'edit', 'own');
    const three = withChoice(two, subject, 'delete', 'own');
    expect(plain(three)).toEqual([
      ['grant', 'all', 'view'],
      ['grant', 'own', 'edit,delete'],
    ]);
    const refused = withChoice(three, subject, 'delete', 'refuse');
    expect(plain(refused)).toEqual([
      ['grant', 'all', 'view'],
      ['grant', 'own', 'edit'],
      ['refuse', 'all', 'delete'],
    ]);
    expect(cellOf(refused, 'delete')).toEqual({ granted: [], refused: ['all'] });
    expect(plain(withChoice(withChoice(refused, subject, 'delete', 'none'), subject, 'edit', 'none'))).toEqual([
      ['grant', 'all', 'view'],
    ]);
  });

  it('share a condition and what they say of fields', () => {
    const fields = { salary: { existing: 'hidden' as const } };
    const rules = withFields(withChoice(withChoice([], subject, 'view', 'condition'), subject, 'export', 'refuse'), {
      ...fields,
      name: {},
    });
    expect(isComplete(rules)).toBe(false);
    const whole = withCondition(rules, { field: 'name', operator: 'notEmpty' });
    expect(isComplete(whole)).toBe(true);
    const [more, refusal] = withChoice(whole, subject, 'edit', 'condition');
    expect(more).toMatchObject({ actions: ['view', 'edit'], condition: { field: 'name' }, fields });
    expect(refusal).not.toHaveProperty('fields');
    expect(withChoice(whole, subject, 'delete', 'own')[2]).toMatchObject({ fields });
    expect(withFields(whole, {}).every((rule) => !('fields' in rule))).toBe(true);
  });

  it('are sent by what they stand on', () => {
    expect(changesOf({ 'app:a1': { rules: [] }, 'form:f1': { buttons: { 'row.delete': 'refuse' } } })).toEqual([
      { target: { kind: 'app', id: 'a1' }, rules: [] },
      { target: { kind: 'form', id: 'f1' }, buttons: [{ button: 'row.delete', access: 'refuse' }] },
    ]);
  });
});
