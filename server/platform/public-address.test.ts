import { expect, test } from 'vitest'
import { isPublicAddress } from './safe-fetch.ts'

test.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::200e'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:1.1.1.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '4000::1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '100::1',
  '',
  'localhost',
  'example.org',
  '1.2.3',
  '[::1]',
])('%j is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})
