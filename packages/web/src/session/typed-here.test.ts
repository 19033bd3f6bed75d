import { expect, test } from 'vitest';
import { typedHere } from './typed-here.ts';

test('drafts of the person are found, of records and comments, in every space, and nothing else', () => {
  const mine = ['recordDraft  ann f1 new', 'recordDraft /space-b ann f1 r1', 'commentDraft  ann r1'];
  const others = ['recordDraft  bob f1 new', 'commentDraft  bob ann', 'skin', 'recent ann', 'lang'];
  expect(typedHere('ann', [...mine, ...others])).toEqual(mine);
});
