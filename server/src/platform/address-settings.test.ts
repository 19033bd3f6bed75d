import { expect, test } from 'vitest';
import { addressesIn } from './address-settings.ts';
import { addressesFor, isForeignHost, originOfHost, pageOrigins } from './http/hosts.ts';

const main = 'https://www.example.com';
const read = (services: object, applications: object = {}, publicUrl = main) => ({
  publicUrl,
  ...addressesIn(JSON.stringify(services), JSON.stringify(applications), publicUrl),
});

test('a service and an application of one name are two addresses', () => {
  const { baseAddresses, applicationAddresses } = read(
    { iot: 'https://devices.example.com' },
    { iot: 'https://iot.example.com' },
  );
  expect([baseAddresses.iot, applicationAddresses.iot]).toEqual([
    'https://devices.example.com',
    'https://iot.example.com',
  ]);
});

test.each([
  [{ 'app-design': 'https://a.example.com' }, {}, main, 'app-design belongs into FORMWORK_APPLICATION_ADDRESSES'],
  [{}, { fileIo: 'https://a.example.com' }, main, 'fileIo belongs into FORMWORK_BASE_ADDRESSES'],
  [{ files: 'https://a.example.com' }, {}, main, 'nothing is called files'],
  [{ fileIo: 'javascript:alert(1)' }, {}, main, 'a JSON object of addresses is expected'],
  [{ fileIo: 'https://a.example.com' }, {}, '', 'FORMWORK_PUBLIC_URL has to be set'],
  [{}, { index: 'https://a.example.com' }, '', 'FORMWORK_PUBLIC_URL has to be set'],
  [{ fileIo: 'https://a.example.com/files' }, {}, main, 'a scheme and a host alone are expected'],
  [{ fileIo: 'https://u:p@a.example.com' }, {}, main, 'a scheme and a host alone are expected'],
  [{}, { index: 'https://a.example.com.' }, main, 'a scheme and a host alone are expected'],
  [{}, { index: 'ws://a.example.com' }, main, 'a scheme and a host alone are expected'],
  [{ fileIo: 'https://www.example.com:8443' }, {}, main, 'needs a host name of its own'],
  [{ fileIo: 'http://a.example.com' }, {}, main, 'pages that come by https ask nobody by http:'],
  [{}, { index: 'https://www.example.com:8443' }, main, 'stands for two addresses'],
])('what browsers could not use is refused: %j %j', (services, applications, publicUrl, words) => {
  expect(() => read(services, applications, publicUrl)).toThrow(words);
});

test('what is not JSON is refused in words', () => {
  expect(() => addressesIn('{', '{}', main)).toThrow('FORMWORK_BASE_ADDRESSES: a JSON object of addresses is expected');
});

test('hosts of pages are known by name, the scheme is that of the settings', () => {
  const settings = read({ fileIo: 'https://files.example.com' }, { index: 'https://console.example.com' });
  expect([...pageOrigins(settings)]).toEqual([main, 'https://console.example.com']);
  expect(originOfHost(settings, 'Console.Example.com')).toBe('https://console.example.com');
  expect(originOfHost(settings, 'files.example.com')).toBeUndefined();
  expect(
    ['www.example.com', 'files.example.com', 'evil.com', undefined].map((host) => isForeignHost(settings, host)),
  ).toEqual([false, false, true, true]);
  expect(isForeignHost(read({}), 'evil.com')).toBe(false);
});

test('a page on a host of no list is not sent to services, which would not know it', () => {
  const settings = read({ fileIo: 'https://files.example.com', gateway: 'https://api.example.com' });
  expect(addressesFor(settings, 'www.example.com').baseAddresses).toEqual(settings.baseAddresses);
  expect(addressesFor(settings, '10.0.0.1').baseAddresses).toEqual({ gateway: 'https://api.example.com' });
});

test('once one application lives elsewhere, a page knows where each is', () => {
  const { applicationAddresses } = addressesFor(read({}, { index: 'https://console.example.com' }), 'www.example.com');
  expect([applicationAddresses.index, applicationAddresses.main, applicationAddresses.chat]).toEqual([
    'https://console.example.com',
    main,
    main,
  ]);
  expect(addressesFor(read({}), 'www.example.com').applicationAddresses).toEqual({});
});
