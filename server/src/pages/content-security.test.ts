import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security.ts';

test('an address stands in the policy for what is taken from it, and one that nothing asks stands nowhere', () => {
  const policy = contentSecurityPolicy('n', {
    fileIo: 'https://files.example.com',
    socket: 'https://live.example.com',
    openPlatform: 'https://open.example.com',
    storeView: 'https://store.example.com',
    ai: 'https://ai.example.com',
    preview: 'https://preview.example.com',
  });
  const part = (name: string): string => policy.split('; ').find((one) => one.startsWith(`${name} `))!;
  expect(part('img-src')).toBe("img-src 'self' data: blob: https://files.example.com");
  expect(part('media-src')).toBe("media-src 'self' blob: data: https: https://files.example.com");
  expect(part('connect-src')).toBe("connect-src 'self' blob: https://files.example.com wss://live.example.com");
  expect(part('script-src')).toBe("script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).not.toMatch(/open\.|store\.|ai\.|preview\./);
});
