/**
 * The network behind an address, for limits: an IPv4 address is one, of IPv6 the first 64 bits are, since whoever has one address has all of
 * them.
 */
export function networkOf(address: string): string {
  // Some proxies send the port of the connection along, which is another one each time.
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(address) ?? []
  if (bracketed !== undefined) return networkOf(bracketed)
  const [, plain] = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/i.exec(address) ?? []
  if (plain !== undefined) return plain
  if (!address.includes(':')) return address
  const [left = '', right] = (address.toLowerCase().split('%', 1)[0] ?? '').split('::')
  const groups = left === '' ? [] : left.split(':')
  if (right !== undefined) {
    const after = right === '' ? [] : right.split(':')
    groups.push(...Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0'), ...after)
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
