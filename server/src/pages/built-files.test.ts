import { expect, test } from 'vitest';
import { filesFrom } from './built-files.ts';

const entry =
  '<link rel="icon" href="/assets/a.svg"><script type="module" src="/assets/b.js"></script><a href="/login">/assets/</a>';

test('files of the build come from the address that is set for them, and nothing else does', () => {
  expect(filesFrom(undefined, entry)).toBe(entry);
  for (const address of ['https://cdn.example.com/fw', 'https://cdn.example.com/fw/'])
    expect(filesFrom(address, entry)).toBe(
      '<link rel="icon" href="https://cdn.example.com/fw/assets/a.svg"><script type="module" src="https://cdn.example.com/fw/assets/b.js"></script><a href="/login">/assets/</a>',
    );
});
