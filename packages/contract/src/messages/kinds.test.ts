import { expect, test } from 'vitest';
import { platformKindsOf } from './kinds.ts';

test('only those are asked about a message who can get it', () => {
  expect(platformKindsOf('admin')).toContain('joinRequested');
  expect(platformKindsOf('safe')).toContain('changeWaiting');
  for (const role of ['user', 'audit'] as const) {
    expect(platformKindsOf(role)).toContain('changeDecided');
    for (const kind of ['joinRequested', 'changeWaiting'] as const) expect(platformKindsOf(role)).not.toContain(kind);
  }
});
