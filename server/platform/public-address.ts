import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Contains all IPv6 addresses assigned to the public internet; the rest is reserved or translates to other addresses.
 */
const publicIpv6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an IP address is public: not a loopback, private, link-local, multicast, documentation or carrier network,
 * and not an IPv6 address that contains an IPv4 address (mapped, NAT64, 6to4, Teredo). False for anything that is not
 * an address.
 */
export function isPublicAddress(address: string): boolean {
  // The package also accepts short forms such as '1.2.3', which no resolver returns.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(publicIpv6)
}
