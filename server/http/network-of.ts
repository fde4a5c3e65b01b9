/**
 * The network of an address, as the key of rate limits: an IPv4 address as a whole, the first 64
 * bits of an IPv6 address, because a customer usually gets all addresses of such a prefix.
 */
export function networkOf(address = ''): string {
  // Some proxies append the port of the connection, which changes with each connection.
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(address) ?? []
  if (bracketed !== undefined) return networkOf(bracketed)
  const [, plain] = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/i.exec(address) ?? []
  if (plain !== undefined) return plain
  if (!address.includes(':')) return address
  const [left = '', right] = (address.toLowerCase().split('%', 1)[0] ?? '').split('::')
  const groups = left === '' ? [] : left.split(':')
  if (right !== undefined) {
    const after = right === '' ? [] : right.split(':')
    groups.push(
      ...Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0'),
      ...after,
    )
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
