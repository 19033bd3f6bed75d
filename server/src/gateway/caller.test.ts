import { describe, expect, test } from 'vitest';
import type { Header } from './call.ts';
import { callOf, fingerprintOf, openTrust } from './caller.ts';
import { exampleCertificate } from './testing/certificate.ts';

const trust = (trustProxy: number | string[]) =>
  openTrust({ trustProxy, gateway: { certificateHeader: 'X-Client-Cert' } });
const read = (trustProxy: number | string[], peer: string, forwarded?: string): string => {
  const { address, believed } = trust(trustProxy).read(peer, forwarded);
  return `${address}${believed ? ' believed' : ''}`;
};

test.each<[string, number | string[], string, string | undefined, string]>([
  ['nobody is believed', 0, '10.0.0.1', '9.9.9.9', '10.0.0.1'],
  ['one hop', 1, '10.0.0.1', '8.8.8.8, 9.9.9.9', '9.9.9.9 believed'],
  ['two hops', 2, '10.0.0.1', '8.8.8.8, 9.9.9.9', '8.8.8.8 believed'],
  ['a proxy by its range', ['10.0.0.0/8'], '10.0.0.1', '8.8.8.8, 9.9.9.9', '9.9.9.9 believed'],
  ['proxies behind each other', ['10.0.0.0/8'], '10.0.0.1', '8.8.8.8, 10.0.0.2', '8.8.8.8 believed'],
  ['somebody else', ['10.0.0.0/8'], '11.0.0.1', '10.0.0.2', '11.0.0.1'],
  ['a proxy that says nothing', ['10.0.0.0/8'], '10.0.0.1', undefined, '10.0.0.1 believed'],
  ['what is no address', 1, '10.0.0.1', 'nonsense', '10.0.0.1 believed'],
])('%s', (_, trustProxy, peer, forwarded, expected) => {
  expect(read(trustProxy, peer, forwarded)).toBe(expected);
});

describe('what is said of a caller', () => {
  const headers: Header[] = [
    ['x-client-cert', 'cert'],
    ['x-formwork-caller', '7.7.7.7'],
    ['x-forwarded-proto', 'https'],
  ];
  const of = (ownHost: boolean, trustProxy: number) =>
    callOf(
      { ownHost, secure: false, trust: trust(trustProxy) },
      { method: 'GET', target: '/', headers },
      '10.0.0.1',
      'id',
    );

  test('goes no further, and holds from those who are believed', () => {
    expect(of(false, 0)).toMatchObject({ address: '10.0.0.1', certificate: undefined, secure: false });
    expect(of(false, 1)).toMatchObject({ certificate: 'cert', secure: true });
    // the web server left it out unless it was believed there
    expect(of(true, 0)).toMatchObject({ address: '7.7.7.7', certificate: 'cert' });
    for (const call of [of(false, 0), of(false, 1), of(true, 0)])
      expect(call.headers.map(([name]) => name)).not.toContain('x-client-cert');
    expect(of(true, 0).headers).toEqual([['x-forwarded-proto', 'https']]);
  });

  test('a certificate is the same in each writing', () => {
    const { pem, der, fingerprint } = exampleCertificate;
    expect([encodeURIComponent(pem), pem, `:${der}:`].map(fingerprintOf)).toEqual([
      fingerprint,
      fingerprint,
      fingerprint,
    ]);
    expect(['', 'x', '%', ':x:'].map(fingerprintOf)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
