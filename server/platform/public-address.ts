import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All addresses that are given out for the public internet lie in here; the rest of IPv6 is reserved or translates to something else. */
const publicIpv6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an IP address belongs to the public internet: no loopback, private, link-local, multicast, documentation or carrier network, and no IPv6
 * form that carries an IPv4 address inside (mapped, NAT64, 6to4, Teredo). False for what is no address.
 */
export function isPublicAddress(address: string): boolean {
  // The package also reads forms that no resolver answers with, such as '1.2.3'.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(publicIpv6)
}
