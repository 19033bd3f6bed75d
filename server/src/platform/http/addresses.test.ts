import { describe, expect, test } from 'vitest';
import { callerAddress, networkOf } from './addresses.ts';

describe('the network that an address counts for', () => {
  test.each([
    ['192.168.3.7', '192.168.3.7'],
    ['::ffff:192.168.3.7', '192.168.3.7'],
    ['::ffff:c0a8:307', '192.168.3.7'],
    ['2a02:8108:1:2:3:4:5:6', '2a02:8108:1:2::/64'],
    ['2A02:8108:0001:0002::1', '2a02:8108:1:2::/64'],
    ['2a02:8108::1', '2a02:8108:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s counts for %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('the address of a caller', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['[2001:db8::7]:51234', '2001:db8::7'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['unknown', '10.0.0.1'],
    ['', '10.0.0.1'],
  ])('%s is %s', (given, address) => {
    expect(callerAddress(given, '10.0.0.1')).toBe(address);
  });
});
